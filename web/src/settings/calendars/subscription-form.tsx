// Saves the subscription and waits until the server has fetched the calendar. If either fails, the form stays open and
// shows why, so that the user can correct the address.
import type { Subscription } from '@daymark/contract/calendars/subscriptions'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../design/dialog.tsx'
import { Field } from '../../design/forms/field.tsx'
import { FormFoot } from '../../design/forms/form-foot.tsx'
import { valuesOf } from '../../design/forms/form-values.ts'
import { InputField, ItemNameField, UrlField } from '../../design/forms/input-field.tsx'
import { messageOf } from '../../design/message.ts'
import { Fault } from '../../design/states.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { subscriptionTexts } from './subscription-texts.ts'
import { useSubscriptionChange } from './use-calendars.ts'

const MINUTES = [15, 30, 60, 180, 720, 1440]

interface Props {
  /** Undefined for a new subscription. */
  subscription?: Subscription
  onClose: () => void
}

export function SubscriptionForm({ subscription, onClose }: Props) {
  const t = useTexts(subscriptionTexts)
  const client = useClient()
  const change = useSubscriptionChange()
  const [fault, setFault] = useState<string>()
  /** The id, once the subscription is saved. Another attempt then changes it instead of adding it again. */
  const [id, setId] = useState(subscription?.id)
  /** True until the next input if the form stays open after its values were saved. */
  const [isSaved, setIsSaved] = useState(false)
  const every = subscription?.refresh_minutes ?? 60

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const sent = valuesOf(form)
    const data = new FormData(form)
    const body = {
      url: String(data.get('url')),
      name: String(data.get('name')),
      color: String(data.get('color')),
      refresh_minutes: Number(data.get('every')),
    }
    setFault(undefined)
    try {
      await change.mutateAsync(async () => {
        const saved =
          id === undefined
            ? await client.subscriptions.create({ body })
            : await client.subscriptions.update({ params: { subscription_id: id }, body })
        setId(saved.id)
        setIsSaved(valuesOf(form) === sent)
        const { error } = await client.subscriptions.refresh({ params: { subscription_id: saved.id } })
        if (error === null) onClose()
        else setFault(t.savedUnread(error))
      })
    } catch (error) {
      setFault(messageOf(error))
    }
  }

  return (
    <Dialog title={id === undefined ? t.add : t.editTitle} onClose={onClose} asks={!isSaved}>
      <form className="stack" onInput={() => setIsSaved(false)} onSubmit={event => void submit(event)}>
        <UrlField
          label={t.url}
          hint={t.urlHint}
          defaultValue={subscription?.url}
          placeholder="https://example.org/calendar.ics"
        />
        <ItemNameField label={t.name} defaultValue={subscription?.name} />
        <div className="calendar-days">
          <Field label={t.every}>
            {field => (
              <select {...field} name="every" className="input" defaultValue={every}>
                {[...new Set([...MINUTES, every])].map(minutes => (
                  <option key={minutes} value={minutes}>
                    {t.minutes(minutes)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <InputField
            label={t.color}
            name="color"
            type="color"
            defaultValue={subscription?.color.toLowerCase() ?? '#5f6b7a'}
          />
        </div>
        <Fault>{fault}</Fault>
        <FormFoot
          submit={id === undefined ? t.add : t.save}
          isDisabled={change.isPending}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}
