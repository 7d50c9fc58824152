// A radio button for each visibility level. The fields for people or addresses are below the chosen level's button.
import type { Friend } from '@daymark/contract/people/friends'
import type { VisibilityLevel } from '@daymark/contract/people/visibility'
import { LEVELS } from '@daymark/contract/people/visibility-levels'
import { useId, useState } from 'react'
import { Skeleton } from '../design/states.tsx'
import { useTexts } from '../session/language.tsx'
import { useSession } from '../session/provider.tsx'
import { useFriends } from './sharing.ts'
import { useSomeFriends } from './some-friends.tsx'
import { sharingTexts } from './texts.ts'

interface Props extends FriendProps, AddressProps {
  level: VisibilityLevel
  onLevel: (level: VisibilityLevel) => void
}

export function Levels({ level, onLevel, chosen, onChosen, addresses, onAddresses, unknown }: Props) {
  const t = useTexts(sharingTexts)
  const name = useId()
  return (
    <fieldset className="share-levels">
      <legend className="visually-hidden">{t.who}</legend>
      {LEVELS.map(each => (
        <div key={each} className={`share-level ${each === level ? 'chosen' : ''}`}>
          <label className="share-choice">
            <input type="radio" name={name} checked={each === level} onChange={() => onLevel(each)} />
            <span>
              <strong>{t.levels[each].name}</strong>
              <span className="soft share-hint">{t.levels[each].hint}</span>
            </span>
          </label>
          {each === 'selected' && level === each ? <FriendList chosen={chosen} onChosen={onChosen} /> : null}
          {each === 'allowed_emails' && level === each ? (
            <AddressField addresses={addresses} onAddresses={onAddresses} unknown={unknown} />
          ) : null}
        </div>
      ))}
    </fieldset>
  )
}

interface FriendProps {
  chosen: readonly string[]
  onChosen: (ids: readonly string[]) => void
}

const NONE: readonly Friend[] = []

function FriendList({ chosen, onChosen }: FriendProps) {
  const t = useTexts(sharingTexts)
  const { data } = useFriends()
  // Keeps selected friends visible after they are deselected, so that a mistake can be corrected immediately.
  const [kept, setKept] = useState<ReadonlySet<string>>(() => new Set(chosen))
  const { some, items, field, more } = useSomeFriends<Friend, HTMLDivElement>(data ?? NONE, friend =>
    kept.has(friend.user_id),
  )
  const choose = (id: string) => {
    setKept(new Set([...kept, id]))
    onChosen([...chosen, id])
  }
  if (!data) return <Skeleton lines={2} />
  if (data.length === 0) return <p className="soft share-inside">{t.noFriends}</p>
  return (
    <fieldset className="share-inside share-friends">
      <legend className="visually-hidden">{t.friends}</legend>
      {field}
      <div ref={items} className="share-names">
        {some.map(({ user_id, display_name }) => (
          <label key={user_id} className="share-friend">
            <input
              type="checkbox"
              checked={chosen.includes(user_id)}
              onChange={event =>
                event.target.checked ? choose(user_id) : onChosen(chosen.filter(each => each !== user_id))
              }
            />
            <bdi>{display_name}</bdi>
          </label>
        ))}
      </div>
      {more}
      {chosen.length === 0 ? <p className="soft share-hint">{t.noneChosen}</p> : null}
    </fieldset>
  )
}

interface AddressProps {
  addresses: string
  onAddresses: (text: string) => void
  unknown: readonly string[]
}

function AddressField({ addresses, onAddresses, unknown }: AddressProps) {
  const t = useTexts(sharingTexts)
  const { verifies_emails } = useSession().info
  const id = useId()
  return (
    <div className="field share-inside">
      <label htmlFor={id}>{t.addresses}</label>
      <textarea
        id={id}
        className="input"
        value={addresses}
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        aria-invalid={unknown.length > 0}
        onChange={event => onAddresses(event.target.value)}
      />
      {unknown.length > 0 ? <p className="fault">{t.notAddresses(unknown.join(', '))}</p> : null}
      <p className="hint" id={`${id}-hint`}>
        {t.addressesHint}
      </p>
      {verifies_emails === false ? (
        <p className="notice" role="status">
          {t.noVerifiedAddresses}
        </p>
      ) : null}
    </div>
  )
}
