// The guard before passwords, with the clock standing still: who may try, and how long others wait.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { forEachStorage } from '../../../test/support/storages.ts'
import { Problem } from '../../platform/kernel/errors.ts'
import type { Storage } from '../../platform/storage/unit-of-work.ts'
import { passwordGuard } from './login-throttle.ts'

forEachStorage('the guard before passwords', open => {
  let storage: Storage
  let now = 1_000_000
  before(async () => {
    storage = await open()
  })
  after(() => storage.close())

  const guard = () =>
    passwordGuard({
      uow: storage,
      clock: { now: () => now },
      library: async () => {
        throw new Error('No password is looked at here.')
      },
    })
  /** Seconds to wait, or 0 when the attempt was let in. */
  const attempt = (email: string) =>
    guard()
      .begin(email)
      .then(
        () => 0,
        (error: unknown) => (error instanceof Problem ? (error.retry_after ?? -1) : -1),
      )

  it('lets five in, then makes wait longer and longer; waiting as told is enough', async () => {
    const waits: number[] = []
    for (let i = 0; i < 16; i++) {
      const wait = await attempt('a@example.org')
      waits.push(wait)
      now += wait * 1000
      if (wait > 0) assert.equal(await attempt('a@example.org'), 0)
    }
    assert.deepEqual(waits, [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  })

  it('lets in no more when many come at once, on one instance or on several', async () => {
    const waits = await Promise.all(Array.from({ length: 12 }, () => attempt('b@example.org')))
    assert.equal(waits.filter(wait => wait === 0).length, 5)
    assert.equal(waits.filter(wait => wait === 1).length, 7)
  })

  it('does not count those who were made to wait', async () => {
    for (let i = 0; i < 20; i++) await attempt('c@example.org')
    assert.equal(await attempt('c@example.org'), 1)
  })

  it('forgets after a success, and after a day', async () => {
    for (let i = 0; i < 6; i++) await attempt('d@example.org')
    await guard().clear('d@example.org')
    assert.equal(await attempt('d@example.org'), 0)
    for (let i = 0; i < 6; i++) await attempt('e@example.org')
    now += 86_400_000
    for (let i = 0; i < 5; i++) assert.equal(await attempt('e@example.org'), 0)
    now += 2 * 86_400_000
    await guard().sweep()
    const left = await storage.read(db => db.sql.selectFrom('sign_in_attempts').selectAll().execute())
    assert.deepEqual(left, [])
  })

  it('keeps no address in clear', async () => {
    await attempt('secret-address@example.org')
    const rows = await storage.read(db => db.sql.selectFrom('sign_in_attempts').selectAll().execute())
    assert.ok(!JSON.stringify(rows).includes('secret-address'))
  })
})
