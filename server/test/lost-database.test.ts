import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { type RunningServer, runProgram, type Settings, startProgram } from './support/process.ts'
import { ownDatabaseUrl } from './support/storages.ts'

const folder = mkdtempSync(join(tmpdir(), 'daymark-lost-'))
after(() => rmSync(folder, { recursive: true }))

const MARKER = '.daymark-server'
const start = (settings: Settings): Promise<RunningServer> => startProgram(settings)
const idIn = (data: string) => readFileSync(join(data, MARKER), 'utf8')

async function assertRefused(settings: Settings, reason: RegExp): Promise<string> {
  const { code, err } = await runProgram('main.ts', [], { PORT: '0', ...settings })
  assert.equal(code, 1)
  assert.match(err, reason)
  assert.match(err, /npm run restore -- --new-server/)
  return err
}

function removeDatabase(data: string): void {
  for (const name of readdirSync(data)) if (name.startsWith('daymark.db')) rmSync(join(data, name))
}

describe('a SQLite database that is gone', () => {
  const data = join(folder, 'data')
  const backups = join(folder, 'backups')
  const settings = { DATA_DIR: data, BACKUP_DIR: backups }

  it('stops the start with the newest backups and both ways on, and nothing is created', async () => {
    await (await start(settings)).stop()
    const invited = await runProgram('commands/user.ts', ['create', '--email', 'ann@example.org'], settings)
    assert.equal(invited.code, 0, invited.err)
    const made = await runProgram('commands/backup.ts', [], settings)
    assert.equal(made.code, 0, made.err)
    removeDatabase(data)
    const newest =
      readdirSync(backups)
        .filter(name => name.endsWith('.tar.gz'))
        .sort()
        .at(-1) ?? ''
    const said = await assertRefused(settings, /The database .*daymark\.db is missing/)
    assert.ok(said.includes(`npm run restore -- ${join(backups, newest)}`), said)
    const migrated = await runProgram('commands/migrate.ts', [], settings)
    assert.match(migrated.err, /is missing/)
    const listed = await runProgram('commands/user.ts', ['list'], settings)
    assert.match(listed.err, /is missing/)
    const doctor = await runProgram('commands/doctor.ts', [], { ...settings, PORT: '0' })
    assert.equal(doctor.code, 1)
    assert.match(doctor.out, /✖ Database: .*is missing, but .* belongs to a server that has one/)
    assert.ok(doctor.out.includes(`npm run restore -- ${join(backups, newest)}`), doctor.out)
    assert.doesNotMatch(doctor.out, /the first start creates/)
    assert.equal(existsSync(join(data, 'daymark.db')), false)
    await (await start({ DATA_DIR: join(folder, 'elsewhere') })).stop()
  })

  it('is put back by the restore that the sentence names, with the same id', async () => {
    const id = idIn(data)
    const newest =
      readdirSync(backups)
        .filter(name => name.endsWith('.tar.gz'))
        .sort()
        .at(-1) ?? ''
    const restored = await runProgram('commands/restore.ts', [join(backups, newest)], settings)
    assert.equal(restored.code, 0, restored.err)
    await (await start(settings)).stop()
    assert.equal(idIn(data), id)
  })

  it('is noticed as well if it is empty, or the one of another server', async () => {
    truncateSync(join(data, 'daymark.db'))
    await assertRefused(settings, /The database is empty/)
    removeDatabase(data)
    await assertRefused(
      { ...settings, DATABASE_URL: `sqlite:${join(folder, 'elsewhere/daymark.db')}` },
      /another server/,
    )
  })

  it('is given up with --new-server, once', async () => {
    const before = idIn(data)
    const given = await runProgram('commands/restore.ts', ['--new-server'], settings)
    assert.equal(given.code, 0, given.err)
    await (await start(settings)).stop()
    assert.notEqual(idIn(data), before)
    removeDatabase(data)
    await assertRefused(settings, /is missing/)
  })

  it('leaves no marker if it was in memory, and secrets or backups alone are no sign', async () => {
    const memory = join(folder, 'memory')
    await (await start({ DATA_DIR: memory, DATABASE_URL: 'sqlite::memory:' })).stop()
    assert.equal(existsSync(join(memory, MARKER)), false)
    rmSync(join(data, MARKER))
    await (await start(settings)).stop()
  })
})

describe('a PostgreSQL database that is gone', () => {
  it('stops the start, and a database from before the marker gets its id', async () => {
    const { url, drop } = await ownDatabaseUrl()
    const empty = await ownDatabaseUrl()
    const settings = { DATA_DIR: join(folder, 'postgres'), DATABASE_URL: url }
    await (await start(settings)).stop()
    const id = idIn(settings.DATA_DIR)
    const client = new pg.Client(url)
    await client.connect()
    const { rows } = await client.query("select value from server_facts where name = 'id'")
    assert.equal(`${rows[0]?.value}\n`, id)
    await client.end()
    await assertRefused({ ...settings, DATABASE_URL: empty.url }, /The database is empty/)
    await (await start(settings)).stop()
    await drop()
    await empty.drop()
  })
})
