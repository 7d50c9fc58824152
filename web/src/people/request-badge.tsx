// The number of received friend requests beside "People". It follows the live connection.
import { useTexts } from '../session/language.tsx'
import { peopleTexts } from './texts.ts'
import { useRequests } from './use-people.ts'

export function RequestBadge() {
  const t = useTexts(peopleTexts)
  const count = useRequests('received').data?.length ?? 0
  if (count === 0) return null
  return (
    <>
      <span className="unread-badge" aria-hidden="true">
        {count}
      </span>
      <span className="visually-hidden">{t.waiting(count)}</span>
    </>
  )
}
