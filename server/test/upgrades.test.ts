// Upgrades databases of every released version. Except for 0.1.0, each database is stored together with responses of
// its version, and the API must still return these responses.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { createClient } from '@daymark/client'
import { sql } from 'kysely'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { tokenIssuer } from '../src/features/accounts/keys/issue.ts'
import { signingKeys } from '../src/features/accounts/keys/signing-keys.ts'
import { writeRefreshToken } from '../src/features/accounts/sessions/refresh-token.ts'
import { accountStore } from '../src/features/accounts/store.ts'
import { hashOf, newSecret } from '../src/features/tokens/token.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { moveRows } from '../src/platform/storage/copies/move/move.ts'
import { tablesInOrder } from '../src/platform/storage/copies/move/plan.ts'
import { postgresTarget } from '../src/platform/storage/copies/move/postgres-end.ts'
import { sqliteSource } from '../src/platform/storage/copies/move/sqlite-end.ts'
import { toLibraryDate } from '../src/platform/storage/library/library-date.ts'
import { migrations } from '../src/platform/storage/migrations/list.ts'
import { openPostgresStorage } from '../src/platform/storage/postgres/postgres.ts'
import { migrate } from '../src/platform/storage/schema/migrate.ts'
import { openSqliteStorage } from '../src/platform/storage/sqlite/sqlite.ts'
import type { Storage } from '../src/platform/storage/unit-of-work.ts'
import { inProcessFetch } from './support/app.ts'
import { assertIntegrity } from './support/integrity.ts'
import { silentLog } from './support/silent-log.ts'
import { ownDatabaseUrl } from './support/storages.ts'

const STORED = join(import.meta.dirname, 'upgrades')
const VERSIONS = readdirSync(STORED).sort()

interface Recorded {
  now: number
  password: string
  answers: Record<string, Record<string, { status: number; body: unknown }>>
}

const unpack = (version: string, name: string): Buffer =>
  gunzipSync(readFileSync(join(STORED, version, `${name}.gz`)))

/** Values that a later version deliberately computes differently, each with its reason. */
const CHANGED: [at: RegExp, reason: string, was?: RegExp][] = [
  [/^\/v1\/users\/me\/usage\.bytes\.used$/, 'the byte quota also counts the times of timers'],
  [
    /\.changed\.occurrence_(?:series_id|tags_set|original_start|deleted|\w+_set)$/,
    'the history shows occurrences like the API does, not as they are stored',
  ],
  [
    /\.changed\.(?:is_todo_group|goal_ratios|goal_hours|available_days|confirmed_slot)$/,
    'the history shows truth values and lists, not as they are stored',
  ],
  [/\.changed\.participants$/, 'an answer to a poll shows its times, not two empty lists'],
  [/\.changed\.since$/, 'the history shows when a friendship began as a time, not as it is stored'],
  [/\.summary$/, 'it says what happened between two people', /^Added a block|^Deleted a friend request/],
  [/\.summary$/, 'it says poll, like the app', /\bthe meeting '/],
  [/\.summary$/, 'it begins with the result of an undo', /^Undid a change: /],
]

/** Newer versions may add fields, but the old ones keep their values, except those in `CHANGED`. */
function assertContains(actual: unknown, expected: unknown, at: string): void {
  if (CHANGED.some(([path, , was = /^/]) => path.test(at) && was.test(String(expected)))) return
  if (Array.isArray(expected)) {
    assert.ok(Array.isArray(actual), at)
    assert.equal(actual.length, expected.length, `${at}.length`)
    for (const [index, each] of expected.entries()) assertContains(actual[index], each, `${at}[${index}]`)
  } else if (typeof expected === 'object' && expected !== null) {
    assert.ok(typeof actual === 'object' && actual !== null, at)
    for (const [name, value] of Object.entries(expected))
      assertContains((actual as Record<string, unknown>)[name], value, `${at}.${name}`)
  } else assert.deepEqual(actual, expected, at)
}

async function assertSameAnswers(storage: Storage, folder: string, recorded: Recorded): Promise<void> {
  const config = readConfig({
    DATA_DIR: folder,
    PUBLIC_URL: 'http://daymark.test',
    RATE_LIMIT_ENABLED: 'false',
  })
  const app = await buildApp({ config, storage, clock: { now: () => recorded.now }, log: silentLog })
  const fetch = inProcessFetch(app)
  for (const [email, answers] of Object.entries(recorded.answers)) {
    const client = createClient({ baseUrl: 'http://daymark.test', fetch })
    const { access_token } = await client.accounts.signIn({ body: { email, password: recorded.password } })
    for (const [path, { status, body }] of Object.entries(answers)) {
      const response = await fetch(path, { headers: { authorization: `Bearer ${access_token}` } })
      assert.equal(response.status, status, path)
      assertContains(await response.json(), body, path)
    }
  }
  await app.close()
}

/** Creates a PostgreSQL database with the migrations and rows of the stored SQLite file. */
async function restoreToPostgres(path: string, url: string): Promise<void> {
  const source = sqliteSource(path)
  const { applied } = source.database.prepare('select count(*) as applied from migrations').get() as {
    applied: number
  }
  const empty = await openPostgresStorage(url, { schema: 'as-is' })
  await empty.write([], tx => migrate(tx, {}, migrations.slice(0, applied)))
  await empty.close()
  const target = await postgresTarget(url)
  await moveRows(tablesInOrder(source.database), source, target, () => {})
  await source.close()
  await target.close()
}

it('a database of every released version is stored', () => {
  const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
  const released = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, version]) => version)
  assert.deepEqual(VERSIONS, released.filter(version => version !== '0.1.0').sort())
})

for (const version of VERSIONS) {
  describe(`upgrading from ${version}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'daymark-upgrade-'))
    const path = join(folder, 'daymark.db')
    const recorded = JSON.parse(unpack(version, 'answers.json').toString()) as Recorded
    const restore = () => {
      for (const name of readdirSync(folder)) rmSync(join(folder, name))
      writeFileSync(path, unpack(version, 'daymark.db'))
      writeFileSync(join(folder, 'secrets.json'), readFileSync(join(STORED, version, 'secrets.json')))
    }
    before(restore)
    after(() => rmSync(folder, { recursive: true }))

    it('on SQLite, everyone signs in as before and finds everything', async () => {
      const storage = await openSqliteStorage(path)
      await assertSameAnswers(storage, folder, recorded)
      await assertIntegrity(storage)
      await storage.close()
    })

    it('on PostgreSQL, everyone signs in as before and finds everything', async () => {
      restore()
      const { url, drop } = await ownDatabaseUrl()
      await restoreToPostgres(path, url)
      const storage = await openPostgresStorage(url)
      await assertSameAnswers(storage, folder, recorded)
      await assertIntegrity(storage)
      await storage.close()
      await drop()
    })
  })
}

/** The 0.1.0 tables and columns that the test fills with rows from the stored 0.2.0 database. */
const ACCOUNTS_OF_0_1: Record<string, string> = {
  users: 'id display_name avatar_url email email_verified friend_code claims_at created_at updated_at',
  accounts: 'id name email email_verified image created_at updated_at',
  account_credentials: 'id account_id provider_id user_id password created_at updated_at',
  signing_keys: 'id public_key private_key alg crv created_at expires_at',
  server_secrets: 'name fingerprint value',
}

describe('upgrading from 0.1.0', () => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-upgrade-'))
  const stored = join(folder, 'stored.db')
  const secrets = readFileSync(join(STORED, '0.2.0', 'secrets.json'), 'utf8')
  const secret = (JSON.parse(secrets) as { auth_secret: string }).auth_secret
  const { now, password } = JSON.parse(unpack('0.2.0', 'answers.json').toString()) as Recorded
  const clock = { now: () => now }
  before(() => {
    writeFileSync(stored, unpack('0.2.0', 'daymark.db'))
    writeFileSync(join(folder, 'secrets.json'), secrets)
  })
  after(() => rmSync(folder, { recursive: true }))

  /** Fills a 0.1.0 database. Returns the tokens that its users have in their browsers and scripts. */
  async function fill(storage: Storage) {
    const source = new DatabaseSync(stored, { readOnly: true })
    const personal = newSecret()
    const session_id = newId()
    const account = await storage.write([], async tx => {
      await migrate(
        tx,
        {},
        migrations.filter(({ name }) => name < '0008'),
      )
      for (const [table, columns] of Object.entries(ACCOUNTS_OF_0_1)) {
        const names = columns.split(' ')
        for (const row of source.prepare(`select ${names.join(', ')} from ${table}`).all()) {
          const values = names.map(name => (name === 'email_verified' ? row[name] === 1 : row[name]))
          await sql`insert into ${sql.table(table)} (${sql.join(names.map(name => sql.ref(name)))})
            values (${sql.join(values)})`.execute(tx.sql)
        }
      }
      const found = (await accountStore(tx).list())[0] ?? assert.fail()
      const at = toLibraryDate(tx.dialect, now)
      await sql`insert into account_sessions (id, user_id, token, generation, expires_at, created_at, updated_at)
        values (${session_id}, ${found.id}, ${session_id}, 3, ${toLibraryDate(tx.dialect, now + 60_000)}, ${at}, ${at})`.execute(
        tx.sql,
      )
      await sql`insert into personal_tokens (id, owner_id, name, prefix, hash, scopes, created_at, expires_at)
        values (${newId()}, ${found.id}, 'Script', 'dmk_', ${hashOf(personal)}, 'read', ${now}, ${now + 60_000})`.execute(
        tx.sql,
      )
      return found
    })
    source.close()
    const signing = signingKeys({ uow: storage, clock, secret })
    const issue = tokenIssuer({
      clock,
      keys: signing,
      issuer: () => 'http://daymark.test',
      trustEmail: false,
    })
    const keys = await storage.read(db => db.sql.selectFrom('signing_keys').select('id').execute())
    return {
      account,
      personal,
      access: await issue(account, 900, session_id),
      refresh: writeRefreshToken({ session_id, generation: 3 }, secret),
      kids: keys.map(({ id }) => id),
    }
  }

  async function assertKept(storage: Storage, kept: Awaited<ReturnType<typeof fill>>): Promise<void> {
    const config = readConfig({ DATA_DIR: folder, PUBLIC_URL: 'http://daymark.test' })
    const app = await buildApp({ config, storage, clock, log: silentLog })
    const fetch = inProcessFetch(app)
    const by = (token?: string) =>
      createClient({ baseUrl: 'http://daymark.test', fetch, ...(token !== undefined && { token }) })
    const { id, email } = kept.account
    const { access_token } = await by().accounts.signIn({ body: { email, password } })
    const renewed = await by().accounts.refresh({ body: { refresh_token: kept.refresh } })
    for (const token of [access_token, renewed.access_token, kept.access, kept.personal])
      assert.equal((await by(token).users.me()).id, id)
    const { keys } = (await (await fetch('/auth/jwks')).json()) as { keys: { kid: string }[] }
    const published = keys.map(({ kid }) => kid)
    assert.ok(kept.kids.length > 0 && kept.kids.every(kid => published.includes(kid)))
    await app.close()
  }

  it('on SQLite, accounts, sessions, signing keys and personal tokens keep working', async () => {
    const path = join(folder, 'daymark.db')
    const old = await openSqliteStorage(path, { schema: 'as-is' })
    const kept = await fill(old)
    await old.close()
    const storage = await openSqliteStorage(path)
    await assertKept(storage, kept)
    await storage.close()
  })

  it('on PostgreSQL, accounts, sessions, signing keys and personal tokens keep working', async () => {
    const { url, drop } = await ownDatabaseUrl()
    const old = await openPostgresStorage(url, { schema: 'as-is' })
    const kept = await fill(old)
    await old.close()
    const storage = await openPostgresStorage(url)
    await assertKept(storage, kept)
    await storage.close()
    await drop()
  })
})
