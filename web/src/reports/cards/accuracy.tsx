// Compares tracked time with planned entries and with estimates: the median, the distribution, and the largest
// deviations.
import type { Accuracy, AccuracyReport } from '@daymark/contract/reports/accuracy'
import { Fragment, memo } from 'react'
import { Link } from 'wouter'
import { dateTimeText, durationText } from '../../design/format.ts'
import { Empty } from '../../design/states.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { ChartCard, DataTable, Figure } from '../charts/chart-card.tsx'
import type { Selected } from '../drill-down/timers-dialog.tsx'
import { reportTexts } from '../texts.ts'
import { ratioName, takesWords } from './ratio-words.ts'

interface Props {
  report: AccuracyReport
  /** True if the page has filters. This card ignores them. */
  isFiltered: boolean
  onSelect: (selected: Selected) => void
  onCsv: () => void
}

export const AccuracyCard = memo(({ report, isFiltered, onSelect, onCsv }: Props) => {
  const t = useTexts(reportTexts)
  const parts = [
    { name: t.ofEntries, accuracy: report.entries, field: 'schedule' as const },
    { name: t.ofTodos, accuracy: report.todos, field: 'todo' as const },
  ].filter(({ accuracy }) => accuracy.count > 0)
  /**
   * Opens the timers of a row. For a todo, these include timers from before the period, because the estimate covers all
   * time of the todo.
   */
  const open = (field: 'schedule' | 'todo', { id, title }: Accuracy['worst'][number]) =>
    onSelect({
      // A row is one occurrence, but the dialog lists the timers of the whole series.
      title: field === 'schedule' ? t.allEntriesOf(title) : title,
      slice: {
        from: field === 'todo' ? 0 : Date.parse(report.start),
        ...{ to: Date.parse(report.end), filter: {} },
        [field]: id,
      },
    })
  return (
    <ChartCard
      title={t.accuracy}
      onCsv={onCsv}
      table={
        parts.length === 0
          ? undefined
          : parts.map(({ name, accuracy }) => (
              <DataTable
                key={name}
                caption={`${t.distribution}: ${name}`}
                head={[t.ratio, t.count]}
                rows={accuracy.distribution.map(step => ({
                  ...{ key: String(step.from), name: ratioName(step, t), cells: [step.count] },
                }))}
              />
            ))
      }
    >
      {parts.length === 0 ? (
        <Empty title={t.noAccuracy}>
          <p>{t.noAccuracyHint}</p>
          <Link href="/calendar" className="button">
            {t.openCalendar}
          </Link>
        </Empty>
      ) : null}
      <div className="accuracy-parts">
        {parts.map(({ name, accuracy, field }) => (
          <div key={field} className="stack accuracy-part">
            <h3>{name}</h3>
            <p>
              <strong>
                {takesWords(accuracy.median_ratio ?? 1, field === 'todo' ? t.estimate : t.takes)}
              </strong>{' '}
              <span className="soft">{t.basedOn(accuracy.count)}</span>
            </p>
            <Distribution steps={accuracy.distribution} name={name} />
            <Worst
              name={name}
              planned={field === 'todo' ? t.estimated : t.planned}
              items={accuracy.worst}
              onOpen={item => open(field, item)}
            />
          </div>
        ))}
      </div>
      {isFiltered ? <p className="soft chart-note">{t.unfiltered}</p> : null}
    </ChartCard>
  )
})

function Distribution({ steps, name }: { steps: Accuracy['distribution']; name: string }) {
  const t = useTexts(reportTexts)
  const most = Math.max(1, ...steps.map(({ count }) => count))
  const width = 100 / steps.length
  const summary = steps
    .filter(({ count }) => count > 0)
    .map(step => t.countOf(ratioName(step, t), step.count))
    .join(', ')
  return (
    <div className="plot-frame">
      <div className="plot distribution">
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={`${t.distribution}, ${name}: ${summary}`}
        >
          {steps.map(({ from, to, count }, at) => (
            <rect
              key={from}
              className={`ratio-bar ${to !== null && from < 1 && to > 1 ? 'exact' : ''}`}
              x={(at + 0.1) * width}
              width={width * 0.8}
              y={100 - (count / most) * 100}
              height={(count / most) * 100}
            />
          ))}
        </svg>
        <div aria-hidden="true">
          {steps.map(({ from, count }, at) => (
            <Fragment key={from}>
              <span className={`mark ${at % 2 === 1 ? 'wide-mark' : ''}`} style={{ left: `${at * width}%` }}>
                {Math.round(from * 100)}%
              </span>
              {count > 0 ? (
                <strong
                  className="bar-count"
                  style={{ left: `${(at + 0.5) * width}%`, bottom: `${(count / most) * 100}%` }}
                >
                  {count}
                </strong>
              ) : null}
            </Fragment>
          ))}
        </div>
      </div>
      <p className="soft plot-readout" aria-hidden="true">
        {t.distribution}
      </p>
    </div>
  )
}

interface WorstProps {
  name: string
  /** The table heading for the planned time. */
  planned: string
  items: Accuracy['worst']
  onOpen: (item: Accuracy['worst'][number]) => void
}

function Worst({ name, planned, items, onOpen }: WorstProps) {
  const t = useTexts(reportTexts)
  const { language } = useLanguage()
  const duration = (seconds: number) => durationText(seconds * 1000, language)
  return (
    <>
      <h4>{t.worst}</h4>
      <DataTable
        caption={`${t.worst}: ${name}`}
        head={[t.item, planned, t.measured, t.ratio]}
        rows={items.map(item => ({
          key: `${item.id} ${item.start}`,
          name: (
            <>
              <bdi>{item.title}</bdi>
              {item.start === null ? null : (
                <span className="soft worst-start">{dateTimeText(item.start, language)}</span>
              )}
            </>
          ),
          cells: [
            duration(item.planned_seconds),
            <Figure key="measured" onOpen={() => onOpen(item)}>
              {duration(item.measured_seconds)}
            </Figure>,
            `${Math.round(item.ratio * 100)}%`,
          ],
        }))}
      />
    </>
  )
}
