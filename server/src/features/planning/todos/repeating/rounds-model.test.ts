import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Todo } from '@daymark/contract/planning/todos'
import fc, { runsOn } from '../../../../../../scripts/test/properties.ts'
import { startTestApp, type TestApp } from '../../../../../test/support/app.ts'
import { forEachStorage } from '../../../../../test/support/storages.ts'
import { iso, type TodoWorld, worldOf } from '../../../../../test/support/todo-world.ts'

const ZONE = 'Europe/Berlin'
const HOUR = 3_600_000
const DAY = 24 * HOUR

interface ModelTodo {
  title: string
  parent: string | null
  status: Todo['status']
  /** In epoch milliseconds. A date is midnight UTC. */
  deadline: number | null
  is_date: boolean
  /** Days between rounds; null if the todo does not repeat. */
  days: number | null
  from: 'deadline' | 'completion'
  series: string | null
  round: number
}
type Model = Map<string, ModelTodo>

/** Uses only a few todos, so that trees grow deep and the same todos are closed and reopened. */
const which = fc.nat(4)
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      parent: fc.option(which, { freq: 4 }),
      days: fc.option(fc.integer({ min: 1, max: 9 }), { freq: 3 }),
      from: fc.constantFrom('deadline' as const, 'completion' as const),
      hours: fc.integer({ min: -100, max: 300 }),
      is_date: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      todo: which,
      status: fc.constantFrom('UNSCHEDULED' as const, 'DONE' as const, 'DONE' as const, 'CANCELLED' as const),
      end: fc.constantFrom(false, false, false, true),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('rule' as const),
      todo: which,
      days: fc.option(fc.integer({ min: 1, max: 9 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), todo: which }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 200 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
)
/** Zones in the owner's preferences. Null means that the todo's own zone applies. */
const zones = fc.constantFrom(null, 'Asia/Seoul', 'America/Los_Angeles')
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const isOpen = ({ status }: ModelTodo) => status === 'UNSCHEDULED'
const local = (instant: number, zone = ZONE) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
const dateOf = (instant: number) => iso(instant).slice(0, 10)
const dueOf = ({ deadline, is_date }: Pick<ModelTodo, 'deadline' | 'is_date'>) =>
  deadline === null ? null : is_date ? dateOf(deadline) : iso(deadline)

/** Returns the next date that has not passed. A date has passed once it has ended in the owner's zone. */
function nextDate(todo: ModelTodo, now: number, ownerZone: string): number {
  const today = Date.parse(local(now, ownerZone).toPlainDate().toString())
  const step = (todo.days ?? 1) * DAY
  let date = (todo.from === 'completion' ? today : (todo.deadline ?? 0)) + step
  while (date < today) date += step
  return date
}

/** A second implementation of the rule: adds whole days in local time until the deadline is in the future. */
function nextDeadline(todo: ModelTodo, now: number): number {
  const due = local(todo.deadline ?? 0)
  const days = { days: todo.days ?? 1 }
  const time = due.toPlainTime()
  let date = (todo.from === 'completion' ? local(now) : due).toPlainDate().add(days)
  for (;;) {
    const at = date.toZonedDateTime({ timeZone: ZONE, plainTime: time })
    // Skips a time that does not exist because of a clock change.
    const exists = at.toPlainTime().equals(time)
    if (exists && at.epochMilliseconds > now) return at.epochMilliseconds
    date = date.add(days)
  }
}

/**
 * Returns the expected copies. They are keyed by the original's id, because the server chooses the ids of the copies.
 */
function copiesOf(
  model: Model,
  id: string,
  todo: ModelTodo,
  now: number,
  ownerZone: string,
): Map<string, ModelTodo> {
  const deadline = todo.is_date ? nextDate(todo, now, ownerZone) : nextDeadline(todo, now)
  // Dates are stored as midnight UTC, so their local time is UTC.
  const clock = (instant: number) => local(instant, todo.is_date ? 'UTC' : ZONE).toPlainDateTime()
  const [from, to] = [clock(todo.deadline ?? 0), clock(deadline)]
  const moved = ({ deadline: due, is_date }: ModelTodo): number | null => {
    if (due === null) return null
    if (is_date) return due + from.toPlainDate().until(to.toPlainDate(), { largestUnit: 'days' }).days * DAY
    const zone = todo.is_date ? ownerZone : ZONE
    const distance = from.until(to, { largestUnit: 'hours' })
    return local(due, zone).toPlainDateTime().add(distance).toZonedDateTime(zone).epochMilliseconds
  }
  const copies = new Map<string, ModelTodo>([
    [id, { ...todo, deadline, status: 'UNSCHEDULED' as const, round: todo.round + 1 }],
  ])
  const add = (parent: string) => {
    for (const [child, value] of model) {
      if (value.parent !== parent || !isOpen(value)) continue
      copies.set(child, { ...value, deadline: moved(value), round: 1 })
      add(child)
    }
  }
  add(id)
  return copies
}

async function take(
  server: TestApp,
  world: TodoWorld,
  model: Model,
  step: Step,
  ownerZone: string,
): Promise<Model> {
  if (step.kind === 'undo' || step.kind === 'wait') return model
  if (step.kind === 'add') return add(server, world, model, step)
  const [id, todo] = [...model][step.todo % Math.max(model.size, 1)] ?? []
  if (id === undefined || todo === undefined) return model
  if (step.kind === 'delete') {
    await world.remove(id)
    model.delete(id)
    for (const other of model.values()) if (other.parent === id) other.parent = null
    return model
  }
  if (step.kind === 'rule') {
    if (todo.deadline === null) return model
    await world.patch(id, { recurrence_rule: ruleOf(step.days), timezone: ZONE })
    todo.days = step.days
    if (step.days !== null) todo.series ??= id
    return model
  }
  return close(server, world, model, id, todo, step, ownerZone)
}

const ruleOf = (days: number | null) => (days === null ? null : `FREQ=DAILY;INTERVAL=${days}`)

async function add(
  server: TestApp,
  world: TodoWorld,
  model: Model,
  { parent, days, from, hours, is_date }: Extract<Step, { kind: 'add' }>,
): Promise<Model> {
  const [above] =
    parent === null ? [null] : ([...model.keys()].slice(parent % Math.max(model.size, 1)) as string[])
  const unit = is_date ? DAY : HOUR
  const at = Math.floor(server.clock.now() / unit) * unit + Math.trunc(hours / (unit / HOUR)) * unit
  const deadline = days === null && hours % 2 === 0 ? null : at
  const title = `todo ${model.size}`
  const todo = await world.add(title, {
    parent_id: above ?? null,
    deadline: dueOf({ deadline, is_date }),
    recurrence_rule: ruleOf(days),
    timezone: ZONE,
    repeat_from: from,
  })
  const series = days === null ? null : todo.id
  model.set(todo.id, {
    title,
    parent: above ?? null,
    status: 'UNSCHEDULED',
    deadline,
    is_date,
    days,
    from,
    series,
    round: 1,
  })
  return model
}

async function close(
  server: TestApp,
  world: TodoWorld,
  model: Model,
  id: string,
  todo: ModelTodo,
  { status, end }: Extract<Step, { kind: 'status' }>,
  ownerZone: string,
): Promise<Model> {
  const later = [...model.values()].some(each => each.series === todo.series && each.round > todo.round)
  const goes = isOpen(todo) && status !== 'UNSCHEDULED' && !end && todo.days !== null && !later
  const low = server.clock.now()
  await world.client.todos.update({
    params: { todo_id: id },
    query: end ? { series: 'end' } : {},
    body: { status },
  })
  const high = server.clock.now()
  const copies = goes ? copiesOf(model, id, todo, low, ownerZone) : new Map<string, ModelTodo>()
  // Deadlines are whole hours, so the expected result is ambiguous only if a new hour began during the request.
  if (Math.floor(low / HOUR) !== Math.floor(high / HOUR)) fc.pre(false)
  todo.status = status
  const fresh = (await world.client.todos.list()).filter(each => !model.has(each.id))
  assert.equal(fresh.length, copies.size, 'the next round and its open children, and nothing else')
  return matched(model, copies, fresh, id)
}

/** Adds the copies to the model. Finds each copy by its title, parent and deadline. */
function matched(model: Model, copies: Map<string, ModelTodo>, fresh: readonly Todo[], root: string): Model {
  const idOf = new Map<string, string>()
  for (const [from, expected] of copies) {
    const parent = from === root ? expected.parent : (idOf.get(expected.parent ?? '') ?? null)
    const taken = new Set(idOf.values())
    const found = fresh.find(
      each =>
        each.title === expected.title &&
        each.parent_id === parent &&
        // All rounds of a todo have the same title.
        (each.deadline ?? each.deadline_date) === dueOf(expected) &&
        !taken.has(each.id),
    )
    assert.ok(found, `a copy of ${expected.title} at its place, with its deadline`)
    idOf.set(from, found.id)
    const own = from === root ? expected.series : expected.days === null ? null : found.id
    model.set(found.id, { ...expected, parent, series: own })
  }
  return model
}

async function compare(world: TodoWorld, model: Model): Promise<void> {
  const todos = await world.client.todos.list()
  const seen = todos.map(todo => [
    todo.id,
    {
      title: todo.title,
      parent: todo.parent_id,
      status: todo.status,
      deadline: todo.deadline ?? todo.deadline_date,
      rule: todo.recurrence_rule,
      series: todo.series_id,
      completed: todo.completed_at !== null,
      schedules: todo.schedules.map(each => each.start_date ?? each.start_time),
    },
  ])
  const expected = [...model].map(([id, todo]) => [
    id,
    {
      title: todo.title,
      parent: todo.parent,
      status: todo.status,
      deadline: dueOf(todo),
      rule: ruleOf(todo.days),
      series: todo.series,
      completed: todo.status === 'DONE',
      schedules: todo.deadline === null ? [] : [dueOf(todo)],
    },
  ])
  assert.deepEqual(new Map(seen as [string, object][]), new Map(expected as [string, object][]))
}

const copyOf = (model: Model): Model => new Map([...model].map(([id, todo]) => [id, { ...todo }]))

forEachStorage('repeating todos', (open, name) => {
  let server: TestApp
  let people = 0
  before(async () => {
    server = await startTestApp(await open())
  })
  after(() => server.close())

  it('agree with the model after any operations, and undo removes the next round', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), zones, async (steps, timezone) => {
        const id = `repeater-${people++}`
        const exp = Math.floor(server.clock.now() / 1000) + 365 * 86_400
        const world = await worldOf(id, await server.as(id, { exp }))
        if (timezone !== null) await world.client.users.updatePreferences({ body: { timezone } })
        let model: Model = new Map()
        let earlier: Model | undefined
        const lastChange = async () =>
          (await world.client.changes.list({ query: { since: 0, limit: 1 } })).seq
        let seq = await lastChange()
        for (const each of steps) {
          if (each.kind === 'undo' && earlier) {
            const [latest] = await world.client.history.list({ query: { limit: 1 } })
            await world.client.history.undo({ params: { batch_id: latest?.batch_id ?? '' } })
            model = earlier
            earlier = undefined
            seq = await lastChange()
          } else if (each.kind === 'wait') {
            server.clock.advance(each.hours * HOUR)
          } else {
            const last = copyOf(model)
            model = await take(server, world, model, each, timezone ?? ZONE)
            const now = await lastChange()
            if (now !== seq) earlier = last
            seq = now
          }
          await compare(world, model)
        }
      }),
      { numRuns: runsOn(name, 40) },
    )
  })
})
