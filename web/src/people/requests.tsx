import type { FriendRequest } from '@daymark/contract/people/friends'
import { useState } from 'react'
import { Button } from '../design/button.tsx'
import { useLanguage, useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { useAction } from '../sync/use-write.ts'
import { agoText } from './activity.ts'
import { Avatar } from './avatar.tsx'
import { type Person, RemoveOrBlockDialog } from './remove-or-block-dialog.tsx'
import { peopleTexts } from './texts.ts'
import { useRequests } from './use-people.ts'

export function Received() {
  const t = useTexts(peopleTexts)
  const { data } = useRequests('received')
  const [blocking, setBlocking] = useState<Person>()
  const waiting = data ?? []
  if (waiting.length === 0 && !blocking) return null
  return (
    <section className="card panel" aria-labelledby="received-title">
      <h2 id="received-title">
        {t.received} <span className="soft">{waiting.length}</span>
      </h2>
      <ul className="plain-list">
        {waiting.map(request => (
          <ReceivedItem key={request.id} request={request} onBlock={setBlocking} />
        ))}
      </ul>
      {blocking ? (
        <RemoveOrBlockDialog person={blocking} way="block" onClose={() => setBlocking(undefined)} />
      ) : null}
    </section>
  )
}

interface ItemProps {
  request: FriendRequest
  onBlock: (person: Person) => void
}

function ReceivedItem({ request, onBlock }: ItemProps) {
  const t = useTexts(peopleTexts)
  const { language } = useLanguage()
  const client = useClient()
  const act = useAction()
  const { id, requester_id: user_id, requester_display_name: display_name } = request
  const params = { friendship_id: id }
  const accept = () => act(live => live.write(client.friends.accept, { params }), t.friendsNow)
  const reject = () => act(live => live.write(client.friends.reject, { params }), t.rejected)
  return (
    <li className="row item person">
      <Avatar name={display_name} url={request.requester_avatar_url} />
      <span className="grow">
        <strong dir="auto">{display_name}</strong>{' '}
        <span className="soft">{agoText(Date.now() - Date.parse(request.created_at), language)}</span>
      </span>
      <span className="row person-actions">
        <Button kind="primary" onClick={accept}>
          {t.accept}
        </Button>
        <Button onClick={reject}>{t.reject}</Button>
        <Button kind="quiet" onClick={() => onBlock({ user_id, display_name })}>
          {t.block}
        </Button>
      </span>
    </li>
  )
}

export function Sent() {
  const t = useTexts(peopleTexts)
  const { language } = useLanguage()
  const client = useClient()
  const act = useAction()
  const { data } = useRequests('sent')
  const waiting = data ?? []
  if (waiting.length === 0) return null
  return (
    <section className="card panel" aria-labelledby="sent-title">
      <h2 id="sent-title">{t.sent}</h2>
      <ul className="plain-list">
        {waiting.map(({ id, addressee_display_name: name, created_at }) => (
          <li key={id} className="row item person">
            <Avatar name={name} url={null} />
            <span className="grow">
              <strong dir="auto">{name}</strong>{' '}
              <span className="soft">{agoText(Date.now() - Date.parse(created_at), language)}</span>
            </span>
            <Button
              onClick={() =>
                act(live => live.write(client.friends.cancel, { params: { friendship_id: id } }), t.takenBack)
              }
            >
              {t.cancelAsk}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
