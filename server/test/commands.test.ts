import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import type { ArchiveManifest } from '../src/platform/storage/copies/personal/personal-archive.ts'
import { openStorage } from '../src/platform/storage/open.ts'
import { openSqliteStorage } from '../src/platform/storage/sqlite/sqlite.ts'
import { startTestApp } from './support/app.ts'
import { runCommandHere } from './support/command.ts'
import { runProgram, type Settings } from './support/process.ts'
import { migratedPostgresUrl } from './support/storages.ts'
import { unzip } from './support/zip.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'daymark-commands-'))

const command = (name: string, args: string[], settings: Settings = {}) =>
  runCommandHere(name, args, { DATA_DIR: folder, ...settings })
/** Runs the command in another process, for tests of locks between processes or of how the process ends. */
const program = (name: string, args: string[], settings: Settings = {}) =>
  runProgram(`commands/${name}.ts`, args, { DATA_DIR: folder, ...settings })

describe('commands', () => {
  before(async () => {
    const server = await startTestApp(await openSqliteStorage(join(folder, 'daymark.db')))
    const ann = await server.as('ann', { email: 'ann@example.org', email_verified: true })
    const group = await ann.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    const tag = await ann.tags.create({ body: { name: 'deep', color: '#445566', group_id: group.id } })
    const parent = await ann.todos.create({
      body: { title: 'parent', tag_group_id: group.id, deadline: '2026-01-15T10:00:00Z' },
    })
    const child = await ann.todos.create({
      body: { title: 'Ünïcødé 😀', tag_group_id: group.id, parent_id: parent.id, tag_ids: [tag.id] },
    })
    await ann.todos.update({ params: { todo_id: parent.id }, body: { parent_id: null } })
    await ann.todos.update({ params: { todo_id: child.id }, body: { visibility: { level: 'public' } } })
    await ann.users.updatePreferences({
      body: { theme: 'dark', default_tag_group_id: group.id, working_hours: { 0: [] } },
    })
    const bob = await server.as('bob')
    await bob.tags.createGroup({ body: { name: "Bob's", color: '#000000' } })
    await server.close()
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('backup archives the database while a server uses it, restore puts it back, and neither overwrites', async () => {
    const inUse = await openSqliteStorage(join(folder, 'daymark.db'))
    const target = join(folder, 'copy.tar.gz')
    const first = await command('backup', [target])
    assert.equal(first.code, 0, first.err)
    assert.match(first.out, /Wrote .*copy\.tar\.gz \(\d+ kB, database only\) and checked it/)
    const again = await command('backup', [target])
    assert.equal(again.code, 1)
    assert.match(again.err, /already exists/)
    assert.match((await program('restore', [target])).err, /Another Daymark server is using/)
    assert.match((await command('restore', [target, '--force'])).err, /Another Daymark server is using/)
    await inUse.close()
    assert.equal(statSync(target).mode & 0o777, 0o600)
    assert.deepEqual(
      readdirSync(folder).filter(name => name.startsWith('copy')),
      ['copy.tar.gz'],
    )
    const DATA_DIR = join(folder, 'restored')
    const { code, out, err } = await command('restore', [target], { DATA_DIR })
    assert.equal(code, 0, err)
    assert.match(out, /Restored the backup of .*, made by Daymark/)
    const copy = await openSqliteStorage(join(DATA_DIR, 'daymark.db'))
    const rows = await copy.read(db => db.sql.selectFrom('todos').select('title').orderBy('title').execute())
    assert.deepEqual(
      rows.map(row => row.title),
      ['parent', 'Ünïcødé 😀'],
    )
    await copy.close()
    const refused = await command('restore', [target], { DATA_DIR })
    assert.equal(refused.code, 1)
    assert.match(
      refused.err,
      /There is already a database with data at .* add --force: the old files are kept/,
    )
    assert.equal((await command('restore', [target, '--force'], { DATA_DIR })).code, 0)
    writeFileSync(join(DATA_DIR, 'daymark.db'), 'damaged '.repeat(1000))
    assert.equal((await command('restore', [target], { DATA_DIR })).code, 1)
    writeFileSync(target, readFileSync(target).subarray(0, -20))
    const damaged = await command('restore', [target], { DATA_DIR })
    assert.match(damaged.err, /The backup .*copy\.tar\.gz is damaged/)
    assert.match((await command('restore', [])).err, /Name the backup[\s\S]*Usage/)
  })

  it('restore --undo puts the replaced files back, also twice within a second', async () => {
    const DATA_DIR = join(folder, 'undone')
    assert.match((await command('restore', ['--undo'], { DATA_DIR })).err, /nothing to undo/)
    const [first, second] = [join(folder, 'first.tar.gz'), join(folder, 'second.db')]
    assert.equal((await command('backup', [first])).code, 0)
    await (await openSqliteStorage(second)).close()
    const people = () => {
      const database = new DatabaseSync(join(DATA_DIR, 'daymark.db'), { readOnly: true })
      const row = database.prepare('select count(*) as count from users').get()
      database.close()
      return row?.['count']
    }
    const seen: unknown[] = []
    for (const args of [[first], [second, '--force'], ['--undo'], ['--undo']]) {
      const { code, err } = await command('restore', args, { DATA_DIR })
      assert.equal(code, 0, err)
      seen.push(people())
    }
    assert.deepEqual(seen, [2, 0, 2, 0], 'an undo can be undone')
  })

  it('a SQLite file of another program is refused in words, and stays as it is', async () => {
    const path = join(folder, 'bookmarks.db')
    const foreign = new DatabaseSync(path)
    foreign.exec('create table moz_places (id integer)')
    foreign.close()
    const before = readFileSync(path)
    const settings = { DATABASE_URL: `sqlite:${path}` }
    const outcomes = {
      migrate: await command('migrate', [], settings),
      backup: await command('backup', [join(folder, 'foreign.tar.gz')], settings),
      start: await runProgram('main.ts', [], { DATA_DIR: folder, ...settings }),
    }
    for (const [name, { code, err }] of Object.entries(outcomes)) {
      assert.equal(code, 1, name)
      assert.match(err, /another program|does not belong to Daymark/, name)
      assert.doesNotMatch(err, /^\s+at /m, name)
    }
    assert.deepEqual(readFileSync(path), before)
  })

  it('backup leaves out a secret that is not used, because AUTH_SECRET is set', async () => {
    const DATA_DIR = join(folder, 'given')
    await (await openStorage({ kind: 'sqlite', path: join(DATA_DIR, 'daymark.db') })).close()
    writeFileSync(join(DATA_DIR, 'secrets.json'), '{}')
    const settings = { DATA_DIR, AUTH_SECRET: 'an-operator-chose-this-long-secret-word' }
    const { out } = await command('backup', [join(folder, 'given.tar.gz')], settings)
    assert.match(out, /database only[\s\S]*AUTH_SECRET is not part of it/)
  })

  it('backup reports what is missing', async () => {
    assert.match((await command('backup', [])).err, /Usage/)
    const { err } = await command('backup', [join(folder, 'no-folder', 'copy.db')])
    assert.match(err, /folder .*no-folder does not exist/)
    const inTheWay = { BACKUP_DIR: join(folder, 'daymark.db', 'backups') }
    assert.match(
      (await command('backup', [], inTheWay)).err,
      /is a file where a folder is needed\. .* for backups \(BACKUP_DIR\)\.$/,
    )
    assert.doesNotMatch(err, /^\s+at /m)
    if (process.platform === 'linux')
      assert.match(
        (await command('backup', ['/proc/nowhere/'])).err,
        /\/proc\/nowhere does not exist and cannot be created\. .* \(BACKUP_DIR\)\.$/,
      )
    assert.match((await command('backup', ['x'], { DATA_DIR: join(folder, 'nowhere') })).err, /no database/)
    assert.match((await command('backup', ['x'], { DATABASE_URL: 'postgres://h/d' })).err, /pg_dump/)
  })

  it('import writes an archive into an account, and nothing with --dry-run', async () => {
    const archive = join(folder, 'ann-moved.zip')
    await command('export', ['--user', 'ann', '--to', archive])
    const target = ['--user', 'bob', '--from', archive]
    const todosOf = (user: string) => {
      const database = new DatabaseSync(join(folder, 'daymark.db'), { readOnly: true })
      const row = database.prepare('select count(*) as count from todos where owner_id = ?').get(user)
      database.close()
      return row?.['count']
    }
    const before = todosOf('bob')
    const preview = await command('import', [...target, '--dry-run'])
    assert.equal(preview.code, 0, preview.err)
    assert.match(preview.out, /todo +2 new[\s\S]*Nothing was written/)
    assert.equal(todosOf('bob'), before)
    const { code, out, err } = await command('import', target)
    assert.equal(code, 0, err)
    assert.match(out, /todo +2 new[\s\S]*Imported the archive/)
    assert.equal(todosOf('bob'), Number(before) + 2)
    assert.match((await command('import', [])).err, /Usage/)
    assert.match((await command('import', ['--user', 'bob', '--from', 'nothing.zip'])).err, /does not exist/)
    const wrong = await command('import', ['--user', 'bob', '--from', join(folder, 'daymark.db')])
    assert.match(wrong.err, /not a Daymark archive/)
    assert.doesNotMatch(wrong.err, /^\s+at /m)
  })

  it('export contains all data of one person and nothing of another', async () => {
    const target = join(folder, 'ann.zip')
    const { code, err } = await command('export', ['--user', 'ANN@example.org', '--to', target])
    assert.equal(code, 0, err)
    assert.match(err, /todos +2 rows[\s\S]*Wrote .*ann\.zip/)
    assert.equal(statSync(target).mode & 0o777, 0o600)
    const files = unzip(readFileSync(target))
    const { rows } = (JSON.parse(files['manifest.json'] ?? '') as ArchiveManifest).files['todos.jsonl'] ?? {}
    assert.equal(rows, 2)
    assert.match(files['todos.jsonl'] ?? '', /Ünïcødé 😀/)
    assert.ok(!Object.values(files).join('').includes("Bob's"))
    assert.match((await command('export', ['--user', 'nobody'])).err, /Nobody with the id or address nobody/)
    const script = `set -o pipefail; "$0" "$1" --user ann | true`
    const file = join(import.meta.dirname, '../src/commands/export.ts')
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, DAYMARK_ENV_FILE: 'none', DATA_DIR: folder }
    const cut = await run('bash', ['--norc', '-c', script, process.execPath, file], { env })
    assert.match(
      cut.stderr,
      /^Database: .*\n(?: +\w+ +\d+ rows\n)*$/,
      'a reader that has seen enough causes no error',
    )
    const again = await command('export', ['--user', 'ann', '--to', target])
    assert.match(again.err, /already exists\. Choose another file/)
  })

  it('config prints every setting with its origin, and no secret', async () => {
    const file = join(folder, 'daymark.env')
    writeFileSync(file, 'LOG_LEVEL=warn\nAUTH_SECRET=an-operator-chose-this-long-secret-word\n')
    const settings = { DAYMARK_ENV_FILE: '', REDIS_URL: 'redis://ann:hidden-word@h:6379', LOG_LEVEL: '' }
    const { code, out, err } = await command('config', ['--changed'], settings)
    assert.equal(code, 0, err)
    assert.deepEqual(
      out.split('\n').map(line => line.replace(/ {2,}/g, ' | ')),
      [
        'NAME | FROM | VALUE',
        `DATA_DIR | environment | ${folder}`,
        'REDIS_URL | environment | redis://***@h:6379',
        `AUTH_SECRET | ${file} | *** (39 characters)`,
        `LOG_LEVEL | ${file} | warn`,
        '',
        `Files: ${file}`,
        `Database: SQLite at ${join(folder, 'daymark.db')}`,
      ],
    )
    rmSync(file)
    const wrong = await command('config', ['--json'], { ACCOUNT_SIGNUP: 'closed', PORT: 'x' })
    assert.equal(wrong.code, 1)
    assert.deepEqual(JSON.parse(wrong.out).faults, [
      'ACCOUNT_SIGNUP is not a setting. Did you mean ACCOUNTS_SIGNUP? If ACCOUNT_SIGNUP belongs to another program, set ACCOUNTS_SIGNUP as well (an empty value is enough) to hide this message.',
      'PORT must be a whole number from 0 to 65535',
    ])
  })

  it('doctor prints what it found, as text or JSON, and its exit code tells', async () => {
    const well = await command('doctor', [], { PORT: '0' })
    assert.equal(well.code, 0, well.out)
    assert.match(
      well.out,
      /✔ Settings: all are valid[\s\S]*✔ Database: the content passed the check[\s\S]* PORT=0 {2}\(environment\)/,
    )
    const risky = { PORT: '0', ACCOUNTS_TRUST_EMAIL: 'true' }
    const trusting = await command('doctor', ['--json'], risky)
    assert.equal(trusting.code, 0)
    const { status, findings, settings: changed } = JSON.parse(trusting.out)
    assert.equal(status, 'warning')
    const trust = { name: 'ACCOUNTS_TRUST_EMAIL', value: 'true', from: 'environment' }
    assert.deepEqual(changed.at(-1), trust)
    assert.match(JSON.stringify(findings), /"warning","what":"ACCOUNTS_TRUST_EMAIL=true with open sign-up/)
    assert.equal((await command('doctor', ['--strict'], risky)).code, 1)
    const settings = await command('doctor', [], { PORT: 'x', LOG_LEVEL: 'loud' })
    assert.equal(settings.code, 1)
    assert.match(settings.out, /✖ Settings: PORT[\s\S]*✖ Settings: LOG_LEVEL[\s\S]*needs your attention/)
  })

  it('doctor changes nothing: it neither creates a database nor upgrades one', async () => {
    const DATA_DIR = join(folder, 'fresh')
    const none = await command('doctor', [], { DATA_DIR })
    assert.equal(none.code, 0, none.out)
    assert.match(none.out, /no tables yet; the first start creates them/)
    assert.equal(existsSync(DATA_DIR), false)

    await (await openStorage({ kind: 'sqlite', path: join(DATA_DIR, 'daymark.db') })).close()
    const { url, drop } = await migratedPostgresUrl()
    const sqlite = new DatabaseSync(join(DATA_DIR, 'daymark.db'))
    const postgres = new pg.Client(url)
    await postgres.connect()
    const undo = 'delete from migrations where position = (select max(position) from migrations)'
    sqlite.exec(undo)
    await postgres.query(undo)
    for (const settings of [{ DATA_DIR }, { DATA_DIR, DATABASE_URL: url }]) {
      for (const _round of [1, 2]) {
        const { out } = await command('doctor', [], settings)
        assert.match(out, /older version: the next start upgrades it \(1 migration\)/)
      }
    }
    const newer = `insert into migrations (position, name, checksum) values (9999, 'future', 'x')`
    sqlite.exec(newer)
    await postgres.query(newer)
    for (const settings of [{ DATA_DIR }, { DATA_DIR, DATABASE_URL: url }]) {
      const { code, out } = await command('doctor', [], settings)
      assert.equal(code, 1)
      assert.match(out, /differs from the migration|newer Daymark/)
    }
    sqlite.close()
    await postgres.end()
    await drop()
  })
})
