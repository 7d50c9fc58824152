import assert from 'node:assert/strict'
import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import { migrations } from '../../migrations/list.ts'
import { migrate, SchemaMismatch } from '../../schema/migrate.ts'
import { openSqliteStorage } from '../../sqlite/sqlite.ts'
import { DatabaseInUse } from '../../sqlite/sqlite-lock.ts'
import type { Storage } from '../../unit-of-work.ts'
import { DamagedArchive } from './archive.ts'
import { backupName, keepNewest, makeBackup, reserveBackup, storedBackups } from './backups.ts'
import { RestoreFailed, restoreBackup } from './restore.ts'
import { scheduleBackups } from './schedule.ts'

const HOUR = 3_600_000
const SERVICE_USER = 65_534
const NOW = Date.parse('2026-11-16T09:30:00Z')
const folder = mkdtempSync(join(tmpdir(), 'daymark-backups-'))
after(() => rmSync(folder, { recursive: true }))

function freshFolder(name: string) {
  const data = join(folder, name)
  mkdirSync(data)
  return { data, database: join(data, 'daymark.db'), secrets: join(data, 'secrets.json'), version: '1.2.3' }
}

function writeAt(path: string, bytes: Buffer, position: number): void {
  const file = openSync(path, 'r+')
  writeSync(file, bytes, 0, bytes.length, position)
  closeSync(file)
}

const disable = (storage: Storage, id: string) =>
  storage.write([], tx =>
    tx.sql.insertInto('disabled_users').values({ user_id: id, disabled_at: 1 }).execute(),
  )
const disabled = (storage: Storage) =>
  storage.read(async db => {
    const rows = await db.sql.selectFrom('disabled_users').select('user_id').orderBy('user_id').execute()
    return rows.map(row => row.user_id)
  })
async function contentOf(path: string): Promise<string[]> {
  const storage = await openSqliteStorage(path)
  const content = await disabled(storage)
  await storage.close()
  return content
}

describe('a backup', () => {
  const source = freshFolder('source')
  const file = join(folder, backupName(NOW))

  it('is made while the server writes, with the secret, and leaves nothing else behind', async () => {
    const storage = await openSqliteStorage(source.database)
    writeFileSync(source.secrets, 'old secret')
    await disable(storage, 'ann')
    // An interrupted backup leaves these files.
    writeFileSync(`${file}.part`, 'half')
    writeFileSync(`${file}.part.db`, 'half')
    const manifest = await makeBackup(source, file, NOW)
    assert.equal(manifest.created_at, '2026-11-16T09:30:00.000Z')
    assert.equal(manifest.schema, migrations.at(-1)?.name)
    assert.deepEqual(Object.keys(manifest.files), ['daymark.db', 'secrets.json'])
    await disable(storage, 'bob')
    await assert.rejects(restoreBackup(file, source, NOW), DatabaseInUse)
    await storage.close()
    assert.deepEqual(readdirSync(folder).sort(), ['daymark-20261116T093000Z.tar.gz', 'source'])
  })

  it('is restored with its secret, and the replaced files are kept', async () => {
    writeFileSync(source.secrets, 'new secret')
    writeFileSync(`${source.database}.restoring`, 'what an interrupted restore has left behind')
    const { manifest, hasSecret, kept = '' } = await restoreBackup(file, source, NOW)
    assert.deepEqual([manifest?.version, hasSecret], ['1.2.3', true])
    assert.deepEqual(await contentOf(source.database), ['ann'])
    assert.equal(readFileSync(source.secrets, 'utf8'), 'old secret')
    assert.equal(readFileSync(join(kept, 'secrets.json'), 'utf8'), 'new secret')
    assert.deepEqual(await contentOf(join(kept, 'daymark.db')), ['ann', 'bob'])
    assert.equal(existsSync(`${source.database}.restoring`), false)
  })

  it('of a damaged database, or to a folder that is missing, fails with one sentence and the remedy', async () => {
    const damaged = freshFolder('damaged')
    copyFileSync(source.database, damaged.database)
    const page = Buffer.alloc(4096, 0x7f)
    for (let at = 1; at < 40; at++) writeAt(damaged.database, page, at * 4096)
    const target = join(damaged.data, 'x.tar.gz')
    const name = damaged.database.replaceAll('.', '\\.')
    await assert.rejects(makeBackup(damaged, target, NOW), {
      message: new RegExp(`^The database ${name} is damaged.* Restore a`),
    })
    writeFileSync(damaged.database, 'nonsense '.repeat(1000))
    await assert.rejects(makeBackup(damaged, target, NOW), {
      message: new RegExp(`^The file ${name} is not a SQLite database, or it is damaged. Restore a backup`),
    })
    const away = join(folder, 'away')
    await assert.rejects(makeBackup(source, join(away, 'x.tar.gz'), NOW), {
      message: `The folder ${away} does not exist. Create it, or correct the path.`,
    })
    await assert.rejects(makeBackup(source, join(source.secrets, 'x.tar.gz'), NOW), {
      message: /is a file where a folder is needed\. Move .* for backups \(BACKUP_DIR\)\.$/,
    })
    assert.deepEqual(
      readdirSync(damaged.data).filter(name => name.startsWith('x')),
      [],
    )
  })

  it('of the same second gets a number, also while the other is being made', async () => {
    const twice = join(folder, 'twice')
    mkdirSync(twice)
    const targets = Array.from({ length: 12 }, () => reserveBackup(twice, NOW))
    await Promise.all(targets.slice(0, 2).map(target => makeBackup(source, target, NOW)))
    for (const target of targets.slice(2)) await makeBackup(source, target, NOW)
    const later = reserveBackup(twice, NOW + 1000)
    await makeBackup(source, later, NOW + 1000)
    assert.deepEqual(
      targets.slice(0, 2).map(path => basename(path)),
      ['daymark-20261116T093000Z.tar.gz', 'daymark-20261116T093000Z_2.tar.gz'],
    )
    assert.equal(readdirSync(twice).length, 13)
    const stored = await storedBackups(twice, NOW + 1000)
    assert.deepEqual(
      stored.map(({ path }) => path),
      [later, ...targets.toReversed()],
    )
    assert.equal(stored.at(-2)?.made_at, NOW)
    assert.deepEqual(await keepNewest(twice, 12, NOW + 1000), targets.slice(0, 1))
  })

  it('is distinguished from a folder and from other files', async () => {
    const target = freshFolder('not restored')
    await assert.rejects(restoreBackup(folder, target, NOW), {
      message: `${folder} is a folder. Name a backup in it.`,
    })
    for (const text of ['', 'x', 'some notes about backups']) {
      const notes = join(target.data, 'notes.txt')
      writeFileSync(notes, text)
      await assert.rejects(restoreBackup(notes, target, NOW), {
        message: `${notes} is not a backup: it is neither an archive (.tar.gz) nor a copy of a database.`,
      })
    }
  })

  it('is restored to an empty folder, and over a damaged database with its log', async () => {
    const target = freshFolder('target')
    rmSync(target.data, { recursive: true })
    assert.equal((await restoreBackup(file, target, NOW)).kept, undefined)
    assert.deepEqual(await contentOf(target.database), ['ann'])
    for (const end of ['', '-wal', '-shm']) writeFileSync(target.database + end, 'nonsense')
    const { kept = '' } = await restoreBackup(file, target, NOW)
    assert.deepEqual(await contentOf(target.database), ['ann'])
    assert.equal(readFileSync(join(kept, 'daymark.db'), 'utf8'), 'nonsense')
  })

  it('belongs to the owner of the folder after a restore by root, so that the server can open it', async () => {
    const target = freshFolder('of the server')
    const owner = process.getuid?.() === 0 ? SERVICE_USER : statSync(target.data).uid
    if (owner === SERVICE_USER) chownSync(target.data, owner, owner)
    for (const at of [NOW, NOW + HOUR]) await restoreBackup(file, target, at)
    const paths = readdirSync(target.data, { recursive: true, encoding: 'utf8' })
    assert.ok(paths.length >= 6, paths.join())
    for (const path of paths) assert.equal(statSync(join(target.data, path)).uid, owner, path)
  })

  it('is restored where the database is lost but its log is left, which is not applied', async () => {
    const target = freshFolder('lost')
    await restoreBackup(file, target, NOW)
    const storage = await openSqliteStorage(target.database)
    await disable(storage, 'eve')
    const log = join(folder, 'log-of-lost')
    copyFileSync(`${target.database}-wal`, log)
    await storage.close()
    rmSync(target.database)
    copyFileSync(log, `${target.database}-wal`)
    for (const end of ['-shm', '-journal']) writeFileSync(target.database + end, 'nonsense')
    const { kept = '' } = await restoreBackup(file, target, NOW)
    assert.deepEqual(
      readdirSync(target.data).filter(name => /-(wal|shm|journal)$/.test(name)),
      [],
    )
    assert.deepEqual(await contentOf(target.database), ['ann'])
    assert.deepEqual(readFileSync(join(kept, 'daymark.db-wal')), readFileSync(log))
    assert.equal(readFileSync(join(kept, 'secrets.json'), 'utf8'), 'old secret')
  })

  it('is restored to the files that symbolic links name, and the links stay', async () => {
    const [target, disk] = [freshFolder('links'), freshFolder('disk')]
    // On a new disk, the linked files do not exist at first.
    symlinkSync(disk.database, target.database)
    symlinkSync('../disk/secrets.json', target.secrets)
    for (const hasOld of [false, true]) {
      const { kept } = await restoreBackup(file, target, NOW)
      for (const path of [target.database, target.secrets]) assert.ok(lstatSync(path).isSymbolicLink(), path)
      for (const path of [disk.database, disk.secrets]) assert.ok(lstatSync(path).isFile(), path)
      assert.deepEqual(await contentOf(disk.database), ['ann'])
      assert.equal(readFileSync(disk.secrets, 'utf8'), 'old secret')
      assert.equal(kept !== undefined, hasOld)
      if (kept === undefined) continue
      for (const name of readdirSync(kept)) assert.ok(lstatSync(join(kept, name)).isFile(), name)
      assert.deepEqual(readdirSync(kept), ['daymark.db', 'secrets.json'])
    }
    assert.deepEqual(readdirSync(target.data).sort(), ['daymark.db', 'secrets.json'])
  })

  it('is restored from another disk, to files on two disks', async () => {
    // On Linux, memory is a separate file system. Elsewhere the test restores on the same disk.
    const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
    const other = mkdtempSync(join(memory, 'daymark-disk-'))
    try {
      const far = join(other, 'far.tar.gz')
      copyFileSync(file, far)
      const target = freshFolder('two disks')
      symlinkSync(join(other, 'daymark.db'), target.database)
      for (const at of [NOW, NOW + HOUR]) await restoreBackup(far, target, at)
      assert.deepEqual(await contentOf(target.database), ['ann'])
      assert.equal(readFileSync(target.secrets, 'utf8'), 'old secret')
      assert.ok(readdirSync(other).some(name => name.startsWith('before-restore-')))
    } finally {
      rmSync(other, { recursive: true })
    }
  })

  it('is restored to folders that do not exist yet', async () => {
    const data = join(folder, 'lost', 'data')
    const target = {
      database: join(folder, 'lost', 'disk', 'daymark.db'),
      secrets: join(data, 'secrets.json'),
    }
    await restoreBackup(file, target, NOW)
    assert.deepEqual(await contentOf(target.database), ['ann'])
    assert.equal(readFileSync(target.secrets, 'utf8'), 'old secret')
    assert.equal(statSync(data).mode & 0o777, 0o700)
  })

  it('is refused before anything changes, if it is not good', async () => {
    const target = freshFolder('careful')
    await (await openSqliteStorage(target.database)).close()
    const before = readFileSync(target.database)
    const cut = join(folder, 'cut.tar.gz')
    writeFileSync(cut, readFileSync(file).subarray(0, -50))
    await assert.rejects(restoreBackup(cut, target, NOW), DamagedArchive)
    const foreign = join(folder, 'foreign.db')
    const empty = await openSqliteStorage(foreign, { schema: 'as-is' })
    await empty.write([], tx => tx.execute('create table other (x integer)', []))
    await empty.close()
    await assert.rejects(restoreBackup(foreign, target, NOW), RestoreFailed)
    const newer = freshFolder('newer')
    const storage = await openSqliteStorage(newer.database)
    const future = { name: '9999-future', statements: () => ['create table future (x integer)'] }
    await storage.write([], tx => migrate(tx, {}, [...migrations, future]))
    const newerFile = join(folder, 'newer.tar.gz')
    await makeBackup(newer, newerFile, NOW)
    await storage.close()
    await assert.rejects(restoreBackup(newerFile, target, NOW), SchemaMismatch)
    assert.deepEqual(readFileSync(target.database), before)
    assert.deepEqual(readdirSync(target.data).sort(), ['daymark.db', 'daymark.db.lock'])
  })

  it('may be a plain copy of a database, as 0.2 made it', async () => {
    const copy = join(folder, 'copy.db')
    writeFileSync(copy, readFileSync(source.database))
    const target = freshFolder('plain')
    const { manifest, hasSecret } = await restoreBackup(copy, target, NOW)
    assert.deepEqual([manifest, hasSecret], [undefined, false])
    assert.deepEqual(await contentOf(target.database), ['ann'])
  })

  it('is not made of a damaged database', async () => {
    const ill = freshFolder('ill')
    const storage = await openSqliteStorage(ill.database)
    await storage.close()
    const bytes = readFileSync(ill.database)
    bytes.fill(0x7f, bytes.length - 4096)
    writeFileSync(ill.database, bytes)
    const target = join(folder, 'ill.tar.gz')
    await assert.rejects(makeBackup(ill, target, NOW), /is damaged.*Restore a/)
    assert.equal(existsSync(target), false)
  })
})

describe('scheduled backups', () => {
  it('are made when due, the newest are kept, and trouble is reported once', async () => {
    const source = freshFolder('scheduled')
    const backups = join(folder, 'all', 'backups')
    await (await openSqliteStorage(source.database)).close()
    let now = NOW
    const events: string[] = []
    const schedule = scheduleBackups(
      { source, folder: backups, everyMs: 12 * HOUR, keep: 2 },
      { now: () => now },
      { made: () => events.push('made'), failed: () => events.push('failed') },
    )
    assert.deepEqual(schedule.state(), { last_at: undefined, isOverdue: false })
    for (const hours of [0, 1, 11, 12, 13, 30]) {
      now = NOW + hours * HOUR
      await schedule.check()
    }
    assert.deepEqual(events, ['made', 'made', 'made'])
    const kept = await storedBackups(backups, now)
    assert.deepEqual(
      kept.map(({ made_at }) => (made_at - NOW) / HOUR),
      [30, 12],
    )
    assert.deepEqual(schedule.state(), { last_at: NOW + 30 * HOUR, isOverdue: false })
    now += 25 * HOUR
    assert.equal(schedule.state().isOverdue, true)
    writeFileSync(source.database, 'nonsense')
    for (const _ of [1, 2]) await schedule.check()
    assert.deepEqual(events.slice(3), ['failed'])
    assert.equal((await storedBackups(backups, now)).length, 2)
    await schedule.stop()
  })

  it('are made although one is dated in the future, which is neither counted nor deleted', async () => {
    const source = freshFolder('corrected')
    const backups = join(source.data, 'backups')
    mkdirSync(backups)
    await (await openSqliteStorage(source.database)).close()
    for (const hours of [9000, 9012]) writeFileSync(join(backups, backupName(NOW + hours * HOUR)), '')
    let now = NOW
    const schedule = scheduleBackups(
      { source, folder: backups, everyMs: 12 * HOUR, keep: 2 },
      { now: () => now },
      { made: () => {}, failed: assert.ifError },
    )
    const kept: number[][] = []
    for (const hours of [0, 1, 12]) {
      now = NOW + hours * HOUR
      await schedule.check()
      kept.push((await storedBackups(backups, now)).map(({ made_at }) => (made_at - NOW) / HOUR))
      assert.equal(schedule.state().isOverdue, false)
    }
    assert.deepEqual(kept, [
      [0, 9012, 9000],
      [0, 9012, 9000],
      [12, 0, 9012, 9000],
    ])
    // The clock is corrected while the server runs.
    now = NOW - HOUR
    await schedule.check()
    assert.equal(schedule.state().last_at, now)
    await schedule.stop()
  })

  it('do not count files of other names', async () => {
    const own = join(folder, 'own')
    mkdirSync(own)
    for (const name of [
      'notes.txt',
      'daymark.tar.gz',
      'daymark-20261116T093000Z.tar.gz.part',
      backupName(NOW),
    ])
      writeFileSync(join(own, name), '')
    assert.deepEqual(await keepNewest(own, 1, NOW), [])
    assert.equal(readdirSync(own).length, 4)
  })
})

describe('backups of a database that has lost its people', () => {
  const backups = join(folder, 'people-backups')
  const at = (hour: number) => join(backups, backupName(NOW + hour * HOUR))
  function addPerson(path: string): void {
    const database = new DatabaseSync(path)
    database.exec(
      "insert into users (id, display_name, email_verified, friend_code, claims_at, created_at, updated_at) values ('ann', 'Ann', 1, 'x', 1, 1, 1)",
    )
    database.close()
  }

  it('never replace the last intact one with people, which goes only after another one has people', async () => {
    const source = freshFolder('people')
    mkdirSync(backups)
    await (await openSqliteStorage(source.database)).close()
    addPerson(source.database)
    for (const hour of [1, 2]) await makeBackup(source, at(hour), NOW + hour * HOUR)
    rmSync(source.database)
    await (await openSqliteStorage(source.database)).close()
    for (const hour of [3, 4, 5]) await makeBackup(source, at(hour), NOW + hour * HOUR)
    // The newest one with people is damaged, so the one before it counts.
    writeFileSync(at(2), readFileSync(at(2)).subarray(0, -200))
    assert.deepEqual(await keepNewest(backups, 2, NOW + 5 * HOUR), [at(3), at(2)])
    assert.deepEqual(await keepNewest(backups, 1, NOW + 5 * HOUR), [at(4)])
    assert.deepEqual(
      readdirSync(backups).sort(),
      [at(1), at(5)].map(path => basename(path)),
    )
    addPerson(source.database)
    await makeBackup(source, at(6), NOW + 6 * HOUR)
    assert.deepEqual(await keepNewest(backups, 1, NOW + 6 * HOUR), [at(5), at(1)])
  })
})
