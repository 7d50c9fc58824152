import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Problem } from '../../kernel/errors.ts'
import type { Storage, Tx } from '../unit-of-work.ts'
import { openSqliteStorage } from './sqlite.ts'

describe('a SQLite file that another process has locked', () => {
  let folder: string
  let path: string
  let storage: Storage

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'daymark-test-'))
    path = join(folder, 'daymark.db')
    storage = await openSqliteStorage(path)
  })
  after(async () => {
    await storage.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const disable = (id: string) => (tx: Tx) =>
    tx.sql.insertInto('disabled_users').values({ user_id: id, disabled_at: 1 }).execute()
  const disabled = () => storage.read(db => db.sql.selectFrom('disabled_users').select('user_id').execute())

  /** Locks the file with a second connection, as another process would. Returns a function that releases the lock. */
  function foreignLock(): () => void {
    const foreign = new DatabaseSync(path)
    foreign.exec('begin immediate')
    return () => {
      foreign.exec('rollback')
      foreign.close()
    }
  }

  it('is waited for while the event loop runs and reads are answered', async () => {
    const release = foreignLock()
    const written = storage.write([], disable('ann'))
    const other = storage.write([], disable('bob'))
    for (let i = 0; i < 50; i++) await nextTurn()
    assert.deepEqual(await disabled(), [])
    release()
    await Promise.all([written, other])
    assert.deepEqual((await disabled()).map(row => row.user_id).sort(), ['ann', 'bob'])
  })

  it('fails all waiting writes after some seconds, and later writes succeed', async () => {
    const release = foreignLock()
    const lost = [storage.write([], disable('cleo')), storage.write([], disable('dan'))]
    for (const each of await Promise.allSettled(lost)) {
      assert.ok(each.status === 'rejected' && each.reason instanceof Problem)
      assert.equal(each.reason.kind, 'unavailable')
    }
    release()
    await storage.write([], disable('eve'))
    assert.equal((await disabled()).length, 3)
  })

  it('does not prevent a second connection from opening', async () => {
    const release = foreignLock()
    const opening = openSqliteStorage(path, { shared: true })
    await nextTurn()
    release()
    await (await opening).close()
  })
})

/** Far more statements than any machine runs in two turns of the maximum length. */
const MANY_STATEMENTS = 1_000_000

describe('work of many statements', () => {
  it('yields to the event loop, in reads and in writes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'daymark-test-'))
    const storage = await openSqliteStorage(join(folder, 'daymark.db'))
    for (const kind of ['read', 'write'] as const) {
      let turns = 0
      let running = true
      const counting = (async () => {
        while (running) {
          await nextTurn()
          turns++
        }
      })()
      const work = async (db: Pick<Tx, 'execute'>) => {
        const before = turns
        for (let n = 0; n < MANY_STATEMENTS && turns < before + 2; n++) await db.execute('select 1', [])
        return turns - before
      }
      const seen = kind === 'read' ? await storage.read(work) : await storage.write([], work)
      running = false
      await counting
      assert.ok(seen > 1, `${kind}: ${seen} turns`)
    }
    await storage.close()
    rmSync(folder, { recursive: true, force: true })
  })
})
