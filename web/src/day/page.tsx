import { useIsRestoring } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { nextHour } from '../calendar/grid/planning.ts'
import { useNarrow } from '../calendar/view.ts'
import { Button } from '../design/button.tsx'
import { dateOf } from '../design/format.ts'
import { isWaiting, Missing, Settled, together } from '../design/settled.tsx'
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
  const { date: chosen, onDate, step } = useDate(today)
  // The header changes immediately. The timeline follows, because it takes longer to render.
  const date = useDeferredValue(chosen)
  const [dialog, open] = useState<Open>()
  const [hasTodos, toggleTodos] = useTodosOpen()
  const queries = [usePlanned(date), useTracked(date)] as const
  const todos = useOpenTodos()
  const groups = useTagGroups()
  const run = useFirstRun(groups.data && groups.data.length === 0)
  const welcome = useTexts(welcomeTexts)
  const isNarrow = useNarrow()
  const timers = { isPending: !useTimersKnown(), fetchStatus: 'fetching' as const }
  const zone = timezone()
  const day = useMemo(() => spanOfDate(date, zone), [date, zone])
  const byId = useMemo(() => new Map(todos.data?.map(todo => [todo.id, todo])), [todos.data])
  const [{ data: entries = NONE }, { data: measured = NONE }] = queries
  const planned = useMemo(() => plannedBlocks(entries, day, byId), [entries, day, byId])
  const tracked = useMemo(() => trackedBlocks(measured, day, now), [measured, day, now])
  const own = useMemo(
    () => planned.filter(({ entry, isDeadline }) => !entry.is_shared && !isDeadline),
    [planned],
  )
  const isLoading = queries.some(isWaiting)
  const missing = together(queries)
  const isKnown = missing.data !== undefined
  // Without both queries, times that have not loaded would look like gaps.
  const gaps = useMemo(
    () => (isKnown ? gapsOf(tracked, own, { day, now }) : NONE),
    [isKnown, tracked, own, day, now],
  )
  // The first day shown appears once it is complete. Days shown later appear before their blocks have loaded.
  const isRestoring = useIsRestoring()
  const isOpened = useRef(false)
  isOpened.current ||= !isLoading && !isRestoring
  const plan = useCallback(() => {
    const hour = chosen === today ? nextHour(Date.now()) : morningOf(chosen)
    open({ kind: 'new', span: hour })
  }, [chosen, today])
  useDayCommands({ step, today: useCallback(() => onDate(today), [onDate, today]), plan, toggleTodos })
  useDayArrows(step)
  return (
    <div className="page day-page">
      <Head
        date={chosen}
        today={today}
        plannedMs={queries[0].data && lengthOf(own)}
        trackedMs={queries[1].data && lengthOf(tracked)}
        onDate={onDate}
        onStep={step}
      />
      <QuickAddField draft="day" />
      <Settled
        of={[...(isOpened.current ? [] : queries), useWeekGoals(), groups, timers]}
        skeleton={<DaySkeleton />}
      >
        <WeekGoals />
        {isNarrow && run.isShown && !hasTodos ? (
          <Button className="day-first-run" onClick={toggleTodos}>
            {welcome.title}
          </Button>
        ) : null}
        <Missing query={missing} skeleton={null} />
        <DayBody
          {...{
            date,
            today,
            now,
            day,
            entries,
            planned,
            tracked,
            gaps,
            isLoading,
            isKnown,
            open,
            hasTodos,
            plan,
            todos,
          }}
          onToggleTodos={toggleTodos}
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

const NONE: readonly never[] = []

const DaySkeleton = () => (
  <div className="card day-skeleton">
    <Skeleton lines={8} height={38} />
  </div>
)

/** Keeps the date in the URL. A URL without a valid date shows today. */
function useDate(today: string) {
  const [path, navigate] = useLocation()
  const date = dateInPath(path) ?? today
  const canonical = pathOf(date, today)
  useEffect(() => {
    if (path !== canonical) navigate(canonical, { replace: true })
  }, [path, canonical, navigate])
  const onDate = useCallback((next: string) => navigate(pathOf(next, today)), [navigate, today])
  // A held key repeats faster than the page renders, so steps start from the latest date.
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

/** The todo drawer is open by default, except on phones, where it covers the timeline. */
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
