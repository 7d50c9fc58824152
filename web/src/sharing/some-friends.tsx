// Shows some of very many friends: a field that finds them by name, and a button that shows more of them.
import { type ReactNode, useState } from 'react'
import { Button } from '../design/button.tsx'
import { useTexts } from '../session/language.tsx'
import { sharingTexts } from './texts.ts'

/** More at once would slow the page down. */
const MOST = 100
/** Fewer are found faster by looking. */
const FEW = 20

interface Named {
  display_name: string
}

export interface SomeFriends<T> {
  some: readonly T[]
  /** The field, if there are many friends. */
  field: ReactNode
  /** The button, if there are more friends than shown. */
  more: ReactNode
}

/** `isKept` selects friends that are shown in any case, such as the chosen ones. */
export function useSomeFriends<T extends Named>(
  friends: readonly T[],
  isKept: (friend: T) => boolean = () => false,
): SomeFriends<T> {
  const t = useTexts(sharingTexts)
  const [wanted, setWanted] = useState('')
  const [most, setMost] = useState(MOST)
  const found = matching(friends, wanted)
  const some = found.slice(0, most)
  const kept = friends.filter(friend => isKept(friend) && !some.includes(friend))
  return {
    some: [...kept, ...some],
    field:
      friends.length > FEW ? (
        <input
          type="search"
          dir="auto"
          className="input"
          aria-label={t.findFriend}
          placeholder={t.findFriend}
          value={wanted}
          onChange={event => setWanted(event.target.value)}
        />
      ) : null,
    more:
      found.length > most ? (
        <Button kind="quiet" onClick={() => setMost(most + MOST)}>
          {t.showMore(found.length - most)}
        </Button>
      ) : found.length === 0 && friends.length > 0 ? (
        <p className="soft">{t.noFriendFound}</p>
      ) : null,
  }
}

function matching<T extends Named>(friends: readonly T[], wanted: string): readonly T[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return friends
  return friends.filter(({ display_name }) => words.every(word => display_name.toLowerCase().includes(word)))
}
