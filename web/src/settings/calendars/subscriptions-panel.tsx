import type { Subscription } from '@daymark/contract/calendars/subscriptions'
import { useState } from 'react'
import { useToast } from '../../design/toast.tsx'
import { agoText } from '../../people/activity.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { ConfirmedButton } from '../panels/confirmed-button.tsx'
import { ItemButton } from '../panels/item-button.tsx'
import { ItemsPanel } from '../panels/items-panel.tsx'
import { SubscriptionForm } from './subscription-form.tsx'
import { subscriptionTexts } from './subscription-texts.ts'
import { useSubscriptionChange, useSubscriptions } from './use-calendars.ts'

export function SubscriptionsPanel() {
  const t = useTexts(subscriptionTexts)
  return (
    <ItemsPanel
      titleId="subscriptions-title"
      title={t.title}
      hints={[t.hint]}
      none={t.none}
      query={useSubscriptions()}
      item={subscription => <SubscriptionItem key={subscription.id} subscription={subscription} />}
      add={{ text: t.add, dialog: onClose => <SubscriptionForm onClose={onClose} /> }}
    />
  )
}

function SubscriptionItem({ subscription }: { subscription: Subscription }) {
  const t = useTexts(subscriptionTexts)
  const { language } = useLanguage()
  const client = useClient()
  const toast = useToast()
  const change = useSubscriptionChange()
  const [editing, setEditing] = useState(false)
  const { id, name, color, error, events, last_success_at } = subscription
  const params = { subscription_id: id }
  const read = () => change.mutate(() => client.subscriptions.refresh({ params }))
  const remove = () =>
    change.mutate(async () => {
      await client.subscriptions.remove({ params })
      toast(t.removed)
    })
  const state = last_success_at
    ? `${t.events(events)} · ${t.upToDate(agoText(Date.now() - Date.parse(last_success_at), language))}`
    : t.never
  return (
    <li className="calendar-item stack">
      <span>
        <span className="calendar-dot" style={{ background: color }} />
        <strong dir="auto">{name}</strong>
        <br />
        <span className="soft">{state}</span>
        {error ? (
          <>
            <br />
            <span className="calendar-bad">{t.failed(error)}</span>
          </>
        ) : null}
      </span>
      <div className="row">
        <ItemButton name={name} onClick={read} disabled={change.isPending}>
          {t.refresh}
        </ItemButton>
        <ItemButton name={name} onClick={() => setEditing(true)} disabled={change.isPending}>
          {t.edit}
        </ItemButton>
        <ConfirmedButton
          name={name}
          text={t.remove}
          kind="danger"
          asks={{ title: t.removeTitle(name), hint: t.removeHint }}
          isDisabled={change.isPending}
          onConfirm={remove}
        />
      </div>
      {editing ? <SubscriptionForm subscription={subscription} onClose={() => setEditing(false)} /> : null}
    </li>
  )
}
