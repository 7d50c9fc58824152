// What stands inside an entry of the calendar: time, title, and small signs for repeating and shared ones.
import type { Schedule } from '@daymark/contract/schedule'
import type { EventDisplayInfo } from '@fullcalendar/react'
import { Icon } from '../design/icon.tsx'
import { useTexts } from '../session/language.tsx'
import { calendarTexts } from './texts.ts'

export function EntryContent({ info }: { info: EventDisplayInfo }) {
  const t = useTexts(calendarTexts)
  const entry: Schedule | undefined = info.event.extendedProps['entry']
  const isHoliday = entry === undefined && !info.isMirror
  return (
    <span className="entry-content">
      {info.timeText && !info.event.allDay ? <span className="entry-time">{info.timeText}</span> : null}
      <span className="entry-title">{info.event.title}</span>
      {isHoliday ? <span className="visually-hidden">{t.holiday}</span> : null}
      {entry?.is_shared ? (
        <span className="entry-sign" title={t.sharedBy}>
          <Icon name="people" size={13} />
          <span className="visually-hidden">{t.sharedBy}</span>
        </span>
      ) : null}
      {entry?.parent_id ? (
        <span className="entry-sign" title={t.repeats}>
          <Icon name="repeat" size={12} />
          <span className="visually-hidden">{t.repeats}</span>
        </span>
      ) : null}
    </span>
  )
}
