import type { TimeReport } from '@daymark/contract/reports/time'
import { memo, type ReactNode } from 'react'
import { durationText } from '../../design/format.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { Figure } from '../charts/chart-card.tsx'
import type { Selected } from '../drill-down/timers-dialog.tsx'
import { reportTexts } from '../texts.ts'
import { changeWords } from './breakdown.tsx'

interface Props {
  report: TimeReport
  /** The number of days with tracked time. */
  activeDays: number
  onSelect: (selected: Selected) => void
}

/** Smaller differences are not shown. */
const SAME_S = 60

export const Totals = memo(({ report, activeDays, onSelect }: Props) => {
  const t = useTexts(reportTexts)
  const { language } = useLanguage()
  const { totals, previous } = report
  const { actual, planned } = totals
  const duration = (seconds: number) => durationText(seconds * 1000, language)
  const difference = actual.sum_seconds - planned.sum_seconds
  const isSame = planned.count === 0 || Math.abs(difference) < SAME_S
  const all = { from: Date.parse(report.start), to: Date.parse(report.end) }
  return (
    <div className="report-totals">
      <Total name={t.measured}>
        <strong>
          <Figure
            onOpen={actual.count > 0 ? () => onSelect({ title: t.wholePeriod, slice: all }) : undefined}
          >
            {duration(actual.sum_seconds)}
          </Figure>
        </strong>
        <p className="soft">
          {t.timers(actual.count)}
          {actual.sum_seconds - actual.wall_seconds >= SAME_S
            ? ` · ${t.overlapFree(duration(actual.wall_seconds))}`
            : ''}
        </p>
        {previous ? (
          <p className="soft">
            {changeWords(actual.sum_seconds, previous.totals.actual.sum_seconds, t, duration)}
          </p>
        ) : null}
      </Total>
      <Total name={t.planned}>
        <strong>{duration(planned.sum_seconds)}</strong>
        <p className="soft">{t.entries(planned.count)}</p>
        {previous ? (
          <p className="soft">
            {changeWords(planned.sum_seconds, previous.totals.planned.sum_seconds, t, duration)}
          </p>
        ) : null}
      </Total>
      <Total name={t.difference}>
        <strong>{isSame ? '–' : duration(Math.abs(difference))}</strong>
        <p className="soft">
          {planned.count === 0 ? t.noPlan : isSame ? t.asPlanned : difference > 0 ? t.morePlan : t.lessPlan}
        </p>
      </Total>
      <Total name={t.perDay}>
        <strong>{activeDays === 0 ? '–' : duration(actual.sum_seconds / activeDays)}</strong>
        <p className="soft">{t.activeDays(activeDays)}</p>
      </Total>
    </div>
  )
})

const Total = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className="card panel report-total" aria-label={name}>
    <h2 className="soft">{name}</h2>
    {children}
  </section>
)
