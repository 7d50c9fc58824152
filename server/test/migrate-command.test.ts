import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { readArchive } from '../src/platform/storage/copies/archive/archive.ts'
import type { DatabaseAddress } from '../src/platform/storage/database-name.ts'
import { postgresDialect } from '../src/platform/storage/dialect.ts'
import { migrations } from '../src/platform/storage/migrations/list.ts'
import { openStorage } from '../src/platform/storage/open.ts'
import { lockNumber } from '../src/platform/storage/postgres/advisory-lock.ts'
import { migratePostgres } from '../src/platform/storage/postgres/migrate-postgres.ts'
import { openPostgresStorage } from '../src/platform/storage/postgres/postgres.ts'
import { migrate } from '../src/platform/storage/schema/migrate.ts'
import { schemaState } from '../src/platform/storage/schema/schema-state.ts'
import { openSqliteStorage } from '../src/platform/storage/sqlite/sqlite.ts'
import { boundDb } from '../src/platform/storage/statements/bound-kysely.ts'
import { runCommandHere } from './support/command.ts'
import { runProgram, type Settings } from './support/process.ts'
import { freshPostgresUrl } from './support/storages.ts'

const LAST = migrations.at(-1)?.name ?? ''
const folder = mkdtempSync(join(tmpdir(), 'daymark-migrate-'))
const drops: (() => Promise<void>)[] = []
after(async () => {
  rmSync(folder, { recursive: true, force: true })
  for (const drop of drops) await drop()
})

const command = runCommandHere

const COMMANDS = [
  'audit-log',
  'backup',
  'config',
  'doctor',
  'export',
  'migrate',
  'move',
  'prune',
  'restore',
  'token',
  'user',
]

it('every command gives help before it reads settings or opens a database', async () => {
  const settings = { DATA_DIR: join(folder, 'none'), DATABASE_URL: 'nonsense', PORT: 'nonsense' }
  const start = (_name: string, args: string[]) => runProgram('main.ts', args, settings)
  for (const name of [...COMMANDS, 'start']) {
    const run = name === 'start' ? start : command
    const help = await run(name, ['--help'], settings)
    assert.deepEqual([help.code, help.err], [0, ''], name)
    assert.match(help.out, /^Usage:\s+npm (run|start)/)
    const { code, out, err } = await run(name, ['--nonsense'], settings)
    assert.deepEqual([code, out], [1, ''], name)
    assert.match(err, /^There is no option --nonsense\.\n\nUsage/)
  }
  assert.equal(existsSync(join(folder, 'none')), false)
})

for (const kind of ['SQLite', 'PostgreSQL'] as const) {
  describe(`an older database on ${kind}`, () => {
    const DATA_DIR = join(folder, kind)
    const settings: Settings = { DATA_DIR }
    let database: DatabaseAddress = { kind: 'sqlite', path: join(DATA_DIR, 'daymark.db') }
    before(async () => {
      if (kind === 'SQLite') return
      const { url, drop } = await freshPostgresUrl()
      drops.push(drop)
      settings['DATABASE_URL'] = url
      database = { kind: 'postgres', url }
    })

    it('commands refuse a missing one and create nothing', async () => {
      const { code, err } = await command('user', ['list'], settings)
      assert.equal(code, 1)
      assert.match(err, /no Daymark database yet \(.*\)\. .* "npm run migrate"/)
      assert.equal((await schemaState(database)).isMissing, true)
      assert.equal(existsSync(DATA_DIR), false)
    })

    it('commands refuse a pending one and upgrade nothing', async () => {
      const storage = await openStorage(database, { schema: 'as-is' })
      await storage.write([], tx => migrate(tx, {}, migrations.slice(0, -1)))
      await storage.close()
      for (const [name, ...args] of [
        ['user', 'list'],
        ['migrate', '--dry-run'],
      ] as const) {
        const { out, err } = await command(name, [...args], settings)
        if (name === 'user') assert.match(err, /older version of Daymark .*"npm run migrate"/)
        else assert.match(out, new RegExp(`would run:\n  ${LAST}\n\nNothing was changed`))
        assert.deepEqual((await schemaState(database)).pending, [LAST])
      }
    })

    it('migrate upgrades it, and once', async () => {
      mkdirSync(DATA_DIR, { recursive: true })
      writeFileSync(join(DATA_DIR, 'secrets.json'), 'an old secret that is not used')
      const AUTH_SECRET = 'a secret of at least 32 characters'
      const { code, out, err } = await command('migrate', [], { ...settings, AUTH_SECRET })
      assert.equal(code, 0, err)
      assert.match(err, new RegExp(`^Database: ${kind} at `))
      assert.match(out, new RegExp(`1/1 {2}${LAST}\n.*\nThe database has the schema of Daymark`))
      assert.deepEqual((await schemaState(database)).pending, [])
      assert.match((await command('migrate', [], settings)).out, /Nothing to do/)
      if (kind === 'PostgreSQL')
        return assert.match(out, /No backup is made, because the database is PostgreSQL/)
      const [copy = '', ...more] = readdirSync(DATA_DIR).filter(name => name.startsWith('before-'))
      assert.deepEqual(more, [])
      const { schema, files } = await readArchive(join(DATA_DIR, copy))
      assert.deepEqual([schema, Object.keys(files)], [migrations.at(-2)?.name, ['daymark.db']])
    })
  })
}

it('migrate does not upgrade a SQLite file under a running server', async () => {
  const path = join(folder, 'running', 'daymark.db')
  const inUse = await openStorage({ kind: 'sqlite', path }, { schema: 'as-is' })
  await inUse.write([], tx => migrate(tx, {}, migrations.slice(0, -1)))
  const { code, err } = await runProgram('commands/migrate.ts', [], { DATA_DIR: join(folder, 'running') })
  assert.equal(code, 1)
  assert.match(err, /Another Daymark server is using the database/)
  await inUse.close()
})

it('a failed upgrade of SQLite leaves the old version', async () => {
  const path = join(folder, 'failed.db')
  const storage = await openSqliteStorage(path, { schema: 'as-is' })
  const broken = { name: '9999-broken', statements: () => ['create table half (x integer)', 'nonsense'] }
  await assert.rejects(storage.write([], tx => migrate(tx, {}, [...migrations, broken])))
  await storage.close()
  assert.equal((await schemaState({ kind: 'sqlite', path })).isMissing, true)
})

describe('upgrading PostgreSQL', () => {
  it('has no time limits, and reports every step', async () => {
    const { url, drop } = await freshPostgresUrl()
    drops.push(drop)
    const limited = new URL(url)
    limited.searchParams.set('options', `${limited.searchParams.get('options')} -c statement_timeout=60000`)
    const limits: Promise<pg.QueryResult>[] = []
    const steps: string[] = []
    await migratePostgres(
      limited.href,
      client => {
        limits.push(
          client.query(`select name from pg_settings where name like '%_timeout' and name in
          ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') and setting <> '0'`),
        )
        return boundDb(postgresDialect, async (text, values) => {
          const { rows } = await client.query(text, [...values])
          return { rows }
        })
      },
      { step: ({ name }) => steps.push(name) },
    )
    for (const { rows } of await Promise.all(limits)) assert.deepEqual(rows, [])
    assert.deepEqual(
      steps,
      migrations.map(({ name }) => name),
    )
  })

  it('waits for another instance that is upgrading, and says so', async () => {
    const { url, drop } = await freshPostgresUrl()
    drops.push(drop)
    const other = new pg.Client(url)
    await other.connect()
    await other.query(`begin; select pg_advisory_xact_lock(${lockNumber('daymark migrations')})`)
    const { promise: waiting, resolve } = Promise.withResolvers<void>()
    const opening = openPostgresStorage(url, { upgrade: { waiting: resolve } })
    await waiting
    await other.query('commit')
    await other.end()
    await (await opening).close()
  })
})
