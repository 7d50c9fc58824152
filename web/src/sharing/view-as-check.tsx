// The section "Check access for" shows whether a given person can see the item, and why.
import type { VisibilityOut } from '@daymark/contract/people/visibility'
import { useId, useState } from 'react'
import { Icon } from '../design/icon.tsx'
import { useTexts } from '../session/language.tsx'
import { useBlocked, useFriends } from './sharing.ts'
import { sharingTexts } from './texts.ts'
import { type Viewer, viewAs } from './view-as.ts'

export function ViewAs({ sharing }: { sharing: VisibilityOut }) {
  const t = useTexts(sharingTexts)
  const id = useId()
  const [who, setWho] = useState('stranger')
  const [email, setEmail] = useState('')
  const viewer = toViewer(who, email)
  return (
    <section className="share-view-as" aria-label={t.viewAs}>
      <div className="row">
        <label className="grow field" htmlFor={id}>
          <span className="label">{t.viewAs}</span>
          <WhoSelect id={id} who={who} chosen={sharing.allowed_user_ids} onWho={setWho} />
        </label>
        {who === 'email' ? (
          <label className="grow field">
            <span className="label">{t.email}</span>
            <input
              className="input"
              type="email"
              value={email}
              onChange={event => setEmail(event.target.value)}
            />
          </label>
        ) : null}
      </div>
      <div role="status">{viewer ? <VerdictText viewer={viewer} sharing={sharing} /> : null}</div>
    </section>
  )
}

/** Limits the friends in the select, which always includes the selected ones. More options would make it slow. */
const MOST = 500

interface WhoProps {
  id: string
  who: string
  /** Friends who are always among the options. */
  chosen: readonly string[]
  onWho: (who: string) => void
}

function WhoSelect({ id, who, chosen, onWho }: WhoProps) {
  const t = useTexts(sharingTexts)
  const friends = (useFriends().data ?? []).filter(
    ({ user_id }, place) => place < MOST || chosen.includes(user_id),
  )
  const blocked = useBlocked().data ?? []
  return (
    <select
      id={id}
      className="input"
      value={who}
      title={t.viewAsHint}
      onChange={event => onWho(event.target.value)}
    >
      <option value="stranger">{t.stranger}</option>
      {friends.map(friend => (
        <option key={friend.user_id} value={`friend:${friend.user_id}`}>
          {friend.display_name}
        </option>
      ))}
      {blocked.map(person => (
        <option key={person.user_id} value="blocked">
          {t.blocked(person.display_name)}
        </option>
      ))}
      <option value="email">{t.byEmail}</option>
    </select>
  )
}

function VerdictText({ viewer, sharing }: { viewer: Viewer; sharing: VisibilityOut }) {
  const t = useTexts(sharingTexts)
  const { answer, reason } = viewAs(viewer, sharing)
  const icon = { yes: 'check', no: 'close', depends: 'more' } as const
  return (
    <p className={`share-verdict ${answer}`}>
      <Icon name={icon[answer]} />
      <span>
        <strong>{t.answers[answer]}.</strong> {t.reasons[reason]}
      </span>
    </p>
  )
}

/** Returns undefined until an email address is entered. */
function toViewer(who: string, email: string): Viewer | undefined {
  if (who === 'stranger' || who === 'blocked') return { kind: who }
  if (who === 'email') return email.includes('@') ? { kind: 'email', email } : undefined
  return { kind: 'friend', user_id: who.slice('friend:'.length) }
}
