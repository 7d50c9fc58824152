import { useTexts } from '../session/language.tsx'
import { notificationTexts } from './texts.ts'
import { useUnreadCount } from './use-notifications.ts'
import './notifications.css'

const MOST_SHOWN = 99

export function UnreadBadge() {
  const t = useTexts(notificationTexts)
  const count = useUnreadCount()
  if (count === 0) return null
  return (
    <>
      <span className="unread-badge" aria-hidden="true">
        {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
      </span>
      <span className="visually-hidden">{t.unread(count)}</span>
    </>
  )
}
