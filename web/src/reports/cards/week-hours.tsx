import type { TimeReport } from '@daymark/contract/reports/time'
import { memo } from 'react'
import { durationText, weekdayText } from '../../design/format.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { firstDayOfWeek } from '../../session/region/regional.ts'
import { ChartCard, DataTable, Figure } from '../charts/chart-card.tsx'
import type { Box } from '../charts/hits.ts'
import { type HourCell, hourCells, shownHours, weekdaysFrom } from '../charts/hours.ts'
import { Plot } from '../charts/plot.tsx'
import type { Selected } from '../drill-down/timers-dialog.tsx'
import { hourText } from '../period/words.ts'
import { reportTexts } from '../texts.ts'
import { hoursText } from './year-map.tsx'

interface Props {
  report: TimeReport
  onSelect: (selected: Selected) => void
  onCsv: () => void
}

export const WeekHours = memo(({ report, onSelect, onCsv }: Props) => {
  const t = useTexts(reportTexts)
  const { language } = useLanguage()
  const cells = hourCells(report)
  const hours = shownHours(cells)
  const weekdays = weekdaysFrom(firstDayOfWeek(language))
  const most = Math.max(1, ...cells.map(({ seconds }) => seconds))
  const [width, height] = [100 / hours.length, 100 / 7]
  const labelOf = ({ weekday, hour, seconds }: HourCell) =>
    t.hourTime(
      weekdayText(weekday, language),
      hourText(hour, language),
      durationText(seconds * 1000, language),
    )
  const placed = cells
    .filter(({ hour }) => hours.includes(hour))
    .map(cell => ({ cell, column: hours.indexOf(cell.hour), row: weekdays.indexOf(cell.weekday) }))
    .toSorted((a, b) => a.row - b.row || a.column - b.column)
  const open = ({ weekday, hour }: HourCell) =>
    onSelect({
      title: `${weekdayText(weekday, language)}, ${hourText(hour, language)}`,
      slice: { from: Date.parse(report.start), to: Date.parse(report.end), weekday, hour },
    })
  const boxes: Box[] = placed.map(({ cell, column, row }) => ({
    ...{ key: `${cell.weekday} ${cell.hour}`, x: column * width, y: row * height, width, height },
    label: labelOf(cell),
  }))
  const busiest = cells.toSorted((a, b) => b.seconds - a.seconds)[0]
  return (
    <ChartCard
      title={t.hours}
      onCsv={onCsv}
      table={
        <DataTable
          caption={t.hours}
          head={[t.hour, ...weekdays.map(day => weekdayText(day, language, 'short'))]}
          rows={hours.map(hour => ({
            key: String(hour),
            name: hourText(hour, language),
            cells: weekdays.map(weekday => {
              const cell = cells.find(each => each.weekday === weekday && each.hour === hour)
              return cell && cell.seconds > 0 ? (
                <Figure key={weekday} onOpen={() => open(cell)}>
                  {hoursText(cell.seconds)}
                </Figure>
              ) : (
                '–'
              )
            }),
          }))}
        />
      }
    >
      <Plot
        className="week-hours"
        summary={
          busiest && busiest.seconds > 0
            ? t.hoursSummary(weekdayText(busiest.weekday, language), hourText(busiest.hour, language))
            : t.hours
        }
        hint={t.hoursHint}
        boxes={boxes}
        onOpen={box => {
          const found = placed[boxes.indexOf(box)]
          if (found) open(found.cell)
        }}
        labels={
          <>
            {hours.map((hour, column) => (
              <span
                key={hour}
                className={`mark ${column % 2 === 1 ? 'hidden-mark' : column % 4 === 2 ? 'wide-mark' : ''}`}
                style={{ left: `${(column + 0.5) * width}%` }}
              >
                {hour}
              </span>
            ))}
            {weekdays.map((day, row) => (
              <span key={day} className="tick" style={{ bottom: `${100 - (row + 0.5) * height}%` }}>
                {weekdayText(day, language, 'short')}
              </span>
            ))}
          </>
        }
      >
        {placed.map(({ cell, column, row }) => (
          <Square
            key={`${cell.weekday} ${cell.hour}`}
            {...{ column, row, width, height }}
            share={cell.seconds / most}
          />
        ))}
      </Plot>
    </ChartCard>
  )
})

interface SquareProps {
  column: number
  row: number
  width: number
  height: number
  share: number
}

/** The area of the square grows with the tracked time. */
function Square({ column, row, width, height, share }: SquareProps) {
  const size = share === 0 ? 0.1 : 0.2 + 0.68 * Math.sqrt(share)
  const free = (1 - size) / 2
  return (
    <rect
      className={`heat level-${share === 0 ? 0 : Math.ceil(share * 4)}`}
      x={(column + free) * width}
      y={(row + free) * height}
      width={width * size}
      height={height * size}
    />
  )
}
