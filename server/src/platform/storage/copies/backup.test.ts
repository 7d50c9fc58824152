import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { backupSqlite, integrityOf } from './backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'daymark-copy-'))
after(() => rmSync(folder, { recursive: true }))

describe('a copy of a busy database', () => {
  it('is completed while another connection commits all the time', async () => {
    const [path, target] = [join(folder, 'busy.db'), join(folder, 'copy.db')]
    const writer = new DatabaseSync(path)
    writer.exec(`pragma journal_mode = wal;
      create table payload (bytes blob); create table counter (n integer); insert into counter values (0)`)
    for (let megabytes = 0; megabytes < 8; megabytes++)
      writer.exec('insert into payload values (randomblob(1000000))')
    let isDone = false
    const copying = backupSqlite(path, target).finally(() => {
      isDone = true
    })
    // If each commit restarted the copy, it would end only after the last commit.
    let commits = 0
    for (; !isDone && commits < 5000; commits++) {
      writer.exec('update counter set n = n + 1')
      await setImmediate()
    }
    await copying
    writer.close()
    assert.ok(commits > 0 && commits < 5000, `${commits} commits`)
    assert.equal(integrityOf(target), 'ok')
    const copy = new DatabaseSync(target, { readOnly: true })
    // The copy must show the state before the first commit.
    assert.deepEqual({ ...copy.prepare('select n from counter').get() }, { n: 0 })
    copy.close()
  })
})
