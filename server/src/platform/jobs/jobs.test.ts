import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { sql } from 'kysely'
import { testClock } from '../../../test/support/app.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import { newId } from '../kernel/ids.ts'
import type { Storage } from '../storage/unit-of-work.ts'
import { amend, cancel, enqueue, finish, payloadOf, reschedule } from './enqueue.ts'
import {
  type ClaimedJob,
  DEFAULT_RETRIES,
  LeaseLost,
  type NewJob,
  PermanentFailure,
  Postponed,
  retryDelay,
} from './job.ts'
import { type JobsParts, openJobs } from './open.ts'

const silent = { warn: () => {}, error: () => {} }

it('doubles the delays between attempts up to a limit', () => {
  const delays = [1, 2, 3, 4, 5].map(attempts =>
    retryDelay({ ...DEFAULT_RETRIES, first_ms: 10, most_ms: 50 }, attempts),
  )
  assert.deepEqual(delays, [10, 20, 40, 50, 50])
})

forEachStorage('job queue', open => {
  let storage: Storage
  let clock = testClock()
  before(async () => {
    storage = await open()
  })
  beforeEach(async () => {
    clock = testClock()
    await storage.write([], tx => sql`delete from jobs`.execute(tx.sql))
  })
  after(() => storage.close())

  const openQueue = (parts: Partial<JobsParts> = {}) => openJobs({ storage, clock, log: silent, ...parts })
  const put = (job: Partial<NewJob> & { key: string }) =>
    storage.write([], tx => enqueue(tx, { kind: 'test', run_at: clock.now(), ...job }, clock.now()))
  const stored = async () =>
    (await storage.read(db => db.sql.selectFrom('jobs').selectAll().orderBy('key').execute())).map(
      ({ key, attempts, claim }) => ({ key, attempts, isClaimed: claim !== null }),
    )

  it('runs due jobs once, oldest first, and leaves later ones', async () => {
    const ran: unknown[] = []
    const queue = openQueue()
    queue.handle('test', { concurrency: 1, run: async ({ key, payload }) => void ran.push([key, payload]) })
    await put({ key: 'second', run_at: clock.now() - 100_000, payload: { n: 2 } })
    await put({ key: 'first', run_at: clock.now() - 200_000 })
    await put({ key: 'later', run_at: clock.now() + 60_000 })
    await queue.drain()
    assert.deepEqual(ran, [
      ['first', null],
      ['second', { n: 2 }],
    ])
    assert.deepEqual(await stored(), [{ key: 'later', attempts: 0, isClaimed: false }])
    clock.advance(60_000)
    await queue.drain()
    assert.equal(ran.length, 3)
  })

  it('stores a job only if its transaction commits, and replaces or cancels it by its key', async () => {
    const ran: unknown[] = []
    const queue = openQueue()
    queue.handle('test', { run: async ({ payload }) => void ran.push(payload) })
    await assert.rejects(
      storage.write([], async tx => {
        await enqueue(tx, { kind: 'test', key: 'a', run_at: clock.now() }, clock.now())
        throw new Error('rolled back')
      }),
    )
    await put({ key: 'b', payload: 'old' })
    await put({ key: 'b', payload: 'new' })
    await put({ key: 'c', payload: 'canceled' })
    await storage.write([], tx => cancel(tx, 'test', 'c'))
    await queue.drain()
    assert.deepEqual(ran, ['new'])
  })

  it('retries a failed job later and gives it up after its last attempt', async () => {
    const [attempts, given, counted]: [number[], unknown[], string[]] = [[], [], []]
    const due = clock.now()
    const queue = openQueue({ count: (_kind, outcome) => counted.push(outcome) })
    queue.handle('test', {
      retries: { attempts: 3, first_ms: 100_000 },
      async run(job) {
        attempts.push(job.attempts)
        assert.equal(job.run_at, due, 'a retry keeps the time when the job was due')
        throw new Error('no answer')
      },
      async gaveUp(_tx, job, error) {
        given.push([job.key, (error as Error).message])
      },
    })
    await put({ key: 'a', run_at: due })
    for (const wait of [0, 50_000, 50_000, 100_000, 100_000]) {
      clock.advance(wait)
      await queue.drain()
    }
    assert.deepEqual(attempts, [1, 2, 3])
    assert.deepEqual(given, [['a', 'no answer']])
    assert.deepEqual(counted, ['retried', 'retried', 'failed'])
    assert.deepEqual(await stored(), [])
  })

  it('does not retry a permanent failure', async () => {
    let attempts = 0
    const queue = openQueue()
    queue.handle('test', {
      async run() {
        attempts++
        throw new PermanentFailure('gone')
      },
    })
    await put({ key: 'a' })
    await queue.drain()
    assert.deepEqual([attempts, await stored()], [1, []])
  })

  it('runs a postponed job at its time, or when it is moved, and does not count the attempt', async () => {
    const [attempts, counted]: [number[], string[]] = [[], []]
    let until = clock.now() + 100_000
    const queue = openQueue({ count: (_kind, outcome) => counted.push(outcome) })
    queue.handle('test', {
      async run(job) {
        attempts.push(job.attempts)
        if (clock.now() < until) throw new Postponed(until)
      },
    })
    for (const key of ['a', 'b']) await put({ key })
    await queue.drain()
    until = clock.now() + 50_000
    await storage.write([], tx => reschedule(tx, 'test', 'a', until))
    clock.advance(50_000)
    await queue.drain()
    assert.deepEqual(await stored(), [{ key: 'b', attempts: 0, isClaimed: false }])
    clock.advance(50_000)
    await queue.drain()
    assert.deepEqual([attempts, await stored()], [[1, 1, 1, 1], []])
    assert.deepEqual(counted, ['postponed', 'postponed', 'done', 'done'])
  })

  it('commits the work of a claim that has ended nowhere', async () => {
    const held = Promise.withResolvers<void>()
    const claimed = Promise.withResolvers<ClaimedJob>()
    const other = openQueue()
    const done: string[] = []
    const outcomes: string[] = []
    const first = openQueue({ lease_ms: 1000, count: (_kind, outcome) => outcomes.push(outcome) })
    first.handle('test', {
      finishes: true,
      async run(job) {
        claimed.resolve(job)
        await held.promise
        await storage.write([], async tx => {
          await finish(tx, job)
          done.push('first')
        })
      },
    })
    other.handle('test', { run: async () => void done.push('other') })
    await put({ key: 'a' })
    const draining = first.drain()
    assert.equal((await claimed.promise).attempts, 1)
    await other.drain()
    assert.deepEqual(done, [])
    clock.advance(2000)
    await other.drain()
    held.resolve()
    await draining
    assert.deepEqual(done, ['other'])
    assert.deepEqual(outcomes, ['lost'])
  })

  it('shows a running job the changes of its payload, but not if another instance has claimed it since', async () => {
    const queue = openQueue({ lease_ms: 1000 })
    const append = (word: string) =>
      storage.write([], tx => amend<string[]>(tx, 'test', 'a', words => [...words, word]))
    const seen: unknown[] = []
    queue.handle('test', {
      async run(job) {
        await append('running')
        seen.push(await storage.write([], tx => payloadOf(tx, job)))
        const lost = storage.write([], tx => payloadOf(tx, { ...job, claim: newId() }))
        await assert.rejects(lost, LeaseLost)
      },
    })
    await append('missing')
    await put({ key: 'a', payload: ['stored'] })
    await append('waiting')
    await queue.drain()
    assert.deepEqual([seen, await stored()], [[['stored', 'waiting', 'running']], []])
  })

  it('gives each due job to one of two instances', async () => {
    const ran = new Map<string, number>()
    const queues = [openQueue(), openQueue()]
    for (const queue of queues) {
      queue.handle('test', {
        concurrency: 8,
        run: async ({ key }) => void ran.set(key, (ran.get(key) ?? 0) + 1),
      })
    }
    await storage.write([], async tx => {
      for (let at = 0; at < 100; at++)
        await enqueue(tx, { kind: 'test', key: `job-${at}`, run_at: clock.now() }, clock.now())
    })
    await Promise.all(queues.map(queue => queue.drain()))
    assert.equal(ran.size, 100)
    assert.deepEqual(new Set(ran.values()), new Set([1]))
  })

  it('starts a new job at once after its commit, and periodic jobs once per period', async t => {
    const ran = Promise.withResolvers<string>()
    let swept = 0
    let sweep = Promise.withResolvers<void>()
    const queue = openQueue()
    queue.handle('test', { run: async ({ key }) => ran.resolve(key) })
    queue.periodic('sweep', { every_ms: 3_600_000, first_ms: 600_000 }, async () => {
      swept++
      sweep.resolve()
    })
    t.after(() => queue.stop())
    storage.publishTo(notices => assert.deepEqual(queue.takeNotices(notices), []))
    await queue.start()
    await put({ key: 'now' })
    assert.equal(await ran.promise, 'now')
    for (const [wait, times] of [
      [0, 0],
      [600_000, 1],
      [3_000_000, 1],
      [600_000, 2],
    ] as const) {
      const isDue = times > swept
      clock.advance(wait)
      await queue.drain()
      // The queue may have started the job before `drain`. The job must end before the clock advances, because its end
      // time determines the next run.
      if (isDue) await sweep.promise
      await queue.drain()
      sweep = Promise.withResolvers()
      assert.equal(swept, times)
    }
  })

  it('releases the jobs that a shutdown interrupts', async () => {
    const started = Promise.withResolvers<void>()
    const aborted = Promise.withResolvers<void>()
    const queue = openQueue({ stop_ms: 0 })
    queue.handle('test', {
      run: (_job, signal) => {
        started.resolve()
        signal.addEventListener('abort', () => aborted.resolve())
        return aborted.promise.then(() => new Promise(() => {}))
      },
    })
    await put({ key: 'a' })
    void queue.drain()
    await started.promise
    await queue.stop()
    await aborted.promise
    assert.deepEqual(await stored(), [{ key: 'a', attempts: 0, isClaimed: false }])
  })

  it('counts due jobs by kind', async () => {
    const queue = openQueue({ count: () => {} })
    queue.handle('test', { run: async () => {} })
    queue.handle('other', { run: async () => {} })
    await put({ key: 'a', run_at: clock.now() - 100_000 })
    await put({ key: 'b', run_at: clock.now() + 100_000 })
    await queue.start()
    const [test, other] = queue.figures()
    await queue.stop()
    assert.equal(test?.due, 1)
    assert.ok((test?.oldest ?? 0) < clock.now())
    assert.deepEqual(other, { kind: 'other', due: 0, oldest: null })
  })
})
