// Random steps for a person's three devices: writes, disconnects, lost responses, reloads, and opening
// and closing windows.
import type { LiveConnection, Write } from '@daymark/client'
import fc from '../../../scripts/test/properties.ts'
import { operations } from '../../src/operations.ts'

export const STEPS = [
  'create todo',
  'create child',
  'change title',
  'change status',
  'change deadline',
  'delete todo',
  'create schedule',
  'create series',
  'move schedule',
  'delete schedule',
  'create tag',
  'rename tag',
  'delete tag',
  'tag todo',
  'start timer',
  'pause timer',
  'resume timer',
  'stop timer',
  'rename timer',
  'delete timer',
] as const
const EVENTS = ['cut', 'join', 'lose answers', 'reload', 'open window', 'close window', 'settle'] as const

export interface Step {
  readonly device: number
  readonly does: (typeof STEPS)[number] | (typeof EVENTS)[number]
  /** Selects the item, the window and a variant of the write. */
  readonly pick: number
}

const stepOf = (does: fc.Arbitrary<Step['does']>): fc.Arbitrary<Step> =>
  fc.record({ device: fc.nat({ max: 2 }), does, pick: fc.nat({ max: 1000 }) })

export const longHistory: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: stepOf(fc.constantFrom(...STEPS)) },
    { weight: 1, arbitrary: stepOf(fc.constantFrom(...EVENTS)) },
  ),
  { minLength: 10, maxLength: 40 },
)

const DAY_MS = 86_400_000
const at = (pick: number) =>
  new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + (pick % 30) * DAY_MS).toISOString()
const until = (pick: number) => new Date(Date.parse(at(pick)) + 3_600_000).toISOString()

let count = 0

/** Makes the write of this step. Returns undefined if the device has no item to change. */
export function write(
  { windows, shownIn = inStore }: { windows: readonly LiveConnection[]; shownIn?: ShownIn },
  { does, pick }: Step,
  groupId: string,
): Write<unknown> | undefined {
  const live = windows[pick % windows.length]
  if (!live) return undefined
  const shown = shownIn(live)
  const todo = chosen(shown('todo'), pick)
  const schedule = chosen(shown('schedule'), pick)
  const tag = chosen(shown('tag'), pick)
  const timer = chosen(shown('timer'), pick)
  const name = `${does} ${++count}`
  const newTodo = (more: object) =>
    live.write(operations.todos.create, { body: { title: name, tag_group_id: groupId, ...more } })
  const changeTodo = (body: object) =>
    todo && live.write(operations.todos.update, { params: { todo_id: todo.id }, body })
  const newSchedule = (more: object) =>
    live.write(operations.schedules.create, {
      body: { title: name, start_time: at(pick), end_time: until(pick), ...more },
    })
  switch (does) {
    case 'create todo':
      return newTodo(pick % 2 ? {} : { deadline: pick % 4 ? at(pick) : at(pick).slice(0, 10) })
    case 'create child':
      return todo && newTodo({ parent_id: todo.id })
    case 'change title':
      return changeTodo({ title: pick % 7 ? name : '' })
    case 'change status':
      return changeTodo({ status: pick % 2 ? 'DONE' : 'UNSCHEDULED' })
    case 'change deadline':
      return changeTodo({ deadline: [null, at(pick), at(pick).slice(0, 10)][pick % 3] })
    case 'tag todo':
      return changeTodo({ tag_ids: tag ? [tag.id] : [] })
    case 'delete todo':
      return todo && live.write(operations.todos.remove, { params: { todo_id: todo.id } })
    case 'create schedule':
      return newSchedule(pick % 7 ? {} : { end_time: at(pick - 1) })
    case 'create series':
      return newSchedule({ recurrence_rule: 'FREQ=WEEKLY;COUNT=3' })
    case 'move schedule':
      return (
        schedule &&
        live.write(operations.schedules.update, {
          params: { schedule_id: schedule.id },
          body: { start_time: at(pick), end_time: until(pick) },
        })
      )
    case 'delete schedule':
      return schedule && live.write(operations.schedules.remove, { params: { schedule_id: schedule.id } })
    case 'create tag':
      return live.write(operations.tags.create, { body: { name, color: '#112233', group_id: groupId } })
    case 'rename tag':
      return tag && live.write(operations.tags.update, { params: { tag_id: tag.id }, body: { name } })
    case 'delete tag':
      return tag && live.write(operations.tags.remove, { params: { tag_id: tag.id } })
    case 'start timer':
      return live.timers.start({
        allocated_duration: 1500,
        title: name,
        ...(todo && pick % 2 ? { todo_id: todo.id } : {}),
      })
    case 'rename timer':
      return (
        timer &&
        live.write(operations.timers.update, { params: { timer_id: timer.id }, body: { title: name } })
      )
    case 'delete timer':
      return timer && live.write(operations.timers.remove, { params: { timer_id: timer.id } })
    case 'pause timer':
    case 'resume timer':
    case 'stop timer':
      return timer && live.timers[does.split(' ')[0] as 'pause' | 'resume' | 'stop'](timer.id)
    default:
      return undefined
  }
}

type ShownIn = (live: LiveConnection) => (kind: Kind) => ReadonlyMap<string, object>
type Kind = 'todo' | 'schedule' | 'tag' | 'timer'

const inStore: ShownIn =
  ({ store }) =>
  kind =>
    store.of(kind).all()

function chosen(items: ReadonlyMap<string, object>, pick: number): { id: string } | undefined {
  const id = [...items.keys()][pick % Math.max(1, items.size)]
  return id === undefined ? undefined : { id }
}
