// What the most frequent writes cost, and that composing use cases adds nothing to what they cost alone.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { readConfig } from '../src/config/config.ts'
import { patchTodo } from '../src/features/planning/todos/patch.ts'
import { createTodo } from '../src/features/planning/todos/service.ts'
import { createGroup } from '../src/features/tags/service.ts'
import { controlTimer, startTimer } from '../src/features/timers/control/control.ts'
import type { RecordedStorage } from '../src/platform/changes/recording/recorded-storage.ts'
import type { RequestTx } from '../src/platform/changes/request-tx.ts'
import { write } from '../src/platform/changes/write.ts'
import { mintActor } from '../src/platform/kernel/actor.ts'
import { newCause } from '../src/platform/kernel/cause.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { createServices } from '../src/services.ts'
import { startTestApp, type TestApp, testClock } from './support/app.ts'
import { newPerson } from './support/people.ts'
import { forEachStorage } from './support/storages.ts'

/** Statements inside the transaction, with the change log. Lower them when a write becomes cheaper. */
const MOST = {
  sqlite: { create: 9, patch: 8, start: 5, stop: 7 },
  postgres: { create: 6, patch: 6, start: 4, stop: 6 },
}

forEachStorage('the statements of a write', (open, database) => {
  let server: TestApp
  let storage: RecordedStorage
  let seen: string[] = []
  let inside = false
  let owner: string
  let group: string

  before(async () => {
    const opened = await open({ observe: text => inside && seen.push(text) })
    server = await startTestApp(opened)
    owner = (await newPerson(server, 'writer')).id
    storage = createServices({ config: readConfig({}), storage: opened, clock: testClock() }).storage
    group = (await run(tx => createGroup(tx, { name: 'G', color: '#112233', is_todo_group: true }))).id
    // The first writes of a person also create rows that later writes only change.
    await run(tx => todo(tx))
    await run(tx => start(tx))
  })
  after(() => server.close())

  const run = <T>(work: (tx: RequestTx) => Promise<T>): Promise<T> =>
    write(
      storage,
      { actor: mintActor(owner), cause: newCause({ actor_id: owner, via: 'api' }) },
      { run: work },
      undefined,
    )
  const todo = async (tx: RequestTx) => (await createTodo(tx, { title: 'T', tag_group_id: group })).id
  const rename = (tx: RequestTx, id: string) => patchTodo(tx, id, { title: newId() })
  const start = async (tx: RequestTx) => {
    const outcome = await startTimer(
      tx,
      { id: undefined, failure: 'CREATE_FAILED' },
      { allocated_duration: 60 },
    )
    return 'made' in outcome ? outcome.made.timer_id : assert.fail(outcome.failure.message)
  }
  const stop = (tx: RequestTx, timer_id: string) =>
    controlTimer(tx, { id: undefined, failure: 'STOP_FAILED' }, 'stop', { timer_id })

  /** Returns the statements of one transaction, with its entries in the change log. */
  async function cost(work: (tx: RequestTx) => Promise<unknown>): Promise<number> {
    seen = []
    inside = true
    try {
      await run(work)
    } finally {
      inside = false
    }
    return seen.length
  }

  it('stay at most what they are', async t => {
    const id = await run(todo)
    const timer = await run(start)
    const counts = {
      create: await cost(todo),
      patch: await cost(tx => rename(tx, id)),
      start: await cost(start),
      stop: await cost(tx => stop(tx, timer)),
    }
    t.diagnostic(`${database}: ${JSON.stringify(counts)}`)
    const most = MOST[database === 'sqlite' ? 'sqlite' : 'postgres']
    for (const name of ['create', 'patch', 'start', 'stop'] as const)
      assert.ok(counts[name] <= most[name], `${name}: ${counts[name]} statements instead of ${most[name]}`)
  })

  it('of composed use cases are at most those of each alone; an attempt adds its savepoint only', async () => {
    const [one, two] = [await run(todo), await run(todo)]
    const timer = await run(start)
    const alone =
      (await cost(todo)) + (await cost(tx => rename(tx, one))) + (await cost(tx => stop(tx, timer)))
    const other = await run(start)
    const composed = async (tx: RequestTx) => {
      await todo(tx)
      await rename(tx, two)
      await stop(tx, other)
    }
    const together = await cost(composed)
    assert.ok(together <= alone, `${together} statements together, ${alone} alone`)
    const third = await run(start)
    const attempted = await cost(tx =>
      tx.attempt(async () => {
        await todo(tx)
        await rename(tx, two)
        await stop(tx, third)
      }),
    )
    assert.equal(attempted, together + 2)
  })
})
