import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { forEachStorage, onceFor } from '../../../../test/support/storages.ts'
import { overloaded, Problem } from '../../../platform/kernel/errors.ts'
import type { Storage } from '../../../platform/storage/unit-of-work.ts'
import { type AttemptSource, loginThrottle } from './login-throttle.ts'

const HERE: AttemptSource = { kind: 'network', key: 'ip:192.0.2.1' }
const network = (number: number): AttemptSource => ({ kind: 'network', key: `ip:198.51.100.${number}` })

forEachStorage('the login throttle', (open, name) => {
  const itOnce = onceFor(name)
  let storage: Storage
  let now = 1_000_000
  before(async () => {
    storage = await open()
  })
  after(() => storage.close())

  const throttle = () => loginThrottle({ uow: storage, clock: { now: () => now } })
  /** Returns the seconds to wait, or 0 if the attempt was allowed. */
  const attempt = (email: string, source: AttemptSource = HERE, right = false) =>
    throttle()
      .attempt(email, source, async () => right || undefined)
      .then(
        () => 0,
        (error: unknown) => (error instanceof Problem ? (error.retry_after ?? -1) : -1),
      )
  const failOften = async (email: string, source: AttemptSource, times: number) => {
    for (let i = 0; i < times; i++) await attempt(email, source)
  }

  it('allows five attempts, then requires longer and longer waits; waiting as long as required is enough', async () => {
    const waits: number[] = []
    for (let i = 0; i < 16; i++) {
      const wait = await attempt('a@example.org')
      waits.push(wait)
      now += wait * 1000
      if (wait > 0) assert.equal(await attempt('a@example.org'), 0)
    }
    assert.deepEqual(waits.slice(0, 14), [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256])
    assert.ok(
      waits.slice(14).every(wait => wait >= 128 && wait <= 300),
      `${waits}`,
    )
  })

  it('allows no more when many come at once, on one instance or on several', async () => {
    const waits = await Promise.all(Array.from({ length: 12 }, () => attempt('b@example.org')))
    assert.equal(waits.filter(wait => wait === 0).length, 5)
    assert.equal(waits.filter(wait => wait === 1).length, 7)
  })

  itOnce('does not count attempts during a required wait', async () => {
    await failOften('c@example.org', HERE, 20)
    assert.equal(await attempt('c@example.org'), 1)
  })

  it('resets after a success, forgives with time, and keeps nothing for longer than a day', async () => {
    await failOften('d@example.org', HERE, 4)
    assert.equal(await attempt('d@example.org', HERE, true), 0)
    await failOften('d@example.org', HERE, 4)
    assert.equal(await attempt('d@example.org'), 0)
    await failOften('e@example.org', HERE, 6)
    now += 5 * 300_000
    for (let i = 0; i < 5; i++) assert.equal(await attempt('e@example.org'), 0)
    now += 2 * 86_400_000
    await throttle().sweep()
    const left = await storage.read(db => db.sql.selectFrom('sign_in_attempts').selectAll().execute())
    assert.deepEqual(left, [])
  })

  itOnce('one wrong guess every five minutes locks nobody out, not even in the same network', async () => {
    for (let i = 0; i < 40; i++) {
      assert.equal(await attempt('f@example.org'), 0)
      now += 150_000
      assert.equal(await attempt('f@example.org', HERE, true), 0)
      now += 150_000
    }
  })

  itOnce(
    'a stranger in one network locks out neither other networks nor known devices nor sessions',
    async () => {
      for (let i = 0; i < 100; i++) now += 1000 * (await attempt('g@example.org', network(1)))
      await attempt('g@example.org', network(1))
      assert.ok((await attempt('g@example.org', network(1))) > 0)
      assert.equal(await attempt('g@example.org', network(2)), 0)
      assert.equal(await attempt('g@example.org', { kind: 'device', key: 'laptop' }), 0)
      assert.equal(await attempt('g@example.org', { kind: 'session', key: 'here' }), 0)
    },
  )

  it('an attack from many networks is throttled as a whole; known devices and sessions are not', async () => {
    for (let i = 0; i < 25; i++) await failOften('h@example.org', network(i), 4)
    assert.ok((await attempt('h@example.org', network(200))) > 0)
    for (let i = 0; i < 5; i++) {
      assert.equal(await attempt('h@example.org', { kind: 'device', key: 'laptop' }), 0)
      assert.equal(await attempt('h@example.org', { kind: 'session', key: 'here' }), 0)
    }
    assert.equal(
      await attempt('h@example.org', { kind: 'device', key: 'laptop' }),
      1,
      'it has a counter of its own',
    )
    now += 3_600_000
    assert.equal(await attempt('h@example.org', network(200)), 0)
  })

  it('does not count attempts that failed for another reason than the password', async () => {
    const busy = () =>
      throttle().attempt('i@example.org', HERE, () => Promise.reject(overloaded('The server is busy.', 2)))
    for (let i = 0; i < 20; i++) await assert.rejects(busy(), /server is busy/)
    for (let i = 0; i < 5; i++) assert.equal(await attempt('i@example.org'), 0)
  })

  it('can be cleared for an address, wherever the attempts came from', async () => {
    await failOften('j@example.org', HERE, 6)
    await failOften('j@example.org', network(3), 6)
    await failOften('k@example.org', HERE, 6)
    await throttle().clear('j@example.org')
    assert.deepEqual([await attempt('j@example.org'), await attempt('j@example.org', network(3))], [0, 0])
    assert.equal(await attempt('k@example.org'), 1)
  })

  it('stores no email or network address in clear text', async () => {
    await attempt('secret-address@example.org')
    const rows = JSON.stringify(
      await storage.read(db => db.sql.selectFrom('sign_in_attempts').selectAll().execute()),
    )
    assert.ok(rows.length > 2 && !rows.includes('secret-address') && !rows.includes('192.0.2.1'))
  })
})
