import type { TimeReport, TimeRow } from '@daymark/contract/reports/time'
import { memo } from 'react'
import { durationText } from '../../design/format.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { ChartCard, DataTable, Figure } from '../charts/chart-card.tsx'
import { tagStyle } from '../charts/tag-style.ts'
import type { Slice } from '../drill-down/slice.ts'
import type { Selected } from '../drill-down/timers-dialog.tsx'
import { GROUPINGS, type RowGrouping } from '../period/address.ts'
import { reportTexts } from '../texts.ts'
import { rowTitle } from './row-title.ts'

interface Props {
  report: TimeReport
  by: RowGrouping
  onBy: (by: RowGrouping) => void
  onSelect: (selected: Selected) => void
  onCsv: () => void
}

const SLICE_FIELDS = {
  ...{ tag: 'tag', tag_group: 'group', todo: 'todo', schedule: 'schedule' },
} as const satisfies Record<RowGrouping, keyof Slice>

/** Limits the chart. The table has all rows. */
const MOST_ROWS = 12

export const Breakdown = memo(({ report, by, onBy, onSelect, onCsv }: Props) => {
  // Shows the rows of the previous grouping until the new ones have loaded.
  const shown = GROUPINGS.find(each => each === report.group_by) ?? by
  const t = useTexts(reportTexts)
  const { language } = useLanguage()
  const { rows, totals, previous } = report
  const duration = (seconds: number) => durationText(seconds * 1000, language)
  const total = totals.actual.sum_seconds
  const share = (row: TimeRow) => `${Math.round((row.actual.sum_seconds / (total || 1)) * 100)}%`
  const most = Math.max(1, ...rows.flatMap(each => [each.actual.sum_seconds, each.planned.sum_seconds]))
  const open = (row: TimeRow) => () =>
    onSelect({
      title: rowTitle(row, t.special),
      slice: {
        ...{ from: Date.parse(report.start), to: Date.parse(report.end) },
        [SLICE_FIELDS[shown]]: row.key,
      },
    })
  const before = (key: string) => previous?.rows.find(each => each.key === key)?.actual.sum_seconds ?? 0
  return (
    <ChartCard
      title={t.breakdown}
      onCsv={onCsv}
      controls={
        <select
          className="input rows-by"
          aria-label={t.rowsBy}
          value={by}
          onChange={event => onBy(GROUPINGS.find(each => each === event.target.value) ?? 'tag')}
        >
          {GROUPINGS.map(each => (
            <option key={each} value={each}>
              {t.by[each]}
            </option>
          ))}
        </select>
      }
      table={
        <DataTable
          caption={t.breakdown}
          head={[t.by[shown], t.measured, t.share, t.planned, ...(previous ? [t.previousTime] : [])]}
          rows={rows.map(row => ({
            key: row.key,
            name: <bdi>{rowTitle(row, t.special)}</bdi>,
            cells: [
              <Figure key="actual" onOpen={row.actual.count > 0 ? open(row) : undefined}>
                {duration(row.actual.sum_seconds)}
              </Figure>,
              share(row),
              duration(row.planned.sum_seconds),
              duration(before(row.key)),
            ],
          }))}
        />
      }
    >
      <ul className="plain-list breakdown">
        {rows.slice(0, MOST_ROWS).map(row => (
          <li key={row.key} className="breakdown-row" style={tagStyle(row.color)}>
            <span className="breakdown-name">
              <bdi>{rowTitle(row, t.special)}</bdi>
            </span>
            <Figure onOpen={row.actual.count > 0 ? open(row) : undefined}>
              {duration(row.actual.sum_seconds)}
            </Figure>
            <svg
              className="breakdown-bars"
              viewBox="0 0 100 10"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect
                className="bar actual"
                x="0"
                y="0"
                height="6"
                width={(row.actual.sum_seconds / most) * 100}
              />
              <rect
                className="bar planned"
                x="0"
                y="7"
                height="3"
                width={(row.planned.sum_seconds / most) * 100}
              />
            </svg>
            <span className="soft breakdown-facts">
              {t.ofTotal(share(row))}
              {row.planned.count > 0 ? ` · ${t.plannedOf(duration(row.planned.sum_seconds))}` : ''}
              {previous ? ` · ${changeWords(row.actual.sum_seconds, before(row.key), t, duration)}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </ChartCard>
  )
})

type Texts = (typeof reportTexts)['en']

/** Describes the change in words, because color and direction alone are not accessible. */
export function changeWords(
  now: number,
  before: number,
  t: Pick<Texts, 'moreThanBefore' | 'lessThanBefore' | 'sameAsBefore'>,
  duration: (seconds: number) => string,
): string {
  if (Math.abs(now - before) < 30) return t.sameAsBefore
  return now > before ? t.moreThanBefore(duration(now - before)) : t.lessThanBefore(duration(before - now))
}
