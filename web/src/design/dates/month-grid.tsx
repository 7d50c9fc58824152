// Implements the keys of the WAI-ARIA date grid: arrows, Home, End, Page Up and Page Down.
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { type Language, useLanguage, useTexts } from '../../session/language.tsx'
import { dateFormat } from '../../session/region/date-format.ts'
import { firstDayOfWeek, regionalLocale } from '../../session/region/regional.ts'
import { weekdayOf } from '../../session/region/zone-time.ts'
import { IconButton } from '../button.tsx'
import { dateOf, weekdayText } from '../format.ts'
import { Icon } from '../icon.tsx'
import { designTexts } from '../texts.ts'
import { dateAfterKey, type Month, monthOf, sameDay, weeksOf } from './month.ts'
import './month-grid.css'

export interface DayLook {
  className?: string
  /** Turns the full date into the day's name for screen readers. */
  label?: (date: string) => string
  isDisabled?: boolean
}

interface Props {
  /** The day that has focus or gets it next. The grid shows its month. */
  focused: string
  onFocused: (date: string) => void
  onChoose: (date: string) => void
  /** Empty if no date is chosen. Undefined if a click opens a day instead of choosing it. */
  selected?: string | undefined
  lookOf?: (date: string) => DayLook
  /** Moves focus into the grid when it opens. */
  takesFocus?: boolean
}

export function MonthGrid({ focused, onFocused, onChoose, selected, lookOf, takesFocus = false }: Props) {
  const t = useTexts(designTexts)
  const { language } = useLanguage()
  const title = useId()
  const firstDay = firstDayOfWeek(language)
  const today = dateOf()
  const month = monthOf(focused)
  const grid = useRef<HTMLTableElement>(null)
  const isMoving = useRef(takesFocus)
  // Needs an effect, because buttons for days in another month exist only after the render.
  useEffect(() => {
    if (isMoving.current) grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus()
  }, [focused])
  // Keeps focus on the pressed button.
  const turn = (months: number) => {
    isMoving.current = false
    onFocused(sameDay(focused, months))
  }
  function onKey(event: KeyboardEvent): void {
    const next = dateAfterKey(focused, event, firstDay)
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    isMoving.current = true
    onFocused(next)
  }
  // The ARIA role `grid` is for choosing a date. In the calendar's side panel, the month is a table of buttons.
  const isGrid = selected !== undefined
  const cellOf = (date: string) => (isGrid ? { role: 'gridcell', 'aria-selected': date === selected } : {})
  const weeks = weeksOf(month, firstDay)
  return (
    <div className="month-grid">
      <div className="row spread">
        <h2 id={title} aria-live="polite">
          {monthText(month, language)}
        </h2>
        <span className="row month-steps">
          <IconButton name={t.previousMonth} onClick={() => turn(-1)}>
            <Icon name="left" size={16} />
          </IconButton>
          <IconButton name={t.nextMonth} onClick={() => turn(1)}>
            <Icon name="right" size={16} />
          </IconButton>
        </span>
      </div>
      <table ref={grid} role={isGrid ? 'grid' : undefined} aria-labelledby={title} onKeyDown={onKey}>
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
              {week.map(date => {
                const { className = '', label = same, isDisabled = false } = lookOf?.(date) ?? {}
                return (
                  <td key={date} {...cellOf(date)}>
                    <button
                      type="button"
                      data-day={date}
                      tabIndex={date === focused ? 0 : -1}
                      className={`month-day ${monthOf(date) === month ? '' : 'outside'} ${className}`}
                      aria-current={date === today ? 'date' : undefined}
                      aria-disabled={isDisabled}
                      aria-label={label(fullText(date, language))}
                      onClick={() => {
                        if (isDisabled) return
                        onFocused(date)
                        onChoose(date)
                      }}
                    >
                      {Number(date.slice(8))}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const same = (text: string): string => text

const monthText = (month: Month, language: Language): string =>
  dateFormat(regionalLocale(language), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T00:00:00Z`))

const fullText = (date: string, language: Language): string =>
  dateFormat(regionalLocale(language), { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
