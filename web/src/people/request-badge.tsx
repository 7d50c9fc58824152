// Shows the number of received friend requests. The live connection keeps the number current.
import { texts, useTexts } from '../session/language.tsx'
import { useRequests } from './use-people.ts'

/** Separate from the texts of the People page, because every page shows the badge. */
const badgeTexts = texts({
  en: { waiting: (count: number) => (count === 1 ? '1 friend request' : `${count} friend requests`) },
  ko: { waiting: (count: number) => `친구 요청 ${count}개` },
})

export function RequestBadge() {
  const t = useTexts(badgeTexts)
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
