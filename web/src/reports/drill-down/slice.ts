// Selects the timers that make up a number in a report, and how much of each timer counts.
import type { Timer } from '@daymark/contract/timers/timer'
import { localOf, weekdayOf } from '../../session/region/zone-time.ts'

export interface Slice {
  /** In epoch milliseconds. */
  from: number
  /** In epoch milliseconds, exclusive. */
  to: number
  /** An id, or the key of a row without an id, such as `untagged`. */
  tag?: string | undefined
  group?: string | undefined
  todo?: string | undefined
  schedule?: string | undefined
  /** 0 is Monday. */
  weekday?: number | undefined
  hour?: number | undefined
  /** The page's filters. `todos` contains a todo and its descendants. */
  filter?: { tag?: string | undefined; group?: string | undefined; todos?: readonly string[] | undefined }
}

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** Returns how many milliseconds of the timer count; 0 if it does not belong to the slice. */
export function sliceMs(timer: Timer, slice: Slice, zone: string, now: number): number {
  if (timer.status === 'CANCELLED' || timer.is_shared || !belongs(timer, slice)) return 0
  return timer.segments.reduce((sum, { start, end }) => {
    const from = Math.max(Date.parse(start), slice.from)
    const to = Math.min(end === null ? now : Date.parse(end), slice.to)
    return sum + (to > from ? countedMs(from, to, slice, zone) : 0)
  }, 0)
}

function belongs(timer: Timer, { tag, group, todo, schedule, filter = {} }: Slice): boolean {
  const tags = [...timer.tags, ...(timer.schedule?.tags ?? []), ...(timer.todo?.tags ?? [])]
  const hasTag = (id: string | undefined) =>
    id === undefined || (id === 'untagged' ? tags.length === 0 : tags.some(each => each.id === id))
  const hasGroup = (id: string | undefined) =>
    id === undefined || (id === 'untagged' ? tags.length === 0 : tags.some(each => each.group_id === id))
  const isOf = (own: string | null, key: string | undefined, none: string) =>
    key === undefined || (key === none ? own === null : own === key)
  return (
    hasTag(tag) &&
    hasTag(filter.tag) &&
    hasGroup(group) &&
    hasGroup(filter.group) &&
    isOf(timer.todo_id, todo, 'no_todo') &&
    isOf(timer.schedule_id, schedule, 'no_schedule') &&
    (filter.todos === undefined || filter.todos.includes(timer.todo_id ?? ''))
  )
}

/** For a single hour or weekday, adds up the time hour by hour in local time. */
function countedMs(from: number, to: number, { weekday, hour }: Slice, zone: string): number {
  if (weekday === undefined && hour === undefined) return to - from
  let sum = 0
  for (let at = from; at < to; ) {
    const { date, time } = localOf(at, zone)
    const isCounted =
      (hour === undefined || Number(time.slice(0, 2)) === hour) &&
      (weekday === undefined || weekdayOf(date) === weekday)
    const pastHour = Number(time.slice(3)) * MINUTE_MS + (at % MINUTE_MS)
    const next = Math.min(to, at + HOUR_MS - pastHour)
    if (isCounted) sum += next - at
    at = next
  }
  return sum
}

/** Returns the ids of the root and all its descendants. */
export function treeOf(
  todos: readonly { id: string; parent_id: string | null }[],
  root: string,
): readonly string[] {
  const children = Map.groupBy(todos, ({ parent_id }) => parent_id)
  const found = [root]
  for (const id of found) for (const child of children.get(id) ?? []) found.push(child.id)
  return found
}
