import type { TimeReport } from '@daymark/contract/reports/time'
import { memo } from 'react'
import { weekdayText } from '../../design/format.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { weekdayOf } from '../../session/region/zone-time.ts'
import { ChartCard, DataTable } from '../charts/chart-card.tsx'
import { hoursText, type WeekCell, weekRows } from '../charts/week-rows.ts'
import { GROUPINGS } from '../period/address.ts'
import { reportTexts } from '../texts.ts'
import { rowTitle } from './row-title.ts'

export const WeekTable = memo(({ report, onCsv }: { report: TimeReport; onCsv: () => void }) => {
  const t = useTexts(reportTexts)
  const { language } = useLanguage()
  const days = report.totals.buckets.map(({ start }) =>
    weekdayText(weekdayOf(start.slice(0, 10)), language, 'short'),
  )
  const by = GROUPINGS.find(each => each === report.group_by) ?? 'tag'
  const titles = new Map(report.rows.map(row => [row.key, rowTitle(row, t.special)]))
  const cell = ({ actual, planned }: WeekCell) => (
    <span className={actual + planned === 0 ? 'soft' : ''}>
      {hoursText(actual)}{' '}
      {planned === 0 && actual === 0 ? null : (
        <span className="soft week-planned">
          <span className="week-slash">/ </span>
          {hoursText(planned)}
        </span>
      )}
    </span>
  )
  return (
    <ChartCard title={t.weekTable} onCsv={onCsv} className="week-table">
      <p className="soft">{t.weekTableHint}</p>
      <DataTable
        caption={t.weekTable}
        head={[t.by[by], ...days, t.weekTotal]}
        rows={weekRows(report).map(({ key, cells }) => ({
          key,
          name: key === 'total' ? t.weekTotal : <bdi>{titles.get(key)}</bdi>,
          cells: cells.map(cell),
        }))}
      />
    </ChartCard>
  )
})
