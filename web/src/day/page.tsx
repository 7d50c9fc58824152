// The Day page: the plan and tracked time of a day side by side, and a drawer with todos to plan.
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { nextHour } from '../calendar/grid/planning.ts'
import { useNarrow } from '../calendar/view.ts'
import { Button } from '../design/button.tsx'
import { dateOf } from '../design/format.ts'
import { Missing, Settled } from '../design/settled.tsx'
import { Skeleton } from '../design/states.tsx'
import { QuickAddField } from '../quick-add/field.tsx'
import { useTexts } from '../session/language.tsx'
import { addDays, instantOf } from '../session/region/zone-time.ts'
import { readPreference, timezone, useStored, writePreference } from '../session/storage/preferences.ts'
import { useTagGroups } from '../tags/use-tags.ts'
import { useWeekGoals } from '../tags/week-goals.ts'
import { useTimersKnown } from '../timers/live/live.tsx'
import { FirstRun } from '../welcome/first-run.tsx'
import { welcomeTexts } from '../welcome/texts.ts'
import { useFirstRun } from '../welcome/use-first-run.ts'
import { DayBody } from './body.tsx'
import { dateInPath, pathOf } from './date.ts'
import type { Open } from './dialogs.tsx'
import { Head, WeekGoals } from './head.tsx'
import { useDayArrows, useDayCommands } from './keys.ts'
import { spanOfDate, useNow, useOpenTodos, usePlanned, useTracked } from './queries.ts'
import { gapsOf, lengthOf, plannedBlocks, trackedBlocks } from './timeline/blocks.ts'
import { suggestionsFor } from './tracked/suggestions.ts'

const DayDialog = lazy(() => import('./dialogs.tsx'))

export default function Day() {
  const now = useNow()
  const today = dateOf(now)
  const { date, onDate, step } = useDate(today)
  const [dialog, open] = useState<Open>()
  const [hasTodos, toggleTodos] = useTodosOpen()
  const queries = [usePlanned(date), useTracked(date)] as const
  const todos = useOpenTodos()
  const groups = useTagGroups()
  const run = useFirstRun(groups.data && groups.data.length === 0)
  const welcome = useTexts(welcomeTexts)
  const isNarrow = useNarrow()
  const timers = { isPending: !useTimersKnown(), fetchStatus: 'fetching' as const }
  const day = spanOfDate(date)
  const byId = useMemo(() => new Map(todos.data?.map(todo => [todo.id, todo])), [todos.data])
  const planned = plannedBlocks(queries[0].data ?? [], day, byId)
  const tracked = trackedBlocks(queries[1].data ?? [], day, now)
  const own = planned.filter(({ entry, isDeadline }) => !entry.is_shared && !isDeadline)
  const plan = useCallback(() => {
    const hour = date === today ? nextHour(Date.now()) : morningOf(date)
    open({ kind: 'new', span: hour })
  }, [date, today])
  useDayCommands({ step, today: useCallback(() => onDate(today), [onDate, today]), plan, toggleTodos })
  useDayArrows(step)
  return (
    <div className="page day-page">
      <Head
        date={date}
        today={today}
        from={day.from}
        plannedMs={lengthOf(own)}
        trackedMs={lengthOf(tracked)}
        onDate={onDate}
        onStep={step}
      />
      <QuickAddField draft="day" />
      <Settled of={[...queries, useWeekGoals(), groups, timers]} skeleton={<DaySkeleton />}>
        <WeekGoals />
        {isNarrow && run.isShown && !hasTodos ? (
          <Button className="day-first-run" onClick={toggleTodos}>
            {welcome.title}
          </Button>
        ) : null}
        {queries.map((query, at) => (
          <Missing key={at === 0 ? 'planned' : 'tracked'} query={query} skeleton={null} />
        ))}
        <DayBody
          key={date}
          {...{
            date,
            today,
            now,
            day,
            planned,
            tracked,
            open,
            hasTodos,
            plan,
            onToggleTodos: toggleTodos,
            todos,
          }}
          gaps={gapsOf(tracked, own, { day, now })}
          welcome={
            run.isShown ? (
              <FirstRun
                run={run}
                lists={(groups.data ?? []).filter(group => group.is_todo_group)}
                hasTodo={(todos.data ?? []).length > 0}
                hasTimer={tracked.length > 0}
              />
            ) : null
          }
          entries={queries[0].data ?? []}
        />
      </Settled>
      <Suspense>
        {dialog ? (
          <DayDialog
            open={dialog}
            onOpen={open}
            suggest={gap => suggestionsFor(gap, own, tracked)}
            onClose={() => open(undefined)}
          />
        ) : null}
      </Suspense>
    </div>
  )
}

const DaySkeleton = () => (
  <div className="card day-skeleton">
    <Skeleton lines={8} height={38} />
  </div>
)

/** The date in the address. An address without a valid date shows today. */
function useDate(today: string) {
  const [path, navigate] = useLocation()
  const date = dateInPath(path) ?? today
  const canonical = pathOf(date, today)
  useEffect(() => {
    if (path !== canonical) navigate(canonical, { replace: true })
  }, [path, canonical, navigate])
  const onDate = useCallback((next: string) => navigate(pathOf(next, today)), [navigate, today])
  // Steps from the latest date, because a held key repeats faster than the page renders.
  const latest = useRef(date)
  latest.current = date
  const step = useCallback(
    (days: number) => {
      latest.current = addDays(latest.current, days)
      onDate(latest.current)
    },
    [onDate],
  )
  return { date, onDate, step }
}

/** Open by default beside the timeline, but closed on phones, where the drawer covers the timeline. */
function useTodosOpen(): [isOpen: boolean, toggle: () => void] {
  const isNarrow = useNarrow()
  const isWideOpen = useStored(() => readPreference('day-todos') !== 'closed')
  const [isNarrowOpen, setNarrowOpen] = useState(false)
  const toggle = useCallback(() => {
    if (isNarrow) setNarrowOpen(old => !old)
    else writePreference('day-todos', readPreference('day-todos') === 'closed' ? undefined : 'closed')
  }, [isNarrow])
  return [isNarrow ? isNarrowOpen : isWideOpen, toggle]
}

function morningOf(date: string): { start: number; end: number } {
  const start = instantOf({ date, time: '09:00' }, timezone())
  return { start, end: start + 3_600_000 }
}
