// Lists subscriptions to other calendars with their state, and reads, changes and deletes them.
import type { Subscription } from '@daymark/contract/calendars/subscriptions'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { Icon } from '../../design/icon.tsx'
import { Missing } from '../../design/settled.tsx'
import { Skeleton } from '../../design/states.tsx'
import { useToast } from '../../design/toast.tsx'
import { agoText } from '../../people/activity.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { SubscriptionForm } from './subscription-form.tsx'
import { subscriptionTexts } from './subscription-texts.ts'
import { useSubscriptionChange, useSubscriptions } from './use-calendars.ts'

export function SubscriptionsPanel() {
  const t = useTexts(subscriptionTexts)
  const query = useSubscriptions()
  const { data } = query
  const [adding, setAdding] = useState(false)
  return (
    <section className="card panel" aria-labelledby="subscriptions-title">
      <div className="row spread">
        <h2 id="subscriptions-title">{t.title}</h2>
        <Button onClick={() => setAdding(true)}>
          <Icon name="plus" /> {t.add}
        </Button>
      </div>
      <p className="soft">{t.hint}</p>
      <Missing query={query} skeleton={<Skeleton lines={2} height={36} />} />
      {data?.length === 0 ? <p className="soft">{t.none}</p> : null}
      <ul className="plain-list">
        {data?.map(subscription => (
          <SubscriptionItem key={subscription.id} subscription={subscription} />
        ))}
      </ul>
      {adding ? <SubscriptionForm onClose={() => setAdding(false)} /> : null}
    </section>
  )
}

function SubscriptionItem({ subscription }: { subscription: Subscription }) {
  const t = useTexts(subscriptionTexts)
  const { language } = useLanguage()
  const client = useClient()
  const toast = useToast()
  const change = useSubscriptionChange()
  const [opened, setOpened] = useState<'form' | 'remove'>()
  const { id, name, color, error, events, last_success_at } = subscription
  const params = { subscription_id: id }
  const close = () => setOpened(undefined)
  const read = () => change.mutate(() => client.subscriptions.refresh({ params }))
  const remove = () =>
    change.mutate(async () => {
      await client.subscriptions.remove({ params })
      toast(t.removed)
    })
  const state = last_success_at
    ? `${t.events(events)} · ${t.upToDate(agoText(Date.now() - Date.parse(last_success_at), language))}`
    : t.never
  const button = (text: string, act: () => void, kind?: 'danger') => (
    <Button {...(kind && { kind })} onClick={act} disabled={change.isPending}>
      {text}
      <span className="visually-hidden"> {name}</span>
    </Button>
  )
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
        {button(t.refresh, read)}
        {button(t.edit, () => setOpened('form'))}
        {button(t.remove, () => setOpened('remove'), 'danger')}
      </div>
      {opened === 'form' ? <SubscriptionForm subscription={subscription} onClose={close} /> : null}
      {opened === 'remove' ? (
        <Confirm
          title={t.removeTitle(name)}
          action={t.remove}
          cancel={t.cancel}
          onConfirm={remove}
          onClose={close}
        >
          <p>{t.removeHint}</p>
        </Confirm>
      ) : null}
    </li>
  )
}
