// Lists webhooks, and tests, changes and deletes them.
import type { Webhook } from '@daymark/contract/webhooks'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { dateTimeText } from '../../design/format.ts'
import { Icon } from '../../design/icon.tsx'
import { Missing } from '../../design/settled.tsx'
import { Skeleton } from '../../design/states.tsx'
import { useToast } from '../../design/toast.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { useWebhookChange, useWebhooks } from './use-webhooks.ts'
import { SecretOnce, WebhookForm } from './webhook-form.tsx'
import { webhookTexts } from './webhook-texts.ts'
import './webhooks.css'

export function WebhooksPanel() {
  const t = useTexts(webhookTexts)
  const query = useWebhooks()
  const { data } = query
  const [adding, setAdding] = useState(false)
  return (
    <section className="card panel" aria-labelledby="webhooks-title">
      <div className="row spread">
        <h2 id="webhooks-title">{t.title}</h2>
        <Button onClick={() => setAdding(true)}>
          <Icon name="plus" /> {t.add}
        </Button>
      </div>
      <p className="soft">{t.hint}</p>
      <Missing query={query} skeleton={<Skeleton lines={2} height={36} />} />
      {data?.length === 0 ? <p className="soft">{t.none}</p> : null}
      <ul className="plain-list">
        {data?.map(webhook => (
          <WebhookItem key={webhook.id} webhook={webhook} />
        ))}
      </ul>
      {adding ? <WebhookForm onClose={() => setAdding(false)} /> : null}
    </section>
  )
}

type Opened = 'form' | 'log' | 'rotate' | 'remove' | undefined

function WebhookItem({ webhook }: { webhook: Webhook }) {
  const t = useTexts(webhookTexts)
  const client = useClient()
  const toast = useToast()
  const change = useWebhookChange()
  const [opened, setOpened] = useState<Opened>()
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
  const button = (name: string, act: () => void, kind?: 'danger') => (
    <Button {...(kind && { kind })} onClick={act} disabled={change.isPending}>
      {name}
      <span className="visually-hidden"> {webhook.url}</span>
    </Button>
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
        {button(t.rotate, () => setOpened('rotate'))}
        {button(t.remove, () => setOpened('remove'), 'danger')}
      </div>
      {opened === 'form' ? <WebhookForm webhook={webhook} onClose={close} /> : null}
      {opened === 'log' ? <DeliveryLog webhook={webhook} onClose={close} /> : null}
      {opened === 'rotate' ? (
        <Confirm title={t.rotate} action={t.rotate} cancel={t.cancel} onConfirm={rotate} onClose={close}>
          <p>{t.rotateHint}</p>
        </Confirm>
      ) : null}
      {opened === 'remove' ? (
        <Confirm title={t.removeTitle} action={t.remove} cancel={t.cancel} onConfirm={remove} onClose={close}>
          <p>{t.removeHint}</p>
        </Confirm>
      ) : null}
      {secret ? <SecretOnce secret={secret} onClose={() => setSecret(undefined)} /> : null}
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
