// A small month beside the calendar. Dots mark days with entries; a click or Enter shows the day.
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { IconButton } from '../../design/button.tsx'
import { dateOf, weekdayText } from '../../design/format.ts'
import { Icon } from '../../design/icon.tsx'
import { type Language, useLanguage, useTexts } from '../../session/language.tsx'
import { firstDayOfWeek, regionalLocale } from '../../session/region/regional.ts'
import { addDays, localOf, weekdayOf } from '../../session/region/zone-time.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { useShownEntries } from '../../sync/context.ts'
import { useTagOf } from '../../tags/use-tags.ts'
import { type Dates, useEntries } from '../entries/entries.ts'
import { addMonths, datesOf, type Month, monthOf } from '../entries/range.ts'
import { entrySpan } from '../entries/span.ts'
import { shownBetween } from '../grid/use-source.ts'
import { dateAfterKey, weeksOf } from './month.ts'
import { sideTexts } from './texts.ts'

interface Props {
  /** The dates that the calendar shows. */
  dates: Dates
  onDate: (date: string) => void
}

export function MiniMonth({ dates, onDate }: Props) {
  const t = useTexts(sideTexts)
  const { language } = useLanguage()
  const firstDay = firstDayOfWeek(language)
  const today = dateOf()
  const shown = today >= dates.start && today < dates.end ? today : middleOf(dates)
  const [focused, setFocused] = useState(shown)
  // Follows the calendar when it turns a page.
  useEffect(() => setFocused(shown), [shown])
  const month = monthOf(focused)
  const busy = useBusyDays(month)
  const table = useRef<HTMLTableElement>(null)
  function onKey(event: KeyboardEvent): void {
    const next = dateAfterKey(focused, event.key, firstDay)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    setFocused(next)
    // The button of the next month exists after the render.
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus())
  }
  const weeks = weeksOf(month, firstDay)
  return (
    <section className="mini-month" aria-label={t.month}>
      <div className="row spread">
        <h2 aria-live="polite">{monthText(month, language)}</h2>
        <span className="row mini-steps">
          <IconButton name={t.previousMonth} onClick={() => setFocused(`${addMonths(month, -1)}-01`)}>
            <Icon name="left" size={16} />
          </IconButton>
          <IconButton name={t.nextMonth} onClick={() => setFocused(`${addMonths(month, 1)}-01`)}>
            <Icon name="right" size={16} />
          </IconButton>
        </span>
      </div>
      <table ref={table} onKeyDown={onKey}>
        <thead>
          <tr>
            {weeks[0]?.map(date => (
              <th key={date} scope="col" abbr={weekdayText(weekdayOf(date), language)}>
                {weekdayText(weekdayOf(date), language, 'narrow')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(week => (
            <tr key={week[0]}>
              {week.map(date => (
                <td key={date}>
                  <button
                    type="button"
                    data-day={date}
                    tabIndex={date === focused ? 0 : -1}
                    className={dayClass(date, { month, dates, isBusy: busy.has(date) })}
                    aria-current={date === today ? 'date' : undefined}
                    aria-label={
                      busy.has(date) ? t.dayWithEntries(fullText(date, language)) : fullText(date, language)
                    }
                    onClick={() => {
                      setFocused(date)
                      onDate(date)
                    }}
                  >
                    {Number(date.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface Day {
  month: Month
  dates: Dates
  isBusy: boolean
}

const dayClass = (date: string, { month, dates, isBusy }: Day): string =>
  [
    'mini-day',
    monthOf(date) !== month && 'outside',
    date >= dates.start && date < dates.end && 'visible',
    isBusy && 'busy',
  ]
    .filter(Boolean)
    .join(' ')

const DAYS_OF_MONTH_VIEW = 28

/** A month view begins in the month before, and a long list is in its first month. */
const middleOf = ({ start, end }: Dates): string =>
  addDays(start, DAYS_OF_MONTH_VIEW) <= end ? addDays(start, 7) : start

/** The days of the month that have entries. Loads the month if it is not cached yet. */
function useBusyDays(month: Month): ReadonlySet<string> {
  const queries = useQueryClient()
  const zone = timezone()
  const dates = useMemo(() => {
    const { start_date: start, end_date: end } = datesOf(month)
    return { start, end }
  }, [month])
  const { version } = useEntries(dates, false)
  const waiting = useShownEntries()
  const tag = useTagOf()
  // `version` changes when the month was loaded.
  const state = useMemo(() => ({ version, waiting, tag }), [version, waiting, tag])
  return useMemo(() => {
    const days = new Set<string>()
    for (const entry of shownBetween(queries, dates, { zone, discover: false, ...state })) {
      const { start, end } = entrySpan(entry, zone)
      const last = localOf(Math.max(start, end - 1), zone).date
      for (let date = localOf(start, zone).date; date <= last && date < dates.end; date = addDays(date, 1))
        days.add(date)
    }
    return days
  }, [queries, dates, zone, state])
}

const monthText = (month: Month, language: Language): string =>
  new Intl.DateTimeFormat(regionalLocale(language), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`))

const fullText = (date: string, language: Language): string =>
  new Intl.DateTimeFormat(regionalLocale(language), { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
