import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openSqliteStorage } from './sqlite.ts'

const ROWS = 3_000
const TEXT = 'x'.repeat(10_000)
const MEGABYTE = 1_048_576

it('checkpoints a few long texts after they were acknowledged, although they took little time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-test-'))
  const path = join(folder, 'daymark.db')
  const storage = await openSqliteStorage(path)
  await storage.write([], async tx => {
    for (let at = 0; at < 5; at++)
      await tx.execute(
        'insert into sign_in_attempts (address, failures, blocked_until, last_at) values (?, 1, 1, 1)',
        [`${at}${'x'.repeat(MEGABYTE)}`],
      )
  })
  assert.ok(statSync(path).size < 3 * MEGABYTE, 'the commit itself has not copied the pages')
  while (statSync(path).size < 5 * MEGABYTE) await nextTurn()
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

it('checkpoints a large commit after it was acknowledged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-test-'))
  const path = join(folder, 'daymark.db')
  const storage = await openSqliteStorage(path)
  const fill = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${ROWS})
    insert into sign_in_attempts (address, failures, blocked_until, last_at) select i || '${TEXT}', 1, 1, 1 from n`
  const before = process.cpuUsage()
  await storage.write([], async tx => {
    await tx.execute(fill, [])
    // Uses enough CPU time for the write to count as large on any machine.
    while (process.cpuUsage(before).user < 100_000) await tx.execute('select 1', [])
  })
  assert.ok(statSync(path).size < 10 * MEGABYTE, 'the commit itself has not copied the pages')
  while (statSync(path).size < 20 * MEGABYTE) await nextTurn()
  const count = async () => {
    const { rows } = await storage.read(db => db.execute('select count(*) as n from sign_in_attempts', []))
    return (rows[0] as { n: number }).n
  }
  assert.equal(await count(), ROWS)
  await storage.write([], tx => tx.execute('delete from sign_in_attempts where last_at = 1', []))
  assert.equal(await count(), 0)
  await storage.close()
  const again = await openSqliteStorage(path)
  await again.close()
  rmSync(folder, { recursive: true, force: true })
})

it('a program that closes the storage right after a large commit does not end before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-test-'))
  const program = `
    import { openSqliteStorage } from '${import.meta.resolve('./sqlite.ts')}'
    const storage = await openSqliteStorage('${join(folder, 'daymark.db')}')
    const text = 'x'.repeat(${5 * MEGABYTE})
    const insert = 'insert into sign_in_attempts (address, failures, blocked_until, last_at) values (?, 1, 1, 1)'
    await storage.write([], tx => tx.execute(insert, [text]))
    await storage.close()
    console.log('closed')`
  const args = ['--input-type=module', '-e', program]
  assert.equal(execFileSync(process.execPath, args, { encoding: 'utf8' }), 'closed\n')
  rmSync(folder, { recursive: true, force: true })
})
