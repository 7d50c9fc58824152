// Transactions of whole requests, on both databases: a write that joins such a transaction still blocks other writes
// with the same key.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachStorage } from '../../../../test/support/storages.ts'
import { newCause, withCause } from '../../kernel/cause.ts'
import { systemClock } from '../../kernel/time/clock.ts'
import { recordedStorage } from './recorded-storage.ts'

forEachStorage('recorded storage', open => {
  it('runs writes with a common key one after the other, also if they join a transaction', async () => {
    const storage = await open()
    const recorded = recordedStorage(storage, async () => undefined, systemClock)
    let atOnce = 0
    let most = 0
    let finished = 0
    const shared = (own: string) =>
      recorded.write([own, 'shared'], async tx => {
        // The work begins before PostgreSQL grants the locks, but its first statement waits for them.
        await tx.execute('select 1', [])
        most = Math.max(most, ++atOnce)
        for (let i = 0; i < 10; i++) await tx.execute('select 1', [])
        atOnce--
        finished++
      })
    await Promise.all(
      ['a', 'b', 'c', 'd'].flatMap(own => [
        shared(own),
        recorded.enclose([own], () => shared(own)),
        recorded.together([own], () => shared(own)),
        recorded.enclose([own], () => recorded.together([own], () => shared(own))),
      ]),
    )
    assert.deepEqual({ most, finished }, { most: 1, finished: 16 })
    await storage.close()
  })

  it('notes the position of what is committed, never that of an attempt that was rolled back', async () => {
    const storage = await open()
    let next = 0
    const recorded = recordedStorage(storage, async () => ++next, systemClock)
    const cause = newCause()
    const { position } = cause
    const fail = async () => {
      throw new Error('failed')
    }
    const write = () => recorded.write(['a'], async () => {})
    await withCause(cause, async () => {
      await assert.rejects(recorded.write(['a'], fail))
      assert.equal(position.seq, undefined)
      await write()
      assert.equal(position.seq, 1)
      await assert.rejects(recorded.enclose(['a'], () => write().then(fail)))
      assert.equal(position.seq, 1, 'the joined write was rolled back with its transaction')
      await assert.rejects(recorded.together(['a'], () => write().then(fail)))
      assert.equal(position.seq, 1)
      // The first attempt lacks a key of the second write, so the transaction runs again.
      await recorded.enclose(['a'], async () => {
        assert.equal(position.seq, 1, 'an attempt does not see the numbers of the one before')
        await write()
        await recorded.write(['b'], async () => {})
      })
      assert.equal(position.seq, next)
      await recorded.enclose(['a'], async () => {
        await write()
        await recorded.write(['a'], fail).catch(() => {})
      })
      assert.equal(position.seq, next, 'what the request kept')
      await recorded.together(['a'], write)
      assert.equal(position.seq, next)
    })
    await storage.close()
  })
})
