import type { TimeReport } from '@daymark/contract/reports/time'
import { memo } from 'react'
import { durationText } from '../../design/format.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { type Bars, type Layer, layoutBars, previousLine } from '../charts/bars.ts'
import { ChartCard, DataTable, Figure } from '../charts/chart-card.tsx'
import type { Box } from '../charts/hits.ts'
import { Plot } from '../charts/plot.tsx'
import { tagStyle } from '../charts/tag-style.ts'
import type { Selected } from '../drill-down/timers-dialog.tsx'
import { bucketMark, bucketName } from '../period/words.ts'
import { reportTexts } from '../texts.ts'
import { rowTitle } from './row-title.ts'

interface Props {
  report: TimeReport
  onSelect: (selected: Selected) => void
  onCsv: () => void
}

export const TimeChart = memo(({ report, onSelect, onCsv }: Props) => {
  const t = useTexts(reportTexts)
  const { language } = useLanguage()
  const { bucket, totals, previous } = report
  const bars = layoutBars(report, previous)
  const duration = (seconds: number) => durationText(seconds * 1000, language)
  const ends = [...bars.columns.slice(1).map(({ start }) => start), report.end]
  const names = bars.columns.map(({ start }, at) =>
    bucketName(start, ends[at] ?? report.end, bucket, language),
  )
  const open = (at: number) => {
    const start = bars.columns[at]?.start
    if (start === undefined) return
    const slice = { from: Date.parse(start), to: Date.parse(ends[at] ?? report.end) }
    onSelect({ title: names[at] ?? '', slice })
  }
  const boxes: Box[] = bars.columns.map(({ start, x, width, actual, planned }, at) => ({
    ...{ key: start, x, width, y: 0, height: 100 },
    label: t.point(names[at] ?? '', duration(actual), duration(planned)),
  }))
  const summary = t.timeSummary(duration(totals.actual.sum_seconds), duration(totals.planned.sum_seconds))
  const isDivided = report.group_by.startsWith('tag') && sumOf(report) > totals.actual.sum_seconds
  return (
    <ChartCard
      title={t.time}
      onCsv={onCsv}
      table={
        <DataTable
          caption={t.time}
          head={[t.period, t.measured, t.planned, ...(previous ? [t.previousTime] : [])]}
          rows={bars.columns.map(({ start, actual, planned }, at) => ({
            key: start,
            name: names[at],
            cells: [
              <Figure key="actual" onOpen={actual > 0 ? () => open(at) : undefined}>
                {duration(actual)}
              </Figure>,
              duration(planned),
              duration(previous?.totals.buckets[at]?.actual_seconds ?? 0),
            ],
          }))}
        />
      }
    >
      <Legend layers={bars.layers} hasPrevious={previous !== undefined} />
      <Plot
        className="bars"
        summary={summary}
        hint={t.pointHint}
        boxes={boxes}
        onOpen={box => open(boxes.indexOf(box))}
        labels={<Labels bars={bars} bucket={bucket} />}
      >
        <Shapes bars={bars} line={previousLine(previous, bars)} />
      </Plot>
      {isDivided ? <p className="soft chart-note">{t.severalTags}</p> : null}
    </ChartCard>
  )
})

const sumOf = ({ rows }: TimeReport): number => rows.reduce((sum, { actual }) => sum + actual.sum_seconds, 0)

const Shapes = ({ bars, line }: { bars: Bars; line: string }) => (
  <>
    {bars.axis.ticks.map(tick => (
      <line
        key={tick}
        className="grid-line"
        x1="0"
        x2="100"
        y1={100 - (tick / bars.axis.max) * 100}
        y2={100 - (tick / bars.axis.max) * 100}
      />
    ))}
    {bars.columns.flatMap(({ start, segments }) =>
      segments.map(({ layer, side, x, width, y, height }) => (
        <rect
          key={`${start} ${side} ${layer.key}`}
          className={`bar ${side}`}
          style={tagStyle(layer.color)}
          {...{ x, width, y, height }}
        />
      )),
    )}
    {line ? <path className="previous-line" d={line} /> : null}
  </>
)

function Labels({ bars, bucket }: { bars: Bars; bucket: TimeReport['bucket'] }) {
  const { language } = useLanguage()
  const { axis, columns } = bars
  return (
    <>
      {axis.ticks.map(tick => (
        <span key={tick} className="tick" style={{ bottom: `${(tick / axis.max) * 100}%` }}>
          {durationText(tick * 1000, language)}
        </span>
      ))}
      {columns.map(({ start, x, width }, at) => (
        <span
          key={start}
          className={`mark ${markKind(at, columns.length)}`}
          style={{ left: `${x + width / 2}%` }}
        >
          {bucketMark(start, bucket, columns.length, language)}
        </span>
      ))}
    </>
  )
}

/** If a label would overlap others, returns a class that hides it everywhere or only on phones. */
function markKind(at: number, count: number): string {
  if (count > 20 && at % 2 === 1) return 'hidden-mark'
  const onPhone = Math.ceil(count / 8)
  return at % onPhone === 0 ? '' : 'wide-mark'
}

function Legend({ layers, hasPrevious }: { layers: readonly Layer[]; hasPrevious: boolean }) {
  const t = useTexts(reportTexts)
  return (
    <ul className="legend">
      <li className="legend-side planned">{t.planned}</li>
      <li className="legend-side actual">{t.measured}</li>
      {hasPrevious ? <li className="legend-side before">{t.previousTime}</li> : null}
      {layers.map(layer => (
        <li key={layer.key} className="legend-layer" style={tagStyle(layer.color)}>
          <bdi>{rowTitle(layer, t.special)}</bdi>
        </li>
      ))}
    </ul>
  )
}
