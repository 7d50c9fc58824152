// Lists feeds, and changes, renews and deletes them.
import type { Feed, NewFeed } from '@daymark/contract/calendars/feeds'
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
import { FeedAddress } from './feed-address.tsx'
import { FeedForm } from './feed-form.tsx'
import { feedTexts } from './feed-texts.ts'
import { useFeedChange, useFeeds } from './use-calendars.ts'
import './calendars.css'

export function FeedsPanel() {
  const t = useTexts(feedTexts)
  const query = useFeeds()
  const { data } = query
  const [adding, setAdding] = useState(false)
  return (
    <section className="card panel" aria-labelledby="feeds-title">
      <div className="row spread">
        <h2 id="feeds-title">{t.title}</h2>
        <Button onClick={() => setAdding(true)}>
          <Icon name="plus" /> {t.add}
        </Button>
      </div>
      <p className="soft">{t.hint}</p>
      <p className="soft">{t.polling}</p>
      <Missing query={query} skeleton={<Skeleton lines={2} height={36} />} />
      {data?.length === 0 ? <p className="soft">{t.none}</p> : null}
      <ul className="plain-list">
        {data?.map(feed => (
          <FeedItem key={feed.id} feed={feed} />
        ))}
      </ul>
      {adding ? <FeedForm onClose={() => setAdding(false)} /> : null}
    </section>
  )
}

function FeedItem({ feed }: { feed: Feed }) {
  const t = useTexts(feedTexts)
  const { language } = useLanguage()
  const client = useClient()
  const toast = useToast()
  const change = useFeedChange()
  const [opened, setOpened] = useState<'form' | 'renew' | 'remove'>()
  const [renewed, setRenewed] = useState<NewFeed>()
  const { name, contents, detail, last_fetched_at } = feed
  const params = { feed_id: feed.id }
  const close = () => setOpened(undefined)
  const renew = () => change.mutate(async () => setRenewed(await client.feeds.renew({ params })))
  const remove = () =>
    change.mutate(async () => {
      await client.feeds.remove({ params })
      toast(t.removed)
    })
  const shown = detail === 'busy' ? t.busy : contents.map(each => t.content[each]).join(', ')
  const read = last_fetched_at
    ? t.lastFetched(agoText(Date.now() - Date.parse(last_fetched_at), language))
    : t.neverFetched
  const button = (text: string, what: 'form' | 'renew' | 'remove') => (
    <Button
      {...(what === 'remove' && { kind: 'danger' })}
      onClick={() => setOpened(what)}
      disabled={change.isPending}
    >
      {text}
      <span className="visually-hidden"> {name}</span>
    </Button>
  )
  return (
    <li className="calendar-item stack">
      <span>
        <strong dir="auto">{name}</strong>
        <br />
        <span className="soft">
          {shown} · {read}
        </span>
      </span>
      <div className="row">
        {button(t.edit, 'form')}
        {button(t.renew, 'renew')}
        {button(t.remove, 'remove')}
      </div>
      {opened === 'form' ? <FeedForm feed={feed} onClose={close} /> : null}
      {opened === 'renew' ? (
        <Confirm
          title={t.renewTitle(name)}
          action={t.renew}
          cancel={t.cancel}
          onConfirm={renew}
          onClose={close}
        >
          <p>{t.renewHint}</p>
        </Confirm>
      ) : null}
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
      {renewed ? <FeedAddress feed={renewed} onClose={() => setRenewed(undefined)} /> : null}
    </li>
  )
}
