// Moves a whole database between SQLite and PostgreSQL with the operator command: accounts, history and every kind of
// item.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync, watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { type Client, createClient } from '@daymark/client'
import pg from 'pg'
import { PASSWORD, PEOPLE } from '../../scripts/demo/data.ts'
import { seedDemo } from '../../scripts/demo/seed.ts'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { systemClock } from '../src/platform/kernel/time/clock.ts'
import { personalArchive } from '../src/platform/storage/copies/personal/personal-archive.ts'
import { openStorage } from '../src/platform/storage/open.ts'
import { openPostgresStorage } from '../src/platform/storage/postgres/postgres.ts'
import { openSqliteStorage } from '../src/platform/storage/sqlite/sqlite.ts'
import { inProcessFetch } from './support/app.ts'
import { runCommandHere } from './support/command.ts'
import { runProgram, type Settings } from './support/process.ts'
import { silentLog } from './support/silent-log.ts'
import { ownDatabaseUrl } from './support/storages.ts'

const MOVE = join(import.meta.dirname, '../src/commands/move.ts')
const folder = mkdtempSync(join(tmpdir(), 'daymark-move-'))
const original = join(folder, 'daymark.db')

const environment = (settings: Settings) => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  DAYMARK_ENV_FILE: 'none',
  DATA_DIR: folder,
  ...settings,
})

const move = (to: string, settings: Settings = {}) =>
  runCommandHere('move', ['--to', to], { DATA_DIR: folder, ...settings })

function contentOf(path: string): Record<string, string[]> {
  const database = new DatabaseSync(path, { readOnly: true })
  const tables = database
    .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`)
    .all()
    .map(({ name }) => String(name))
  const rows = (table: string) =>
    database
      .prepare(`select * from ${table}`)
      .all()
      .map(row => JSON.stringify(row))
      .sort()
  const content = Object.fromEntries(tables.map(table => [table, rows(table)]))
  database.close()
  return content
}

/** Signs the first person in, and closes the server after the work. */
async function asPerson(
  settings: Record<string, string>,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const config = readConfig({ DATA_DIR: folder, RATE_LIMIT_ENABLED: 'false', ...settings })
  const storage = await openStorage(config.database)
  const app = await buildApp({ config, storage, clock: systemClock, log: silentLog })
  const anybody = { baseUrl: 'http://daymark.test', fetch: inProcessFetch(app) }
  const body = { email: PEOPLE[0]?.email ?? '', password: PASSWORD }
  const { access_token } = await createClient(anybody).accounts.signIn({ body })
  await work(createClient({ ...anybody, token: access_token }))
  await app.close()
  await storage.close()
}

/** Changes a boolean, which the databases store differently. */
const makeList = (client: Client) =>
  client.tags
    .createGroup({ body: { name: 'Moved', color: '#112233' } })
    .then(({ id }) => client.tags.updateGroup({ params: { group_id: id }, body: { is_todo_group: true } }))

/** Reads and changes the data of the person who signed in. */
async function assertUsable(client: Client): Promise<void> {
  const todos = await client.todos.list()
  assert.ok(todos.some(({ parent_id }) => parent_id !== null))
  const created = await client.todos.create({
    body: { title: 'After the move', tag_group_id: todos[0]?.tag_group_id ?? '' },
  })
  assert.ok((created.version ?? 0) > 0, 'the change log continues')
  const history = await client.history.list()
  const changed = history.find(({ summary }) => summary.includes('Moved'))
  await client.history.undo({ params: { batch_id: changed?.batch_id ?? '' } })
  const groups = await client.tags.listGroups()
  assert.equal(groups.find(({ name }) => name === 'Moved')?.is_todo_group, false)
}

/** Exports the first person's data with history. */
async function archiveOf(settings: Record<string, string>): Promise<Buffer> {
  const storage = await openStorage(readConfig(settings).database, { shared: true, schema: 'as-is' })
  const chunks: Buffer[] = []
  await storage.snapshot(async db => {
    const people = await db.sql.selectFrom('users').select(['id', 'email']).execute()
    const user_id = people.find(({ email }) => email === PEOPLE[0]?.email)?.id ?? ''
    const request = { user_id, version: '1', now: 0, history: true, account: true }
    for await (const chunk of personalArchive(db, request)) chunks.push(chunk)
  })
  await storage.close()
  return Buffer.concat(chunks)
}

/** Kills the command with SIGKILL while a lock makes it wait at a known point. */
async function killAt(child: ChildProcess, isThere: Promise<unknown>): Promise<void> {
  await Promise.race([
    isThere,
    once(child, 'exit').then(() => assert.fail('The move ended before it was killed.')),
  ])
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('moving between databases', () => {
  let url: string
  let drop: () => Promise<void>
  let client: pg.Client

  before(async () => {
    const config = readConfig({ DATA_DIR: folder, RATE_LIMIT_ENABLED: 'false' })
    const storage = await openStorage(config.database)
    await seedDemo({ config, storage, zone: 'Europe/Berlin', weeks: 1, earlierWeeks: 1 })
    await storage.close()
    await asPerson({}, async client => void (await makeList(client)))
    ;({ url, drop } = await ownDatabaseUrl())
    client = new pg.Client(url)
    await client.connect()
  })
  after(async () => {
    await client.end()
    await drop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('says what is missing or in the way, and writes nothing', async () => {
    assert.match((await move('')).err, /Name the target[\s\S]*Usage/)
    assert.match((await move('copy.db')).err, /source is SQLite/)
    const nothing = await move(url, { DATA_DIR: join(folder, 'nowhere') })
    assert.match(nothing.err, /no SQLite database at/)
    const away = await move('postgres://127.0.0.1:9/x')
    assert.match(away.err, /cannot be reached.*ECONNREFUSED.*Check that it is running, and --to\./)
    const wrong = new URL(url)
    wrong.password = 'wrong'
    assert.match((await move(wrong.href)).err, /refuses the password of "postgres"\. Correct it in --to\./)
    const inUse = await openSqliteStorage(original)
    const another = await runProgram('commands/move.ts', ['--to', url], { DATA_DIR: folder })
    assert.match(another.err, /Another Daymark server is using the database/)
    await inUse.close()
    await client.query('create table invoices (id int)')
    assert.match((await move(url)).err, /tables of another program \(invoices\)/)
    await client.query('drop table invoices')
    const { rows } = await client.query(
      'select 1 from information_schema.tables where table_schema = current_schema()',
    )
    assert.equal(rows.length, 0)
  })

  it('leaves nothing behind in PostgreSQL if it is killed', async () => {
    await (await openPostgresStorage(url)).close()
    await client.query('begin; lock table timers in exclusive mode')
    const child = spawn(process.execPath, [MOVE, '--to', url], { env: environment({}) })
    let said = ''
    const { promise, resolve } = Promise.withResolvers<void>()
    child.stdout.on('data', chunk => {
      said += String(chunk)
      if (said.includes('copy   users')) resolve()
    })
    await killAt(child, promise)
    await client.query('commit')
    assert.deepEqual((await client.query('select id from users')).rows, [])
  })

  it('copies everything to PostgreSQL, where people sign in and go on', async () => {
    const { code, out, err } = await move(url)
    assert.equal(code, 0, err)
    assert.match(out, /checksums of all tables match/)
    const again = await move(url)
    assert.equal(again.code, 1)
    assert.match(again.err, /target already contains data/)
  })

  it('refuses to copy from PostgreSQL while a server uses it, or over an existing file', async () => {
    const inUse = await openPostgresStorage(url)
    await inUse.check()
    const copy = join(folder, 'copy.db')
    assert.match((await move(copy, { DATABASE_URL: url })).err, /Stop all servers first/)
    await inUse.close()
    assert.match((await move(original, { DATABASE_URL: url })).err, /already exists/)
    const nowhere = await move(join(folder, 'nowhere/copy.db'), { DATABASE_URL: url })
    assert.match(nowhere.err, /The folder .*nowhere does not exist\. Create it, or correct the path\.$/)
    assert.match((await move(url, { DATABASE_URL: url })).err, /pg_dump/)
    assert.equal(existsSync(copy), false)
  })

  it('leaves no file behind if it is killed, apart from a part that the next move replaces', async () => {
    const copy = join(folder, 'copy.db')
    await client.query('begin; lock table timers in access exclusive mode')
    const seen = Promise.withResolvers<void>()
    const watcher = watch(folder, (_event, name) => {
      if (name === 'copy.db.part') seen.resolve()
    })
    const child = spawn(process.execPath, [MOVE, '--to', copy], { env: environment({ DATABASE_URL: url }) })
    await killAt(child, seen.promise)
    watcher.close()
    await client.query('commit')
    assert.equal(existsSync(copy), false)
  })

  it('copies everything back to SQLite: the same rows in every table', async () => {
    const copy = join(folder, 'copy.db')
    const { code, err } = await move(copy, { DATABASE_URL: url })
    assert.equal(code, 0, err)
    assert.equal(existsSync(`${copy}.part`), false)
    assert.equal(statSync(copy).mode & 0o777, 0o600)
    const [before, after] = [contentOf(original), contentOf(copy)]
    for (const table of ['accounts', 'account_credentials', 'signing_keys', 'changes', 'timers', 'meetings'])
      assert.ok((before[table]?.length ?? 0) > 0, `${table} has rows`)
    // Each database has its own migrations, and the last readiness check is of the server that ran on it.
    for (const content of [before, after]) {
      delete content['migrations']
      content['server_facts'] = content['server_facts']?.filter(row => !row.includes('probed_at')) ?? []
    }
    const isAboutMove = (row: string) => row.includes('"subject_name":"move"')
    assert.equal(after['audit_entries']?.filter(isAboutMove).length, 2, 'both moves left an entry')
    after['audit_entries'] = after['audit_entries']?.filter(row => !isAboutMove(row)) ?? []
    assert.deepEqual(after, before)
    const [archive, moved] = await Promise.all([{ DATA_DIR: folder }, { DATABASE_URL: url }].map(archiveOf))
    assert.ok(archive && archive.length > 10_000 && moved?.equals(archive), 'the exports are the same bytes')
    await asPerson({ DATABASE_URL: url }, assertUsable)
    await asPerson({ DATABASE_URL: `sqlite:${copy}` }, assertUsable)
  })
})
