import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Schedule } from '@daymark/contract/planning/schedule'
import fc, { runsOn } from '../../../../../scripts/test/properties.ts'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import {
  HOUR,
  ids,
  iso,
  type TodoPatch,
  type TodoWorld,
  todoWorld,
} from '../../../../test/support/todo-world.ts'

interface ModelSchedule {
  title: string
  description: string | null
  start: number
  end: number
  all_day: boolean
  tags: string[]
}
interface ModelTodo {
  title: string
  description: string | null
  /** The deadline as the client sends it: a datetime or a date. */
  deadline: string | null
  tags: string[]
  /** The linked schedules by id. In this test, a todo has at most one. */
  schedules: Map<string, ModelSchedule>
}
type Model = Map<string, ModelTodo>

const DAY = 24 * HOUR
const START = Date.UTC(2026, 5, 1)
const title = fc.constantFrom('One', 'Two', 'Three')
const description = fc.option(fc.constantFrom('short', 'long'))
const deadline = fc.option(
  fc.oneof(
    fc.nat(6).map(n => iso(START + n * HOUR)),
    fc.nat(3).map(n => iso(START + n * DAY).slice(0, 10)),
  ),
  { freq: 4 },
)
const isDate = (text: string) => text.length === 10
/** Indexes into the three tags of the test. */
const tags = fc.subarray([0, 1, 2])

/** Uses only two todos, so that the same todo is changed repeatedly. */
const todo = fc.nat(1)
const step = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('create' as const), title, description, deadline, tags }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('patch' as const),
      todo,
      body: fc.record({ title, description, deadline, tags }, { requiredKeys: [] }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('patch-schedule' as const),
      todo,
      title,
      start: fc.nat(5),
      hours: fc.nat(3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop-schedule' as const), todo }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), todo }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const timesOf = (deadline: string) => ({
  start: Date.parse(deadline),
  end: Date.parse(deadline) + (isDate(deadline) ? DAY : HOUR),
  all_day: isDate(deadline),
})

const scheduleFor = (todo: ModelTodo): ModelSchedule => ({
  title: todo.title,
  description: todo.description,
  ...timesOf(todo.deadline ?? ''),
  tags: todo.tags,
})

/** A second implementation of the documented rules for linked schedules. */
function follow(todo: ModelTodo, before: ModelTodo, made: string | undefined): void {
  if (todo.deadline === null) todo.schedules.clear()
  for (const schedule of todo.schedules.values()) {
    if (schedule.title === before.title) schedule.title = todo.title
    if (String(todo.tags) !== String(before.tags)) schedule.tags = todo.tags
    if (todo.deadline !== before.deadline && todo.deadline !== null) {
      const times = timesOf(todo.deadline)
      if (times.all_day === schedule.all_day) times.end = times.start + schedule.end - schedule.start
      Object.assign(schedule, times)
    }
  }
  const wanted = todo.deadline !== null && todo.deadline !== before.deadline && todo.schedules.size === 0
  assert.equal(made !== undefined, wanted, 'a schedule is created when it is needed and only then')
  if (made !== undefined) todo.schedules.set(made, scheduleFor(todo))
}

async function take(world: TodoWorld, tagIds: string[], model: Model, step: Step): Promise<void> {
  const chosen = (which: number[]) => which.map(at => tagIds[at] ?? '')
  if (step.kind === 'create') {
    const { kind: _kind, tags: which, deadline, ...rest } = step
    const todo = await world.add(rest.title, {
      ...rest,
      deadline,
      tag_ids: chosen(which),
    })
    const fresh: ModelTodo = { ...rest, deadline, tags: chosen(which), schedules: new Map() }
    model.set(todo.id, fresh)
    follow(fresh, { ...fresh, deadline: null }, todo.schedules[0]?.id)
    return
  }
  const [id, todo] = [...model][step.todo % Math.max(model.size, 1)] ?? []
  if (id === undefined || todo === undefined) return
  if (step.kind === 'patch') return patch(world, id, todo, step.body, chosen)
  if (step.kind === 'delete') {
    await world.remove(id)
    return void model.delete(id)
  }
  const [scheduleId, schedule] = [...todo.schedules][0] ?? []
  if (scheduleId === undefined || schedule === undefined) return
  const params = { schedule_id: scheduleId }
  if (step.kind === 'drop-schedule') {
    await world.client.schedules.remove({ params })
    return void todo.schedules.delete(scheduleId)
  }
  schedule.title = step.title
  schedule.start = START + step.start * HOUR
  schedule.end = schedule.start + step.hours * HOUR
  schedule.all_day = false
  const times = { start_time: iso(schedule.start), end_time: iso(schedule.end) }
  await world.client.schedules.update({ params, body: { title: step.title, all_day: false, ...times } })
}

type Body = Partial<Pick<ModelTodo, 'title' | 'description' | 'deadline'>> & { tags?: number[] }

async function patch(
  world: TodoWorld,
  id: string,
  todo: ModelTodo,
  body: Body,
  chosen: (which: number[]) => string[],
): Promise<void> {
  const before = { ...todo, schedules: new Map(todo.schedules) }
  const { tags: which, deadline, ...rest } = body
  const sent: TodoPatch = {
    ...rest,
    ...(deadline !== undefined && { deadline }),
    ...(which && { tag_ids: chosen(which) }),
  }
  const answer = await world.patch(id, sent)
  Object.assign(todo, rest, deadline !== undefined && { deadline }, which && { tags: chosen(which) })
  follow(
    todo,
    before,
    ids(answer.schedules).find(each => !before.schedules.has(each)),
  )
}

const seen = (schedule: Schedule): ModelSchedule => ({
  title: schedule.title,
  description: schedule.description,
  start: Date.parse(schedule.start_time),
  end: Date.parse(schedule.end_time),
  all_day: schedule.all_day,
  tags: ids(schedule.tags),
})

async function compare(world: TodoWorld, model: Model): Promise<void> {
  const todos = await world.client.todos.list()
  assert.deepEqual(new Set(ids(todos)), new Set(model.keys()))
  for (const todo of todos) {
    const expected = model.get(todo.id)
    const due = expected?.deadline ?? null
    const [time, date] = due !== null && isDate(due) ? [null, due] : [due, null]
    assert.deepEqual([todo.deadline, todo.deadline_date], [time, date])
    assert.deepEqual(ids(todo.tags), expected?.tags)
    assert.deepEqual(new Map(todo.schedules.map(each => [each.id, seen(each)])), expected?.schedules)
  }
  const range = { start_date: '2026-05-01', end_date: '2026-07-01' }
  const calendar = await world.client.schedules.list({ query: range })
  const linked = [...model.values()].flatMap(todo => [...todo.schedules.keys()])
  assert.deepEqual(new Set(ids(calendar)), new Set(linked), 'nothing is left behind in the calendar')
}

forEachStorage('todos and their schedules', (open, name) => {
  let server: TestApp
  let people = 0

  before(async () => {
    server = await startTestApp(await open())
  })
  after(() => server.close())

  it('stay coupled as the rules say', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async all => {
        const world = await todoWorld(server, `planner-${people++}`)
        const tagIds: string[] = []
        for (const each of ['a', 'b', 'c']) tagIds.push((await world.addTag(each)).id)
        const model: Model = new Map()
        for (const each of all) {
          await take(world, tagIds, model, each)
          await compare(world, model)
        }
      }),
      { numRuns: runsOn(name, 28) },
    )
  })
})
