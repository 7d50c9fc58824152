import type { Schedule } from '@daymark/contract/planning/schedule'
import type { EventDisplayInfo } from '@fullcalendar/react'
import { dateOf } from '../../design/format.ts'
import { Icon } from '../../design/icon.tsx'
import { startOfDay } from '../../session/region/zone-time.ts'
import { timezone } from '../../session/storage/preferences.ts'
import type { sharingTexts } from '../../sharing/texts.ts'
import type { TimesOf } from '../entries/times.ts'
import type { calendarTexts } from '../texts.ts'

interface Words {
  t: (typeof calendarTexts)['en']
  sharedWith: (typeof sharingTexts)['en']['sharedWith']
  times: TimesOf
  /** Undefined unless multi-select is on. */
  selected: ReadonlySet<string> | undefined
  isSelected: string
}

/** Not a component, because hundreds of components would render slowly. */
export function entryContent(info: EventDisplayInfo, { t, sharedWith, times, selected, isSelected }: Words) {
  const entry: Schedule | undefined = info.event.extendedProps['entry']
  const isDeadline = info.event.extendedProps['isDeadline'] === true
  const isMet = isDeadline && info.event.extendedProps['todo'].status === 'DONE'
  const isHoliday = info.event.extendedProps['isHoliday'] === true
  return (
    <span className="entry-content" title={tooltip(info, times, isDeadline)}>
      {selected && entry && !entry.is_shared ? (
        <span className={selected.has(entry.id) ? 'entry-check on' : 'entry-check'}>
          {selected.has(entry.id) ? <span className="visually-hidden">{isSelected}</span> : null}
        </span>
      ) : null}
      {isDeadline ? (
        <span className="entry-flag">
          <Icon name="flag" size={13} />
          <span className="visually-hidden">{isMet ? t.metDeadline : t.deadline}</span>
        </span>
      ) : null}
      {info.event.allDay || fillsDay(info) ? wholeDay(info, t.wholeDay) : timesOf(info, times, isDeadline)}
      <span className="entry-title" dir="auto">
        {info.event.title}
      </span>
      {isHoliday ? <span className="visually-hidden">{t.holiday}</span> : null}
      {entry?.is_shared ? (
        <span className="entry-sign" title={t.sharedBy}>
          <Icon name="people" size={13} />
          <span className="visually-hidden">{t.sharedBy}</span>
        </span>
      ) : null}
      {entry?.visibility ? (
        <span className="entry-sign" title={sharedWith[entry.visibility.level]}>
          <Icon name="share" size={12} />
          <span className="visually-hidden">{sharedWith[entry.visibility.level]}</span>
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

/** Labels an entry that fills a day of the agenda. Other views show no time for such an entry. */
const wholeDay = ({ view }: EventDisplayInfo, words: string) =>
  view.type === 'agenda' ? <span className="entry-time">{words}</span> : null

/** The tooltip contains the whole title, because narrow entries cut it off. */
function tooltip({ event }: EventDisplayInfo, times: TimesOf, isPoint: boolean): string {
  if (event.allDay) return event.title
  const start = Date.parse(event.startStr)
  const { from, until } = times(start, isPoint ? start : Date.parse(event.endStr))
  return `${event.title}\n${until ? `${from} – ${until}` : from}`
}

/** True if the entry fills this agenda day completely. Always false on the entry's first day. */
function fillsDay({ event, view, isStart, isEnd }: EventDisplayInfo): boolean {
  if (view.type !== 'agenda' || isStart) return false
  const end = Date.parse(event.endStr)
  return !isEnd || midnightOf(end) === end
}

function timesOf({ event, view, isStart }: EventDisplayInfo, times: TimesOf, isDeadline: boolean) {
  // On an entry's last day, the agenda shows midnight as the start, because the real start would look like a time on
  // that day.
  const isRest = view.type === 'agenda' && !isStart
  const start = isRest ? midnightOf(Date.parse(event.endStr)) : Date.parse(event.startStr)
  // The month view has no space for the end time.
  const isPoint = isDeadline || view.type === 'dayGridMonth'
  const { from, until } = times(start, isPoint ? start : Date.parse(event.endStr))
  return (
    <span className="entry-time">
      {from}
      {until ? <span className="entry-until"> – {until}</span> : null}
    </span>
  )
}

const midnightOf = (at: number): number => startOfDay(dateOf(at), timezone())
