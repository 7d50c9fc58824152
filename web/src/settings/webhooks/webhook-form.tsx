import { CHANGE_KINDS, type ChangeKind, WEBHOOK_EVENTS, WEBHOOK_TEMPLATES } from '@daymark/contract/constants'
import type { Webhook, WebhookEvent, WebhookTemplate } from '@daymark/contract/webhooks'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../design/dialog.tsx'
import { Field } from '../../design/forms/field.tsx'
import { FormFoot } from '../../design/forms/form-foot.tsx'
import { UrlField } from '../../design/forms/input-field.tsx'
import { messageOf } from '../../design/message.ts'
import { Fault } from '../../design/states.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { SecretOnce } from '../panels/secret-once.tsx'
import { useWebhookChange } from './use-webhooks.ts'
import { webhookTexts } from './webhook-texts.ts'

interface Props {
  /** Undefined for a new webhook. */
  webhook?: Webhook
  onClose: () => void
}

export function WebhookForm({ webhook, onClose }: Props) {
  const t = useTexts(webhookTexts)
  const client = useClient()
  const change = useWebhookChange()
  const [secret, setSecret] = useState<string>()
  const [fault, setFault] = useState<string>()
  const [isEveryKind, setEveryKind] = useState((webhook?.kinds ?? null) === null)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const body = {
      url: String(data.get('url')),
      template: String(data.get('template')) as WebhookTemplate,
      kinds: isEveryKind ? null : (data.getAll('kind') as ChangeKind[]),
      events: data.getAll('event') as WebhookEvent[],
      detail: data.get('content') === null ? ('thin' as const) : ('full' as const),
      active: data.get('active') !== null,
    }
    setFault(undefined)
    try {
      await change.mutateAsync(async () => {
        if (webhook) await client.webhooks.update({ params: { webhook_id: webhook.id }, body })
        else setSecret((await client.webhooks.create({ body })).secret)
      })
      if (webhook) onClose()
    } catch (error) {
      setFault(messageOf(error))
    }
  }

  if (secret) return <NewSecret secret={secret} onClose={onClose} />
  const box = (name: string, value: string, label: string, isOn: boolean) => (
    <label key={value} className="row">
      <input type="checkbox" name={name} value={value} defaultChecked={isOn} /> {label}
    </label>
  )
  return (
    <Dialog title={webhook ? t.editTitle : t.add} onClose={onClose}>
      <form className="stack" onSubmit={event => void submit(event)}>
        <UrlField
          label={t.url}
          hint={t.urlHint}
          defaultValue={webhook?.url}
          placeholder="https://example.org/hooks/daymark"
        />
        <Field label={t.template}>
          {field => (
            <select {...field} name="template" className="input" defaultValue={webhook?.template ?? 'json'}>
              {WEBHOOK_TEMPLATES.map(template => (
                <option key={template} value={template}>
                  {t.templates[template]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <fieldset className="webhook-choices">
          <legend>{t.kinds}</legend>
          <label className="row">
            <input
              type="checkbox"
              checked={isEveryKind}
              onChange={event => setEveryKind(event.target.checked)}
            />{' '}
            {t.everyKind}
          </label>
          {isEveryKind ? null : (
            <div className="webhook-kinds">
              {CHANGE_KINDS.map(kind =>
                box('kind', kind, t.kind[kind] ?? kind, webhook?.kinds?.includes(kind) ?? false),
              )}
            </div>
          )}
        </fieldset>
        <fieldset className="webhook-choices">
          <legend>{t.events}</legend>
          <div className="row">
            {WEBHOOK_EVENTS.map(event =>
              box('event', event, t.event[event], webhook?.events.includes(event) ?? true),
            )}
          </div>
        </fieldset>
        <div className="field">
          {box('content', 'full', t.content, webhook?.detail !== 'thin')}
          <span className="hint">{t.contentHint}</span>
        </div>
        {box('active', 'true', t.active, webhook?.active ?? true)}
        <Fault>{fault}</Fault>
        <FormFoot submit={webhook ? t.save : t.add} isDisabled={change.isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}

export function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTexts(webhookTexts)
  return (
    <Dialog title={t.secretTitle} onClose={onClose} closesByButton>
      <SecretOnce secret={secret} t={{ ...t, once: t.secretOnce }} onClose={onClose} />
    </Dialog>
  )
}
