import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openSqliteStorage } from './sqlite.ts'

const MEGABYTE = 1_048_576

it('checkpoints a few long texts after they were acknowledged', async () => {
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
  const { rows } = await storage.read(db => db.execute('select count(*) as n from sign_in_attempts', []))
  assert.deepEqual({ ...(rows[0] as object) }, { n: 5 })
  await storage.close()
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
