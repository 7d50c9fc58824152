import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import fc, { runsOn } from '../../../../../scripts/test/properties.ts'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import { MISSING, type TodoWorld, todoWorld } from '../../../../test/support/todo-world.ts'

interface ModelTodo {
  parent: string | null
  group: string
}
type Model = Map<string, ModelTodo>

/** Numbers select an existing todo. For `parent`, 0 means no parent and 1 means a todo that does not exist. */
interface Step {
  kind: 'create' | 'move' | 'regroup' | 'both' | 'delete'
  todo: number
  parent: number
  group: number
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('create', 'create', 'create', 'move', 'move', 'regroup', 'both', 'delete'),
    todo: fc.nat(20),
    parent: fc.nat(20),
    group: fc.nat(1),
  }),
  { minLength: 8, maxLength: 30 },
)

function fault(model: Model, id: string | undefined, at: ModelTodo): RegExp | undefined {
  if (at.parent === null) return undefined
  if (at.parent === id) return /its own parent/
  if (!model.has(at.parent)) return /parent todo was not found/
  if (id !== undefined && descendants(model, id).has(at.parent)) return /own descendants/
  return model.get(at.parent)?.group === at.group ? undefined : /same tag group/
}

function descendants(model: Model, id: string): Set<string> {
  const children = [...model].filter(([, todo]) => todo.parent === id).map(([child]) => child)
  return new Set(children.flatMap(child => [child, ...descendants(model, child)]))
}

async function run(world: TodoWorld, groups: string[], all: readonly Step[]): Promise<void> {
  const model: Model = new Map()
  for (const step of all) {
    const known = [...model.keys()]
    const parent = [null, MISSING, ...known][step.parent % (known.length + 2)] ?? null
    const group = groups[step.group] ?? ''
    const id = known[step.todo % Math.max(known.length, 1)]
    if (step.kind === 'create') await create(world, model, { parent, group })
    else if (id !== undefined && step.kind === 'delete') await remove(world, model, id)
    else if (id !== undefined) await place(world, model, id, step.kind, { parent, group })
    await compare(world, model)
  }
}

async function create(world: TodoWorld, model: Model, at: ModelTodo): Promise<void> {
  const wrong = fault(model, undefined, at)
  const attempt = world.add('x', { parent_id: at.parent, tag_group_id: at.group })
  if (wrong) await rejectsWith(attempt, 400, wrong)
  else model.set((await attempt).id, at)
}

async function remove(world: TodoWorld, model: Model, id: string): Promise<void> {
  await world.remove(id)
  model.delete(id)
  for (const todo of model.values()) if (todo.parent === id) todo.parent = null
}

async function place(
  world: TodoWorld,
  model: Model,
  id: string,
  kind: Step['kind'],
  to: ModelTodo,
): Promise<void> {
  const old = model.get(id) ?? to
  const at = {
    parent: kind === 'regroup' ? old.parent : to.parent,
    group: kind === 'move' ? old.group : to.group,
  }
  const unchanged = at.parent === old.parent && at.group === old.group
  const wrong = unchanged ? undefined : fault(model, id, at)
  const attempt = world.patch(id, {
    ...(kind !== 'regroup' && { parent_id: to.parent }),
    ...(kind !== 'move' && { tag_group_id: to.group }),
  })
  if (wrong) return void (await rejectsWith(attempt, 400, wrong))
  await attempt
  for (const below of descendants(model, id))
    model.set(below, { parent: model.get(below)?.parent ?? null, group: at.group })
  model.set(id, at)
}

async function compare(world: TodoWorld, model: Model): Promise<void> {
  const todos = await world.client.todos.list()
  const found: Model = new Map(
    todos.map(todo => [todo.id, { parent: todo.parent_id, group: todo.tag_group_id }]),
  )
  assert.deepEqual(found, new Map([...model].map(([id, todo]) => [id, todo])))
  for (const [id, todo] of found) {
    const parent = todo.parent === null ? undefined : found.get(todo.parent)
    assert.ok(todo.parent === null || parent, 'an orphan')
    assert.ok(!parent || parent.group === todo.group, 'a mixed tree')
    assert.ok(!descendants(found, id).has(id), 'a circle')
  }
}

forEachStorage('the todo tree', (open, name) => {
  let server: TestApp
  let people = 0

  before(async () => {
    server = await startTestApp(await open())
  })
  after(() => server.close())

  it('stays a forest under any requests', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async all => {
        const world = await todoWorld(server, `gardener-${people++}`)
        await run(world, [world.group.id, (await world.addGroup('Second')).id], all)
      }),
      { numRuns: runsOn(name, 48) },
    )
  })
})
