import type { Friend } from '@daymark/contract/people/friends'
import { useEffect, useState } from 'react'
import { Button } from '../design/button.tsx'
import { dateText } from '../design/format.ts'
import { Icon } from '../design/icon.tsx'
import { Missing } from '../design/settled.tsx'
import { Empty, Skeleton } from '../design/states.tsx'
import { useToast } from '../design/toast.tsx'
import { useLanguage, useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { useBlocked, useFriends } from '../sharing/sharing.ts'
import { useSomeFriends } from '../sharing/some-friends.tsx'
import { useAction } from '../sync/use-write.ts'
import { type Activity, agoText, isActive } from './activity.ts'
import { ADD_FIELD } from './add-friend.tsx'
import { Avatar } from './avatar.tsx'
import { useActivities } from './follow.ts'
import { RemoveOrBlockDialog } from './remove-or-block-dialog.tsx'
import { peopleTexts } from './texts.ts'

const MINUTE_MS = 60_000

export function Friends() {
  const t = useTexts(peopleTexts)
  const query = useFriends()
  const { data } = query
  const activities = useActivities()
  const { some, items, field, more } = useSomeFriends<Friend, HTMLUListElement>(data ?? NONE)
  useMinutes()
  return (
    <section className="card panel" aria-labelledby="friends-title">
      <h2 id="friends-title">
        {t.friends} <span className="soft">{data?.length ? data.length : ''}</span>
      </h2>
      <Missing query={query} skeleton={<Skeleton lines={4} height={36} />} />
      {data?.length === 0 ? (
        <Empty title={t.none}>
          <p>{t.noneHint}</p>
          <Button kind="primary" onClick={() => document.getElementById(ADD_FIELD)?.focus()}>
            <Icon name="plus" /> {t.firstFriend}
          </Button>
        </Empty>
      ) : null}
      {field}
      <ul className="plain-list" ref={items}>
        {some.map(friend => (
          <FriendItem key={friend.friendship_id} friend={friend} activity={activities.get(friend.user_id)} />
        ))}
      </ul>
      {more}
    </section>
  )
}

const NONE: readonly Friend[] = []

function FriendItem({ friend, activity }: { friend: Friend; activity: Activity | undefined }) {
  const t = useTexts(peopleTexts)
  const { language } = useLanguage()
  const [open, setOpen] = useState<'end' | 'block'>()
  const words = activity
    ? `${t.actions[activity.action](activity.title)} · ${agoText(Date.now() - activity.at, language)}`
    : t.since(dateText(friend.since, language))
  return (
    <li className="row item person">
      <Avatar name={friend.display_name} url={friend.avatar_url} />
      <span className="grow">
        <strong dir="auto">{friend.display_name}</strong>
        {isActive(activity) ? <span className="connection live active-now">{t.live}</span> : null}
        <br />
        <span className="soft">{words}</span>
      </span>
      <span className="row person-actions">
        <Button kind="quiet" onClick={() => setOpen('end')}>
          {t.end}
          <span className="visually-hidden"> {friend.display_name}</span>
        </Button>
        <Button kind="quiet" onClick={() => setOpen('block')}>
          {t.block}
          <span className="visually-hidden"> {friend.display_name}</span>
        </Button>
      </span>
      {open ? <RemoveOrBlockDialog person={friend} way={open} onClose={() => setOpen(undefined)} /> : null}
    </li>
  )
}

/** Rerenders every half minute, so that texts such as "2 minutes ago" stay correct. */
function useMinutes(): void {
  const [, tick] = useState(0)
  useEffect(() => {
    const interval = setInterval(() => tick(count => count + 1), MINUTE_MS / 2)
    return () => clearInterval(interval)
  }, [])
}

export function Blocked() {
  const t = useTexts(peopleTexts)
  const client = useClient()
  const toast = useToast()
  const act = useAction()
  const { data } = useBlocked()
  if (!data || data.length === 0) return null
  const unblock = (user_id: string, name: string) => {
    act(live => live.write(client.friends.unblock, { params: { user_id } }))
    const run = () => act(live => live.write(client.friends.block, { params: { user_id } }))
    toast(t.unblocked(name), { name: t.undo, run })
  }
  return (
    <section className="card panel" aria-labelledby="blocked-title">
      <h2 id="blocked-title">{t.blocks}</h2>
      <p className="soft">{t.blocksHint}</p>
      <ul className="plain-list">
        {data.map(({ user_id, display_name, avatar_url }) => (
          <li key={user_id} className="row item person">
            <Avatar name={display_name} url={avatar_url} />
            <strong className="grow" dir="auto">
              {display_name}
            </strong>
            <Button onClick={() => unblock(user_id, display_name)}>{t.unblock}</Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
