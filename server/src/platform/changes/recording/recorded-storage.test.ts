// Transactions of whole requests, on both databases: a write that joins such a transaction still blocks other writes
// with the same key.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachStorage } from '../../../../test/support/storages.ts'
import { recordedStorage } from './recorded-storage.ts'

forEachStorage('recorded storage', open => {
  it('runs writes with a common key one after the other, also if they join a transaction', async () => {
    const storage = await open()
    const recorded = recordedStorage(storage, async () => {})
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
})
