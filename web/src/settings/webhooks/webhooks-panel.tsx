import type { Webhook } from '@daymark/contract/webhooks'
import { useState } from 'react'
import { dateTimeText } from '../../design/format.ts'
import { useToast } from '../../design/toast.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { ConfirmedButton } from '../panels/confirmed-button.tsx'
import { ItemButton } from '../panels/item-button.tsx'
import { ItemsPanel } from '../panels/items-panel.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { useWebhookChange, useWebhooks } from './use-webhooks.ts'
import { NewSecret, WebhookForm } from './webhook-form.tsx'
import { webhookTexts } from './webhook-texts.ts'
import './webhooks.css'

export function WebhooksPanel() {
  const t = useTexts(webhookTexts)
  return (
    <ItemsPanel
      titleId="webhooks-title"
      title={t.title}
      hints={[t.hint]}
      none={t.none}
      query={useWebhooks()}
      item={webhook => <WebhookItem key={webhook.id} webhook={webhook} />}
      add={{ text: t.add, dialog: onClose => <WebhookForm onClose={onClose} /> }}
    />
  )
}

function WebhookItem({ webhook }: { webhook: Webhook }) {
  const t = useTexts(webhookTexts)
  const client = useClient()
  const toast = useToast()
  const change = useWebhookChange()
  const [opened, setOpened] = useState<'form' | 'log'>()
  const [secret, setSecret] = useState<string>()
  const params = { webhook_id: webhook.id }
  const close = () => setOpened(undefined)

  const test = () =>
    change.mutate(async () => {
      const { status, error } = await client.webhooks.test({ params })
      toast(status === 'delivered' ? t.tested : t.testFailed(error ?? ''))
    })
  const rotate = () =>
    change.mutate(async () => setSecret((await client.webhooks.rotateSecret({ params })).secret))
  const remove = () =>
    change.mutate(async () => {
      await client.webhooks.remove({ params })
      toast(t.removed)
    })
  const button = (text: string, act: () => void) => (
    <ItemButton name={webhook.url} onClick={act} disabled={change.isPending}>
      {text}
    </ItemButton>
  )
  return (
    <li className="webhook stack">
      <span>
        <strong className="webhook-url">{webhook.url}</strong>
        <br />
        <WebhookState webhook={webhook} />
      </span>
      <div className="row">
        {button(t.test, test)}
        {button(t.log, () => setOpened('log'))}
        {button(t.edit, () => setOpened('form'))}
        <ConfirmedButton
          name={webhook.url}
          text={t.rotate}
          asks={{ title: t.rotate, hint: t.rotateHint }}
          isDisabled={change.isPending}
          onConfirm={rotate}
        />
        <ConfirmedButton
          name={webhook.url}
          text={t.remove}
          kind="danger"
          asks={{ title: t.removeTitle, hint: t.removeHint }}
          isDisabled={change.isPending}
          onConfirm={remove}
        />
      </div>
      {opened === 'form' ? <WebhookForm webhook={webhook} onClose={close} /> : null}
      {opened === 'log' ? <DeliveryLog webhook={webhook} onClose={close} /> : null}
      {secret ? <NewSecret secret={secret} onClose={() => setSecret(undefined)} /> : null}
    </li>
  )
}

function WebhookState({ webhook }: { webhook: Webhook }) {
  const t = useTexts(webhookTexts)
  const { language } = useLanguage()
  const { kinds, template, active, failing_since, disabled_reason } = webhook
  if (disabled_reason) return <span className="webhook-bad">{t.reasons[disabled_reason]}</span>
  if (!active) return <span className="soft">{t.inactive}</span>
  const sent = kinds === null ? t.everyKind : kinds.map(kind => t.kind[kind] ?? kind).join(', ')
  return (
    <span className="soft">
      {t.templates[template]} · {sent}
      {failing_since ? (
        <span className="webhook-bad"> · {t.failing(dateTimeText(failing_since, language))}</span>
      ) : null}
    </span>
  )
}
