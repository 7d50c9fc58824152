import type { TimeReport } from '@daymark/contract/reports/time'
import { useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button, IconButton } from '../design/button.tsx'
import { dateOf, timeText } from '../design/format.ts'
import { Icon } from '../design/icon.tsx'
import { Missing, Settled } from '../design/settled.tsx'
import { Skeleton } from '../design/states.tsx'
import { useLanguage, useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { firstDayOfWeek } from '../session/region/regional.ts'
import { timezone } from '../session/storage/preferences.ts'
import { AccuracyCard } from './cards/accuracy.tsx'
import { Breakdown } from './cards/breakdown.tsx'
import { GoalsCard } from './cards/goals.tsx'
import { type Selected, TimersDialog } from './drill-down/timers-dialog.tsx'
import { useTodoTree } from './drill-down/use-behind.ts'
import { EmptyPeriod } from './empty-period.tsx'
import { Filters } from './filters.tsx'
import type { RowGrouping } from './period/address.ts'
import { useArrowKeys, useReportCommands } from './period/keys.ts'
import { bucketOf, contains } from './period/period.ts'
import { Toolbar } from './period/toolbar.tsx'
import { useView, type Viewing } from './period/use-view.ts'
import './print.css'
import './reports.css'
import { TimeChart } from './cards/time-chart.tsx'
import { Totals } from './cards/totals.tsx'
import { WeekHours } from './cards/week-hours.tsx'
import { WeekTable } from './cards/week-table.tsx'
import { YearMap } from './cards/year-map.tsx'
import { reportTexts } from './texts.ts'
import { fileName, useDownload } from './use-download.ts'
import {
  activityQuery,
  rangeOf,
  timeQuery,
  useAccuracyReport,
  useActivityReport,
  useGoalReport,
  useTimeReport,
} from './use-reports.ts'

export default function Reports() {
  const viewing = useView()
  useReportCommands(viewing)
  useArrowKeys(viewing)
  return (
    <div className="page reports-page">
      <Toolbar viewing={viewing} />
      <Filters viewing={viewing} />
      <Figures viewing={viewing} />
    </div>
  )
}

/** The controls change immediately. The figures follow after the next paint, because they take longer to render. */
function Figures({ viewing: chosen }: { viewing: Viewing }) {
  const viewing = useDeferredValue(chosen)
  const { view, period, change } = viewing
  const time = useTimeReport(viewing, view.by, bucketOf(period))
  const hours = useTimeReport(viewing, 'hour_of_day', 'day')
  const goals = useGoalReport(viewing)
  const accuracy = useAccuracyReport(viewing)
  const activity = useActivityReport(viewing)
  const all = [time, hours, goals, accuracy, activity]
  const [selected, setSelected] = useState<Selected & { isFiltered: boolean }>()
  const todos = useTodoTree(view.todo)
  const csv = useCsv(viewing)
  // Stable, so that cards rerender only for new figures.
  const select = useCallback((number: Selected) => setSelected({ ...number, isFiltered: true }), [])
  const selectDay = useCallback((day: Selected) => setSelected({ ...day, isFiltered: false }), [])
  const onBy = useCallback((by: RowGrouping) => change({ by }), [change])
  /** Adds the page's filters for numbers from filtered reports. Goals and accuracy set their own empty filter. */
  const filterOf = ({ slice, isFiltered }: { slice: Selected['slice']; isFiltered: boolean }) =>
    isFiltered ? { filter: { tag: view.tag, group: view.group, todos }, ...slice } : slice
  const isFiltered = (view.group ?? view.tag ?? view.todo) !== undefined
  const isEmpty = time.data !== undefined && isWithoutTime(time.data.totals)
  // Hides goals and accuracy if the period has no time. With filters they stay, because most filters do not apply to
  // them.
  const isShown = !isEmpty || isFiltered
  return (
    <>
      <Settled of={all} skeleton={<ReportSkeleton />}>
        <Missing query={time} skeleton={<ReportSkeleton />} />
        {all
          .slice(1)
          .map(query =>
            query.error ? <Missing key={query.error.message} query={query} skeleton={null} /> : null,
          )}
        <div
          className="report-figures"
          aria-busy={viewing !== chosen || all.some(({ isPlaceholderData }) => isPlaceholderData)}
        >
          {time.data ? (
            <>
              <Status
                // A running timer does not change past figures.
                isRunning={time.data.is_running && Date.parse(time.data.end) > time.dataUpdatedAt}
                updatedAt={time.dataUpdatedAt}
                onRefresh={() => void Promise.all(all.map(({ refetch }) => refetch()))}
                onCsv={csv.timers}
              />
              {isEmpty ? (
                <EmptyPeriod
                  isNew={activity.data?.total_seconds === 0 && contains(period, dateOf())}
                  onClear={
                    isFiltered
                      ? () => change({ group: undefined, tag: undefined, todo: undefined })
                      : undefined
                  }
                />
              ) : (
                <>
                  <Totals report={time.data} activeDays={activeDaysOf(hours.data)} onSelect={select} />
                  <TimeChart report={time.data} onSelect={select} onCsv={csv.time} />
                  {view.kind === 'week' ? <WeekTable report={time.data} onCsv={csv.time} /> : null}
                </>
              )}
            </>
          ) : null}
          <div className={`report-columns ${isEmpty ? 'one' : ''}`}>
            {time.data && !isEmpty ? (
              <Breakdown
                report={time.data}
                by={chosen.view.by}
                onBy={onBy}
                onSelect={select}
                onCsv={csv.time}
              />
            ) : null}
            {goals.data && isShown ? (
              <GoalsCard report={goals.data} view={view} onSelect={select} onCsv={csv.goals} />
            ) : null}
          </div>
          {hours.data && !isEmpty ? (
            <WeekHours report={hours.data} onSelect={select} onCsv={csv.hours} />
          ) : null}
          {accuracy.data && isShown ? (
            <AccuracyCard
              report={accuracy.data}
              isFiltered={isFiltered}
              onSelect={select}
              onCsv={csv.accuracy}
            />
          ) : null}
          {activity.data ? (
            <YearMap
              report={activity.data}
              isFiltered={isFiltered}
              onSelect={selectDay}
              onCsv={csv.activity}
            />
          ) : null}
        </div>
      </Settled>
      {selected ? (
        <TimersDialog
          selected={{ title: selected.title, slice: filterOf(selected) }}
          onClose={() => setSelected(undefined)}
        />
      ) : null}
    </>
  )
}

/** `report` must have buckets of one day. */
const activeDaysOf = (report: TimeReport | undefined): number =>
  report?.totals.buckets.filter(({ actual_seconds }) => actual_seconds > 0).length ?? 0

const isWithoutTime = ({ actual, planned }: { actual: { count: number }; planned: { count: number } }) =>
  actual.count === 0 && planned.count === 0

const ReportSkeleton = () => (
  <div className="report-figures">
    {['totals', 'time', 'goals'].map(each => (
      <div key={each} className="card panel">
        <Skeleton lines={5} height={26} />
      </div>
    ))}
  </div>
)

interface StatusProps {
  isRunning: boolean
  updatedAt: number
  onRefresh: () => void
  onCsv: () => void
}

/** Offers actions for the whole report. If the figures include a running timer, also shows until when it is counted. */
function Status({ isRunning, updatedAt, onRefresh, onCsv }: StatusProps) {
  const t = useTexts(reportTexts)
  const { language } = useLanguage()
  return (
    <div className="row spread report-status">
      <p className="soft row" role="status">
        {isRunning ? (
          <>
            {t.running(timeText(updatedAt, language))}
            <Button kind="quiet" onClick={onRefresh}>
              {t.refresh}
            </Button>
          </>
        ) : null}
      </p>
      <div className="row">
        <Button onClick={onCsv}>
          <Icon name="download" /> {t.csvTimers}
        </Button>
        <IconButton name={t.print} className="icon" onClick={() => window.print()}>
          <Icon name="print" />
        </IconButton>
      </div>
    </div>
  )
}

/** Returns a CSV download for each report as shown, and one for all timers that started in the period. */
function useCsv(viewing: Viewing) {
  const client = useClient()
  const download = useDownload()
  const { language } = useLanguage()
  const firstDay = firstDayOfWeek(language)
  const latest = useRef(viewing)
  useLayoutEffect(() => {
    latest.current = viewing
  }, [viewing])
  return useMemo(() => {
    const save = (name: string, load: (asked: Viewing) => Promise<Response>) => () => {
      const asked = latest.current
      download(fileName(name, asked.period), () => load(asked))
    }
    const { reports, timers } = client
    return {
      time: save('time', asked =>
        reports.time.csv({ query: timeQuery(asked, asked.view.by, bucketOf(asked.period), firstDay) }),
      ),
      hours: save('hours', asked =>
        reports.time.csv({ query: timeQuery(asked, 'hour_of_day', 'day', firstDay) }),
      ),
      goals: save('goals', asked => reports.goals.csv({ query: rangeOf(asked) })),
      accuracy: save('accuracy', asked => reports.accuracy.csv({ query: rangeOf(asked) })),
      activity: save('activity', asked => reports.activity.csv({ query: activityQuery(asked) })),
      timers: save('timers', ({ period: { start, end } }) =>
        timers.list.csv({ query: { start_date: start, end_date: end, timezone: timezone() } }),
      ),
    }
  }, [client, download, firstDay])
}
