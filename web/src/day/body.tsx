import type { Schedule } from '@daymark/contract/planning/schedule'
import type { Todo } from '@daymark/contract/planning/todos'
import type { Timer } from '@daymark/contract/timers/timer'
import { type PointerEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { Drawer } from '../calendar/drawer/drawer.tsx'
import { plannedLength } from '../calendar/drawer/sections.ts'
import { IconButton } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { useStable } from '../design/rendering/use-stable.ts'
import { Missing } from '../design/settled.tsx'
import { Skeleton } from '../design/states.tsx'
import { useTexts } from '../session/language.tsx'
import { instantOf } from '../session/region/zone-time.ts'
import { timezone } from '../session/storage/preferences.ts'
import { useTimerControl } from '../timers/live/control.ts'
import { SampleNotice } from '../welcome/sample-notice.tsx'
import type { Open } from './dialogs.tsx'
import type { useOpenTodos } from './queries.ts'
import { dayTexts } from './texts.ts'
import { type Gap, isFlag, isTimed, type PlannedBlock, type TrackedBlock } from './timeline/blocks.ts'
import { type DaySpan, HOUR_MS } from './timeline/geometry.ts'
import { PLAN_STEP_MS, PlannedLane } from './timeline/planned-lane.tsx'
import type { Times } from './timeline/time-block.tsx'
import { Timeline } from './timeline/timeline.tsx'
import { TrackedLane } from './timeline/tracked-lane.tsx'
import { TimeDragContext, useDragParts, usePreview, useTimeDrag } from './timeline/use-time-drag.ts'
import { useTrackedChanges } from './tracked/use-tracked-changes.ts'
import { usePlanActions } from './use-plan-actions.ts'

interface Props {
  date: string
  today: string
  now: number
  day: DaySpan
  entries: readonly Schedule[]
  planned: readonly PlannedBlock[]
  tracked: readonly TrackedBlock[]
  gaps: readonly Gap[]
  /** True while the day loads for the first time. */
  isLoading: boolean
  /** False if the plan or the tracked time is missing. */
  isKnown: boolean
  hasTodos: boolean
  todos: ReturnType<typeof useOpenTodos>
  open: (dialog: Open) => void
  plan: () => void
  onToggleTodos: () => void
  /** The steps of the first run, if they are shown. */
  welcome: ReactNode
}

const none: readonly never[] = []

export function DayBody({ date, today, now, day, entries, planned, tracked, gaps, ...props }: Props) {
  const t = useTexts(dayTexts)
  const { open, todos, hasTodos, isLoading, isKnown, onToggleTodos } = props
  const root = useRef<HTMLDivElement>(null)
  const drag = useTimeDrag(day, root)
  const control = useTimerControl()
  const changes = useTrackedChanges()
  const morning = instantOf({ date, time: '09:00' }, timezone())
  const actions = usePlanActions({
    planned: planned.filter(({ isDeadline }) => !isDeadline),
    todos: todos.data ?? none,
    earliest: date === today ? now : morning,
    open,
  })
  const planTimes = useMemo(() => plannedTimes(planned), [planned])
  const firstBlock = Math.min(...[...planned, ...tracked].map(({ from }) => from))
  const first = date === today ? now - 1.5 * HOUR_MS : Number.isFinite(firstBlock) ? firstBlock : morning
  const hintAt = date === today ? now : first + HOUR_MS
  const byId = useMemo(() => new Map(todos.data?.map(todo => [todo.id, todo])), [todos.data])
  const isLoaded = useRef(false)
  useEffect(() => {
    isLoaded.current = true
  }, [])
  // Stable, so that unchanged todos and columns do not render again.
  const on = useStable({
    show(entry: Schedule): void {
      const todo = isFlag(entry, byId) ? byId.get(entry.source_todo_id ?? '') : undefined
      open(todo ? { kind: 'deadline', todo, entry } : { kind: 'entry', entry })
    },
    plan: ({ from, until }: Times) => open({ kind: 'new', span: { start: from, end: until } }),
    fill: (gap: Times | undefined) => open({ kind: 'gap', gap }),
    openTracked: (block: TrackedBlock, at: number | undefined) => open({ kind: 'tracked', block, at }),
    again: (timer: Timer) => resumeOrRepeat(timer, control),
    planTodo: (todo: Todo) => actions.planTodo(todo),
    finishTodo: actions.finishTodo,
    startTodo: actions.startTodo,
    moveEntry: actions.moveEntry,
    deleteEntry: actions.deleteEntry,
    startEntry: actions.startEntry,
    press: (event: PointerEvent, todo: Todo) =>
      drag.press(event, {
        ...{ key: todo.id, lane: 'planned', mode: 'place', title: todo.title },
        ...{ from: 0, until: plannedLength(todo), step: PLAN_STEP_MS, min: day.from, max: day.to },
        onDrop: times => actions.planTodo(todo, times),
      }),
  })
  const hints = useMemo(
    () => ({
      plan: { at: hintAt, title: t.emptyPlan, text: t.emptyPlanHint },
      tracked: { at: hintAt, title: t.emptyTracked, text: t.emptyTrackedHint },
    }),
    [hintAt, t],
  )
  return (
    <TimeDragContext value={drag}>
      <div className="day-body" ref={root}>
        {hasTodos ? (
          todos.data ? (
            <Drawer
              todos={todos.data}
              today={today}
              notice={<SampleNotice />}
              welcome={props.welcome}
              opensFirst={isLoaded.current}
              onClose={onToggleTodos}
              planned={planTimes}
              onFinish={on.finishTodo}
              onPlan={on.planTodo}
              onPress={on.press}
              onStart={on.startTodo}
            />
          ) : (
            <div className="drawer day-drawer card day-skeleton">
              <Missing query={todos} skeleton={<Skeleton lines={6} height={26} />} />
            </div>
          )
        ) : null}
        <Timeline
          day={day}
          now={now}
          first={isLoading ? undefined : first}
          allDay={entries.filter(entry => !isTimed(entry))}
          isDeadline={entry => isFlag(entry, byId)}
          heads={{
            corner: (
              <IconButton
                name={hasTodos ? t.hideTodos : t.showTodos}
                aria-expanded={hasTodos}
                onClick={onToggleTodos}
              >
                <Icon name="todos" />
              </IconButton>
            ),
            onAddEntry: props.plan,
            onAddTime: () => on.fill(undefined),
          }}
          onOpen={on.show}
        >
          <PlannedLane
            day={day}
            blocks={planned}
            hint={planned.length === 0 && isKnown ? hints.plan : undefined}
            onPlan={on.plan}
            onMove={on.moveEntry}
            onOpen={on.show}
            onDelete={on.deleteEntry}
            onStart={on.startEntry}
          />
          <TrackedLane
            day={day}
            now={now}
            blocks={tracked}
            gaps={gaps}
            hint={tracked.length === 0 && gaps.length === 0 && isKnown ? hints.tracked : undefined}
            onAdd={on.fill}
            onChange={changes.change}
            onOpen={on.openTracked}
            onDelete={changes.remove}
            onAgain={on.again}
          />
        </Timeline>
        <Ghost />
      </div>
    </TimeDragContext>
  )
}

function resumeOrRepeat(timer: Timer, control: ReturnType<typeof useTimerControl>): void {
  if (timer.status === 'PAUSED') control.resume(timer)
  else control.again(timer)
}

/** Follows the pointer while a dragged todo is outside the plan. */
function Ghost() {
  const { refs } = useDragParts()
  const title = usePreview(preview =>
    preview?.mode === 'place' && !preview.isOver ? preview.title : undefined,
  )
  return (
    <div className="drag-ghost" ref={refs.ghost} hidden={title === undefined} aria-hidden="true">
      {title}
    </div>
  )
}

/**
 * Maps titles to their first planned time. The drawer finds a todo's planned time by title, because the planned entry
 * is not linked to the todo.
 */
const plannedTimes = (blocks: readonly PlannedBlock[]): ReadonlyMap<string, number> =>
  new Map(
    blocks
      .filter(({ entry }) => entry.source_todo_id === null && !entry.is_shared)
      .map(({ entry, from }): [string, number] => [entry.title, from])
      .toReversed(),
  )
