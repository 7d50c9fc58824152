import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openFreshPostgres } from '../../../../test/support/storages.ts'
import type { Tx } from '../unit-of-work.ts'

const WRONG = 'insert into no_such_table values ($1)'

const put = (tx: Tx, text: string, id: string) => tx.send?.(text, [id])

it('an error of a sent statement is thrown by the next statement, or before the commit', async () => {
  const storage = await openFreshPostgres()
  try {
    const missing = { code: '42P01' }
    await assert.rejects(
      storage.write([], async tx => put(tx, WRONG, 'a')),
      missing,
    )
    await assert.rejects(
      storage.write([], async tx => {
        put(tx, WRONG, 'a')
        await tx.execute('select 1', [])
      }),
      missing,
    )
    const value = await storage.write([], async tx => {
      await assert.rejects(
        tx.attempt(async () => put(tx, WRONG, 'a')),
        missing,
      )
      return (await tx.execute('select 7 as n', [])).rows
    })
    assert.deepEqual(value, [{ n: 7 }])
  } finally {
    await storage.close()
  }
})
