import type { TimerIncludes } from '@daymark/contract/timers/includes'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { type ScheduleView, whole } from '../planning/schedules/schedule.ts'
import { scheduleStore } from '../planning/schedules/store.ts'
import type { TodoView } from '../planning/todos/todo.ts'
import { findSeen } from '../planning/todos/view-store.ts'
import type { Tag } from '../tags/tag.ts'
import { sharingsOf } from '../visibility/access.ts'
import type { Sharing, Viewer } from '../visibility/policy.ts'
import type { TaggedTimer } from './store.ts'

export interface TimerView {
  timer: TaggedTimer
  /** Sorted by name. */
  tags: readonly Tag[]
  /** Null for private timers and for other people's timers. */
  sharing: Sharing | null
  schedule: ScheduleView | null
  todo: TodoView | null
}

/** Needs a constant number of statements. Other people's timers always include the schedule and todo. */
export async function toTimerViews(
  db: Db,
  viewer: Viewer,
  timers: readonly TaggedTimer[],
  includes: TimerIncludes,
): Promise<TimerView[]> {
  const inherits = includes.tag_include_mode === 'inherit_from_schedule'
  const isForeign = (timer: TaggedTimer) => timer.owner_id !== viewer.id
  const showsSchedule = (timer: TaggedTimer) => includes.include_schedule === true || isForeign(timer)
  const showsTodo = (timer: TaggedTimer) => includes.include_todo === true || isForeign(timer)
  const schedules = await embeddedSchedules(
    db,
    idsOf(timers, timer => (inherits || showsSchedule(timer) ? timer.schedule_id : null)),
  )
  const todos = await embeddedTodos(
    db,
    idsOf(timers, timer => (inherits || showsTodo(timer) ? timer.todo_id : null)),
    viewer,
  )
  const shared = timers.filter(timer => !isForeign(timer) && timer.visibility_level !== null)
  const sharings = await sharingsOf(
    db,
    'timer',
    viewer.id,
    shared.map(timer => timer.id),
  )
  return timers.map(timer => {
    const schedule = schedules.get(timer.schedule_id ?? '') ?? null
    const todo = todos.get(timer.todo_id ?? '') ?? null
    return {
      timer,
      tags: tagsOf(includes, timer, schedule, todo),
      sharing: sharings.get(timer.id) ?? null,
      schedule: showsSchedule(timer) ? schedule : null,
      todo: showsTodo(timer) ? todo : null,
    }
  })
}

/** Linked items are shown without their sharing settings, even to their owner. */
const WITHOUT_SHARING = { visibility_level: null, settings: null }

async function embeddedSchedules(db: Db, ids: readonly string[]): Promise<Map<string, ScheduleView>> {
  const found = await scheduleStore(db).findMany(ids)
  return new Map(found.map(schedule => [schedule.id, { ...whole(schedule), ...WITHOUT_SHARING }]))
}

/** Includes a todo's schedule only if the viewer may see that schedule itself. */
async function embeddedTodos(db: Db, ids: readonly string[], viewer: Viewer): Promise<Map<string, TodoView>> {
  const found = await findSeen(db, ids, viewer)
  return new Map(
    found.map(todo => [
      todo.id,
      {
        ...todo,
        ...WITHOUT_SHARING,
        schedules: todo.schedules.map(schedule => ({ ...schedule, ...WITHOUT_SHARING })),
      },
    ]),
  )
}

const idsOf = (timers: readonly TaggedTimer[], idOf: (timer: TaggedTimer) => string | null): string[] => [
  ...new Set(timers.flatMap(timer => idOf(timer) ?? [])),
]

function tagsOf(
  { tag_include_mode = 'none' }: TimerIncludes,
  timer: TaggedTimer,
  schedule: ScheduleView | null,
  todo: TodoView | null,
): readonly Tag[] {
  if (tag_include_mode === 'none') return []
  if (tag_include_mode === 'timer_only') return timer.tags
  const all = [...timer.tags, ...(schedule?.tags ?? []), ...(todo?.tags ?? [])]
  return [...new Map(all.map(tag => [tag.id, tag])).values()].sort(byName)
}

/** Sorts by name. Ignores the case of ASCII letters, like the databases. */
function byName(a: Tag, b: Tag): number {
  const [first, second] = [folded(a.name), folded(b.name)]
  if (first !== second) return first < second ? -1 : 1
  return a.id < b.id ? -1 : 1
}

const folded = (name: string): string => name.replace(/[A-Z]/g, letter => letter.toLowerCase())
