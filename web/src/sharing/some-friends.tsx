// Limits long lists of friends, and adds a search field and a "Show more" button.
import { rankOf, searchText, searchWords } from '@daymark/contract/search/search-text'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../design/button.tsx'
import { useTexts } from '../session/language.tsx'
import { sharingTexts } from './texts.ts'

/** The initial number of friends, and the number that "Show more" adds. More at once would slow the page down. */
const STEP = 100
/** Up to this many friends need no search field. */
const FEW = 20

interface Named {
  display_name: string
}

export interface SomeFriends<T, Items extends HTMLElement> {
  some: readonly T[]
  /** The element whose children are the friends, in order. */
  items: RefObject<Items | null>
  /** The search field, if there are many friends. */
  field: ReactNode
  /** The "Show more" button if some friends are hidden, or a text if the search finds no friends. */
  more: ReactNode
}

/** `isKept` selects friends who are always shown, such as the selected ones. */
export function useSomeFriends<T extends Named, Items extends HTMLElement>(
  friends: readonly T[],
  isKept: (friend: T) => boolean = () => false,
): SomeFriends<T, Items> {
  const t = useTexts(sharingTexts)
  const [wanted, setWanted] = useState('')
  const [most, setMost] = useState(STEP)
  const items = useRef<Items>(null)
  const found = matching(friends, wanted)
  const first = found.slice(0, most)
  const keptBeside = (shown: readonly T[]) =>
    friends.filter(friend => isKept(friend) && !shown.includes(friend))
  const showMore = () => {
    flushSync(() => setMost(most + STEP))
    // Focuses the first added friend, because the button may disappear.
    const place = keptBeside(found.slice(0, most + STEP)).length + most
    items.current?.children[place]?.querySelector<HTMLElement>('input, button')?.focus()
  }
  return {
    some: [...keptBeside(first), ...first],
    items,
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
          onKeyDown={keepForm}
        />
      ) : null,
    more:
      found.length > most ? (
        <Button kind="quiet" onClick={showMore}>
          {t.showMore(Math.min(STEP, found.length - most))}
        </Button>
      ) : found.length === 0 && friends.length > 0 ? (
        <p className="soft">{t.noFriendFound}</p>
      ) : null,
  }
}

/** Keeps Enter in the search field from submitting the surrounding form. */
function keepForm(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}

/** Matches names as the app's search does, for example without accents or by Korean initial consonants. */
function matching<T extends Named>(friends: readonly T[], wanted: string): readonly T[] {
  const words = searchWords(wanted)
  if (words.length === 0) return friends
  return friends.filter(({ display_name }) => rankOf(searchText(display_name, []), words) !== undefined)
}
