import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { openSqliteStorage } from '../../sqlite/sqlite.ts'
import { BackupFailed, backupName, isDiskFull, keepNewest, makeBackup } from './backups.ts'
import { claimBackupFolder, MARKER } from './claim.ts'
import { RETRY_MS, scheduleBackups } from './schedule.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2026-11-16T09:30:00Z')
const folder = mkdtempSync(join(tmpdir(), 'daymark-schedule-'))
after(() => rmSync(folder, { recursive: true }))

async function scheduled(name: string) {
  const data = join(folder, name)
  const backups = join(data, 'backups')
  mkdirSync(backups, { recursive: true })
  const source = { database: join(data, 'daymark.db'), secrets: join(data, 'secrets.json'), version: '1.2.3' }
  await (await openSqliteStorage(source.database)).close()
  const clock = { at: NOW, now: () => clock.at }
  const events: string[] = []
  const schedule = scheduleBackups({ source, folder: backups, everyMs: HOUR, keep: 2 }, clock, {
    made: () => events.push('made'),
    failed: error => events.push(String(error)),
  })
  return { source, backups, clock, events, schedule }
}

const filesIn = (path: string) => readdirSync(path).filter(name => name !== MARKER)

describe('the schedule of backups', () => {
  it('is overdue two intervals after the start if there has never been a backup', async () => {
    const { clock, schedule } = await scheduled('never')
    assert.equal(schedule.state().isOverdue, false)
    clock.at += 2 * HOUR + 1
    assert.deepEqual(schedule.state(), { last_at: undefined, isOverdue: true })
    await schedule.stop()
  })

  it('repeats a failed backup after a pause, and is healthy again once there is a fresh one', async () => {
    const { source, backups, clock, events, schedule } = await scheduled('failing')
    const lost = { ...source, database: `${source.database}.lost` }
    renameSync(source.database, lost.database)
    await schedule.check()
    assert.equal(events.length, 1)
    assert.equal(schedule.state().isOverdue, true)
    symlinkSync(lost.database, source.database)
    clock.at += RETRY_MS - 1
    await schedule.check()
    assert.deepEqual([events.length, filesIn(backups)], [1, []])
    // The operator makes a backup by hand.
    await makeBackup(lost, join(backups, backupName(clock.at)), clock.at)
    await schedule.check()
    assert.equal(schedule.state().isOverdue, false)
    clock.at += HOUR
    await schedule.check()
    assert.deepEqual(events.slice(1), ['made'])
    await schedule.stop()
  })

  it('aborts a running backup when it stops, and removes its files', async () => {
    const { source, backups, events, schedule } = await scheduled('stopped')
    // Reading a pipe ends only when its writer closes it, so this backup never ends.
    execFileSync('mkfifo', [source.secrets])
    const checking = schedule.check()
    const writer = await open(source.secrets, 'w')
    assert.ok(existsSync(join(backups, `${backupName(NOW)}.part.db`)))
    await schedule.stop()
    await checking
    await writer.close()
    assert.deepEqual(filesIn(backups), [])
    assert.deepEqual(events, [])
    assert.equal(schedule.state().isOverdue, false)
  })

  it('removes what an interrupted server left, and nothing that may still be written', async () => {
    const { backups, schedule } = await scheduled('leftovers')
    const interrupted = ['.part', '.part.db', '.part.db-journal'].map(end => backupName(NOW - HOUR) + end)
    const others = ['daymark-notes.part', `${backupName(NOW - 2 * HOUR)}.part`]
    for (const name of [...interrupted, ...others]) writeFileSync(join(backups, name), 'half')
    for (const name of [...interrupted, 'daymark-notes.part']) utimesSync(join(backups, name), 1, 1)
    await schedule.check()
    assert.deepEqual(filesIn(backups).sort(), [...others, backupName(NOW)].sort())
    await schedule.stop()
  })
})

describe('the folder of the backups', () => {
  it('is not used by two databases, so that none deletes the backups of the other', async () => {
    const [first, second] = [await scheduled('first'), await scheduled('second')]
    await first.schedule.check()
    const { source, clock } = second
    const events: string[] = []
    const plan = { source, folder: first.backups, everyMs: HOUR, keep: 1 }
    const intruder = scheduleBackups(plan, clock, {
      made: () => events.push('made'),
      failed: error => events.push(String(error)),
    })
    clock.at += 5 * HOUR
    await intruder.check()
    assert.match(
      events.join(),
      /^BackupFailed: \S+ contains the backups of another database\. Choose another folder/,
    )
    assert.equal(intruder.state().isOverdue, true)
    assert.deepEqual(filesIn(first.backups), [backupName(NOW)])
    // Without the marker, `intruder` may claim the folder.
    rmSync(join(first.backups, MARKER))
    await intruder.check()
    clock.at += RETRY_MS
    await intruder.check()
    assert.equal(events.at(-1), 'made')
    for (const each of [first.schedule, second.schedule, intruder]) await each.stop()
  })

  it('belongs to the user of the server, also if root makes the first backup', async () => {
    const { source, backups, schedule } = await scheduled('by root')
    await schedule.stop()
    const owner = process.getuid?.() === 0 ? 65_534 : statSync(backups).uid
    rmSync(backups, { recursive: true })
    if (process.getuid?.() === 0) chownSync(join(source.database, '..'), owner, owner)
    claimBackupFolder(source.database, backups)
    assert.equal(statSync(backups).uid, owner)
  })

  it('is not created again if its disk is not mounted', async () => {
    const { source, backups, clock, events, schedule } = await scheduled('unmounted')
    await schedule.check()
    // Only the disk has the marker. The empty folder of its mount point does not.
    renameSync(backups, `${backups}.disk`)
    for (const exists of [false, true]) {
      if (exists) mkdirSync(backups)
      clock.at += HOUR
      await schedule.check()
      assert.match(events.at(-1) ?? '', /is not the folder that contained the backups of this database/)
      assert.equal(existsSync(backups) && readdirSync(backups).length > 0, false)
    }
    rmSync(backups, { recursive: true })
    renameSync(`${backups}.disk`, backups)
    clock.at += RETRY_MS
    await schedule.check()
    assert.equal(events.at(-1), 'made')
    await schedule.stop()
    writeFileSync(join(source.database, '../backups.json'), 'nonsense')
    assert.throws(() => claimBackupFolder(source.database, backups), /backups\.json is damaged\. Delete it/)
  })
})

describe('keeping the newest backups', () => {
  it('never deletes the one just made, nor any dated in the future', async () => {
    const own = join(folder, 'future')
    mkdirSync(own)
    const names = [-2, -1, 0, 9000].map(hours => backupName(NOW + hours * HOUR))
    const { source } = await scheduled('empty')
    await makeBackup(source, join(own, names[0] ?? ''), NOW)
    for (const name of names.slice(1)) copyFileSync(join(own, names[0] ?? ''), join(own, name))
    // The backup began half a second after the time in its name.
    const deleted = await keepNewest(own, 1, NOW + 500)
    assert.deepEqual(
      deleted,
      [names[1], names[0]].map(name => join(own, String(name))),
    )
    assert.deepEqual(readdirSync(own).sort(), names.slice(2))
  })
})

describe('a full disk', () => {
  it('is recognized in errors of SQLite and of the file system', () => {
    assert.ok(isDiskFull(Object.assign(new Error('database or disk is full'), { errcode: 13 })))
    assert.ok(isDiskFull(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })))
    assert.equal(isDiskFull(new BackupFailed('The database is damaged.')), false)
  })
})
