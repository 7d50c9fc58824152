import type { Schedule } from '@daymark/contract/planning/schedule'
import type { Timer } from '@daymark/contract/timers/timer'
import { type DueTodo, marksDeadline } from '../../calendar/deadlines/deadlines.ts'
import { besideEachOther, type Placed } from '../../calendar/grid/columns.ts'
import { type DaySpan, MINUTE_MS } from './geometry.ts'

/** The minimum height of a block, as a duration, so that it is readable and clickable. */
const LEAST_MS = 25 * MINUTE_MS
const LEAST_GAP_MS = 30 * MINUTE_MS
const DAY_MS = 86_400_000

export interface PlannedBlock extends Placed {
  key: string
  entry: Schedule
  /** The start of the visible part. */
  from: number
  until: number
  /** The start of the entry, possibly on an earlier day. */
  start: number
  end: number
  /** True if the entry only marks a todo's deadline. Such an entry is drawn as a line and takes no time. */
  isDeadline: boolean
}

export interface TrackedBlock extends Placed {
  key: string
  timer: Timer
  /** The segment's index in the timer. */
  index: number
  from: number
  until: number
  start: number
  /** The current time if the segment is running. */
  end: number
  isRunning: boolean
}

export interface Gap {
  from: number
  until: number
}

/** False for all-day entries and for entries of 24 hours or more, which are shown above the hours. */
export const isTimed = ({ all_day, start_time, end_time }: Schedule): boolean =>
  !all_day && Date.parse(end_time) - Date.parse(start_time) < DAY_MS

export function plannedBlocks(
  entries: readonly Schedule[],
  day: DaySpan,
  todos: ReadonlyMap<string, DueTodo> = NO_TODOS,
): PlannedBlock[] {
  const parts = entries.filter(isTimed).flatMap(entry => {
    const [start, end] = [Date.parse(entry.start_time), Date.parse(entry.end_time)]
    if (start >= day.to || (end <= day.from && start < day.from)) return []
    const isDeadline = isFlag(entry, todos)
    if (isDeadline && start < day.from) return []
    const last = isDeadline ? start + LEAST_MS : end
    return [
      {
        ...{ key: entry.id, entry, start, end, isDeadline },
        ...{ from: Math.max(start, day.from), until: Math.min(last, day.to) },
      },
    ]
  })
  return besideEachOther(parts, LEAST_MS)
}

const NO_TODOS: ReadonlyMap<string, DueTodo> = new Map()

export const isFlag = (entry: Schedule, todos: ReadonlyMap<string, DueTodo>): boolean =>
  marksDeadline(entry, todos.get(entry.source_todo_id ?? '') ?? entry.source_todo ?? undefined)

export function trackedBlocks(timers: readonly Timer[], day: DaySpan, now: number): TrackedBlock[] {
  const parts = timers
    .filter(({ status, is_shared }) => status !== 'CANCELLED' && !is_shared)
    .flatMap(timer =>
      timer.segments.flatMap((segment, index) => {
        const start = Date.parse(segment.start)
        const isRunning = segment.end === null
        const end = segment.end === null ? Math.max(start, now) : Date.parse(segment.end)
        if (start >= day.to || end <= day.from) return []
        const visible = { from: Math.max(start, day.from), until: Math.min(end, day.to) }
        return [{ key: `${timer.id} ${index}`, timer, index, start, end, isRunning, ...visible }]
      }),
    )
  return besideEachOther(parts, LEAST_MS)
}

/**
 * Returns untracked times of at least half an hour between the first tracked or planned time and now. On past days, the
 * last gap ends with the last tracked or planned time.
 */
export function gapsOf(
  tracked: readonly Gap[],
  planned: readonly Gap[],
  { day, now }: { day: DaySpan; now: number },
): Gap[] {
  const all = [...tracked, ...planned]
  if (all.length === 0) return []
  const from = Math.min(...all.map(block => block.from))
  const last = Math.max(...all.map(block => block.until))
  const until = Math.min(now, day.to, now < day.to ? now : last)
  const gaps: Gap[] = []
  let at = from
  for (const block of tracked.toSorted((a, b) => a.from - b.from)) {
    if (block.from - at >= LEAST_GAP_MS && block.from <= until) gaps.push({ from: at, until: block.from })
    at = Math.max(at, block.until)
  }
  if (until - at >= LEAST_GAP_MS) gaps.push({ from: at, until })
  return gaps
}

/** Moves the gap's start below the previous block, because short blocks are drawn longer than they are. */
export function drawnGap(gap: Gap, tracked: readonly Gap[]): Gap {
  const before = tracked.findLast(({ until }) => until === gap.from)
  return before ? { ...gap, from: Math.max(gap.from, before.from + LEAST_MS) } : gap
}

export const lengthOf = (blocks: readonly Gap[]): number =>
  blocks.reduce((sum, { from, until }) => sum + Math.max(0, until - from), 0)
