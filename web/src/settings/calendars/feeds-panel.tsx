import type { Feed, NewFeed } from '@daymark/contract/calendars/feeds'
import { useState } from 'react'
import { useToast } from '../../design/toast.tsx'
import { agoText } from '../../people/activity.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { ConfirmedButton } from '../panels/confirmed-button.tsx'
import { ItemButton } from '../panels/item-button.tsx'
import { ItemsPanel } from '../panels/items-panel.tsx'
import { FeedAddress } from './feed-address.tsx'
import { FeedForm } from './feed-form.tsx'
import { feedTexts } from './feed-texts.ts'
import { useFeedChange, useFeeds } from './use-calendars.ts'
import './calendars.css'

export function FeedsPanel() {
  const t = useTexts(feedTexts)
  return (
    <ItemsPanel
      titleId="feeds-title"
      title={t.title}
      hints={[t.hint, t.polling]}
      none={t.none}
      query={useFeeds()}
      item={feed => <FeedItem key={feed.id} feed={feed} />}
      add={{ text: t.add, dialog: onClose => <FeedForm onClose={onClose} /> }}
    />
  )
}

function FeedItem({ feed }: { feed: Feed }) {
  const t = useTexts(feedTexts)
  const { language } = useLanguage()
  const client = useClient()
  const toast = useToast()
  const change = useFeedChange()
  const [editing, setEditing] = useState(false)
  const [renewed, setRenewed] = useState<NewFeed>()
  const { name, contents, detail, last_fetched_at } = feed
  const params = { feed_id: feed.id }
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
        <ItemButton name={name} onClick={() => setEditing(true)} disabled={change.isPending}>
          {t.edit}
        </ItemButton>
        <ConfirmedButton
          name={name}
          text={t.renew}
          asks={{ title: t.renewTitle(name), hint: t.renewHint }}
          isDisabled={change.isPending}
          onConfirm={renew}
        />
        <ConfirmedButton
          name={name}
          text={t.remove}
          kind="danger"
          asks={{ title: t.removeTitle(name), hint: t.removeHint }}
          isDisabled={change.isPending}
          onConfirm={remove}
        />
      </div>
      {editing ? <FeedForm feed={feed} onClose={() => setEditing(false)} /> : null}
      {renewed ? <FeedAddress feed={renewed} onClose={() => setRenewed(undefined)} /> : null}
    </li>
  )
}
