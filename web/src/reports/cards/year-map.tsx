// Squares grow with the tracked time, so that reading the map does not depend on color.
import type { ActivityReport } from '@daymark/contract/reports/activity'
import { memo, useLayoutEffect, useRef } from 'react'
import { calendarDateText, dateOf, durationText, weekdayText } from '../../design/format.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { firstDayOfWeek } from '../../session/region/regional.ts'
import { addDays, startOfDay } from '../../session/region/zone-time.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { ChartCard, DataTable, Figure } from '../charts/chart-card.tsx'
import { type DayCell, dayCells, LEVELS, monthStarts, weeksOf } from '../charts/heat-map.ts'
import type { Box } from '../charts/hits.ts'
import { weekdaysFrom } from '../charts/hours.ts'
import { Plot } from '../charts/plot.tsx'
import type { Selected } from '../drill-down/timers-dialog.tsx'
import { dayText, monthText } from '../period/words.ts'
import { reportTexts } from '../texts.ts'

interface Props {
  report: ActivityReport
  /** True if the page has filters. This card ignores them. */
  isFiltered: boolean
  onSelect: (selected: Selected) => void
  onCsv: () => void
}

/** The size of a square relative to its cell, by level. */
const SIZES = [0.22, 0.52, 0.68, 0.84, 1]
/** The gap between cells, as a fraction of a cell. */
const SPACE = 0.16

export const YearMap = memo(({ report, isFiltered, onSelect, onCsv }: Props) => {
  const t = useTexts(reportTexts)
  const { language } = useLanguage()
  const firstDay = firstDayOfWeek(language)
  const cells = dayCells(report.days, firstDay)
  const weekCount = (cells.at(-1)?.week ?? 52) + 1
  const [width, height] = [100 / weekCount, 100 / 7]
  const duration = (seconds: number) => durationText(seconds * 1000, language)
  const open = ({ date }: DayCell) =>
    onSelect({
      title: calendarDateText(date, language),
      slice: { from: startOfDay(date, timezone()), to: startOfDay(addDays(date, 1), timezone()) },
    })
  const boxes: Box[] = cells.map(({ date, seconds, week, row }) => ({
    ...{ key: date, x: week * width, y: row * height, width, height },
    label: t.dayTime(calendarDateText(date, language), duration(seconds)),
  }))
  const weekdays = weekdaysFrom(firstDay)
  const map = useRef<HTMLDivElement>(null)
  const today = dateOf()
  const shown = (cells.find(({ date }) => date === today)?.week ?? 0) / weekCount
  // Runs only when the position changes, because measuring is slow and the user may have scrolled.
  useLayoutEffect(() => showPart(map.current, shown), [shown])
  return (
    <ChartCard
      className="wide-card"
      title={t.year(report.year)}
      onCsv={onCsv}
      table={
        <DataTable
          caption={t.year(report.year)}
          head={[t.weekOf, ...weekdays.map(day => weekdayText(day, language, 'short')), t.total]}
          rows={weeksOf(cells).map(days => {
            const first = days.find(day => day !== undefined)
            const sum = days.reduce((all, day) => all + (day?.seconds ?? 0), 0)
            return {
              key: first?.date ?? '',
              name: first ? dayText(first.date, language) : '',
              cells: [
                ...days.map(day =>
                  day && day.seconds > 0 ? (
                    <Figure key={day.date} onOpen={() => open(day)}>
                      {hoursText(day.seconds)}
                    </Figure>
                  ) : (
                    '–'
                  ),
                ),
                hoursText(sum),
              ],
            }
          })}
        />
      }
    >
      <dl className="streaks">
        <Streak name={t.currentStreak} days={report.current_streak.days} />
        <Streak name={t.longestStreak} days={report.longest_streak.days} />
        <div>
          <dt className="soft">{t.measured}</dt>
          <dd>{duration(report.total_seconds)}</dd>
          <dd className="soft">{t.activeDays(report.active_days)}</dd>
        </div>
      </dl>
      <div className="map-scroll" ref={map}>
        <Plot
          className="year-map"
          summary={t.yearSummary(duration(report.total_seconds), report.active_days)}
          hint={t.hoursHint}
          boxes={boxes}
          onOpen={box => {
            const cell = cells.find(({ date }) => date === box.key)
            if (cell) open(cell)
          }}
          labels={
            <>
              {monthStarts(cells).map(({ date, week }) => (
                <span key={date} className="month-mark" style={{ left: `${(week + 0.5) * width}%` }}>
                  {monthText(date, language)}
                </span>
              ))}
              {weekdays.map((day, row) => (
                <span key={day} className="tick" style={{ bottom: `${100 - (row + 0.5) * height}%` }}>
                  {row % 2 === 0 ? weekdayText(day, language, 'short') : ''}
                </span>
              ))}
            </>
          }
        >
          {cells.map(cell => (
            <Square key={cell.date} {...{ cell, width, height }} />
          ))}
        </Plot>
      </div>
      <p className="soft row map-legend" aria-hidden="true">
        {t.less}
        {[0, ...LEVELS].map(level => (
          <svg key={level} viewBox="0 0 10 10" width="14" height="14" aria-hidden="true">
            <rect
              className={`heat level-${level}`}
              {...{ x: 5 - inset(level), y: 5 - inset(level), width: 2 * inset(level) }}
              height={2 * inset(level)}
            />
          </svg>
        ))}
        {t.more}
      </p>
      {isFiltered ? <p className="soft chart-note">{t.unfiltered}</p> : null}
    </ChartCard>
  )
})

/** Scrolls to the point at `share` of the map's width, because the map is wider than the screen of a phone. */
function showPart(scroll: HTMLElement | null, share: number): void {
  if (scroll) scroll.scrollLeft = share * scroll.scrollWidth - scroll.clientWidth / 2
}

const inset = (level: number): number => 5 * (1 - SPACE) * (SIZES[level] ?? 1)

function Square({ cell, width, height }: { cell: DayCell; width: number; height: number }) {
  const size = (1 - SPACE) * (SIZES[cell.level] ?? 1)
  const free = (1 - size) / 2
  return (
    <rect
      className={`heat level-${cell.level}`}
      x={(cell.week + free) * width}
      y={(cell.row + free) * height}
      width={width * size}
      height={height * size}
    />
  )
}

function Streak({ name, days }: { name: string; days: number }) {
  const t = useTexts(reportTexts)
  return (
    <div>
      <dt className="soft">{name}</dt>
      <dd>{t.days(days)}</dd>
    </div>
  )
}

/** Formats hours and minutes as `7:05`, for narrow tables. */
export function hoursText(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
