// Upgrades a stored database of every released version and compares what the API returns with what it returned then.
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { createClient } from '@daymark/client'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { openLog } from '../src/platform/observability/log.ts'
import { moveRows } from '../src/platform/storage/copies/move/move.ts'
import { tablesInOrder } from '../src/platform/storage/copies/move/plan.ts'
import { postgresTarget } from '../src/platform/storage/copies/move/postgres-end.ts'
import { sqliteSource } from '../src/platform/storage/copies/move/sqlite-end.ts'
import { migrations } from '../src/platform/storage/migrations/list.ts'
import { openPostgresStorage } from '../src/platform/storage/postgres/postgres.ts'
import { migrate } from '../src/platform/storage/schema/migrate.ts'
import { openSqliteStorage } from '../src/platform/storage/sqlite/sqlite.ts'
import type { Storage } from '../src/platform/storage/unit-of-work.ts'
import { inProcessFetch } from './support/app.ts'
import { assertIntegrity } from './support/integrity.ts'
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

/** Values that a later version computes in another way on purpose, each with its reason. */
const CHANGED: [at: RegExp, reason: string][] = [
  [/^\/v1\/users\/me\/usage\.bytes\.used$/, 'the byte quota also counts the times of timers'],
]

/** Newer versions may add fields, but the old ones keep their values. */
function assertContains(actual: unknown, expected: unknown, at: string): void {
  if (CHANGED.some(([path]) => path.test(at))) return
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
  const app = await buildApp({ config, storage, clock: { now: () => recorded.now }, log: openLog('silent') })
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

/** Builds the PostgreSQL database of that version: its migrations, then the rows of the stored file. */
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
