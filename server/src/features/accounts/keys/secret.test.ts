import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startEmbedded } from '../../../../test/support/accounts.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { openFreshSqlite } from '../../../../test/support/sqlite.ts'
import { forEachStorage, openFreshPostgres } from '../../../../test/support/storages.ts'
import type { Storage } from '../../../platform/storage/unit-of-work.ts'
import { openSecret, type SecretPlace, secretState } from './secret.ts'

const GIVEN = 'given-secret-with-more-than-32-characters'

/** Asserts that the server refuses to start, with the same message as the `doctor` command. */
async function refuses(place: SecretPlace, storage: Storage, sentence: RegExp): Promise<void> {
  const { trouble = 'none' } = await secretState(place, storage)
  await assert.rejects(openSecret(place, storage), { name: 'SecretMismatch', message: trouble })
  assert.match(trouble, sentence)
}

describe('the secret in a file', () => {
  let storage: Storage
  let folder: string
  before(async () => {
    storage = await openFreshSqlite()
    folder = join(mkdtempSync(join(tmpdir(), 'daymark-secret-')), 'data')
  })
  after(async () => {
    await storage.close()
    rmSync(join(folder, '..'), { recursive: true })
  })

  it('is created on the first start, for its owner only, and stays', async () => {
    const secret = await openSecret({ kind: 'file', folder }, storage)
    assert.ok(secret.length >= 64)
    assert.equal(statSync(join(folder, 'secrets.json')).mode & 0o777, 0o600)
    assert.equal(statSync(folder).mode & 0o777, 0o700)
    assert.equal(await openSecret({ kind: 'file', folder }, storage), secret)
    const kept = await storage.read(db => db.sql.selectFrom('server_secrets').selectAll().execute())
    assert.ok(!JSON.stringify(kept).includes(secret), 'it is not in the database')
  })

  it('is unique, however many processes create it at once', async t => {
    const place = { kind: 'file', folder: join(folder, 'at-once') } as const
    const fresh = await openFreshSqlite()
    t.after(() => fresh.close())
    const secrets = await Promise.all(Array.from({ length: 5 }, () => openSecret(place, fresh)))
    assert.equal(new Set(secrets).size, 1)
  })

  it('is reported as missing when it is lost, and not silently replaced', async () => {
    const elsewhere = join(folder, 'elsewhere')
    await refuses({ kind: 'file', folder: elsewhere }, storage, /secrets\.json is missing, and/)
    await refuses({ kind: 'given', secret: GIVEN }, storage, /not with this AUTH_SECRET/)
  })

  it('is reported as damaged, also for a new database', async t => {
    const fresh = await openFreshSqlite()
    t.after(() => fresh.close())
    const path = join(folder, 'secrets.json')
    const good = readFileSync(path, 'utf8')
    for (const bad of ['', '{', '{}', '{"auth_secret":"short"}', 'null']) {
      writeFileSync(path, bad)
      await refuses({ kind: 'file', folder }, storage, /damaged/)
      await refuses({ kind: 'file', folder }, fresh, /damaged/)
    }
    writeFileSync(path, good)
    await openSecret({ kind: 'file', folder }, storage)
  })
})

describe('the secret on PostgreSQL', () => {
  it('is the same for all instances, without any setting', async t => {
    const storage = await openFreshPostgres()
    t.after(() => storage.close())
    const place = { kind: 'database', folder: '/nowhere' } as const
    const secrets = await Promise.all([openSecret(place, storage), openSecret(place, storage)])
    assert.equal(new Set(secrets).size, 1)
    await refuses({ kind: 'given', secret: GIVEN }, storage, /not with this AUTH_SECRET/)
  })

  it('stays out of the database when it is configured', async t => {
    const storage = await openFreshPostgres()
    t.after(() => storage.close())
    assert.equal(await openSecret({ kind: 'given', secret: GIVEN }, storage), GIVEN)
    const kept = await storage.read(db => db.sql.selectFrom('server_secrets').selectAll().execute())
    assert.deepEqual(
      kept.map(row => row.value),
      [null],
    )
    await refuses({ kind: 'database', folder: '/nowhere' }, storage, /AUTH_SECRET, which is not set/)
  })

  it('is still the one in the file after a move from SQLite', async t => {
    const storage = await openFreshPostgres()
    t.after(() => storage.close())
    const folder = mkdtempSync(join(tmpdir(), 'daymark-secret-'))
    const secret = await openSecret({ kind: 'file', folder }, storage)
    assert.equal(await openSecret({ kind: 'database', folder }, storage), secret)
    writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ auth_secret: GIVEN }))
    await refuses({ kind: 'database', folder }, storage, /This database was set up/)
    rmSync(folder, { recursive: true })
  })

  it('moves into the file after a move to SQLite, and only its fingerprint stays in the database', async t => {
    const storage = await openFreshPostgres()
    t.after(() => storage.close())
    const folder = mkdtempSync(join(tmpdir(), 'daymark-secret-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const secret = await openSecret({ kind: 'database', folder }, storage)
    const place = { kind: 'file', folder } as const
    assert.equal((await secretState(place, storage)).trouble, undefined)
    assert.deepEqual([await openSecret(place, storage), await openSecret(place, storage)], [secret, secret])
    const kept = await storage.read(db => db.sql.selectFrom('server_secrets').select('value').execute())
    assert.deepEqual(kept, [{ value: null }])
  })

  it('two instances serve one person', async t => {
    const storage = await openFreshPostgres()
    t.after(() => storage.close())
    const shared: Storage = { ...storage, close: async () => {} }
    const [one, two] = [await startEmbedded(shared), await startEmbedded(shared)]
    const ann = await one.join()
    const next = await two.anybody.accounts.refresh({ body: { refresh_token: ann.refresh_token } })
    await two.bearer(ann.access_token).users.me()
    await one.bearer(next.access_token).users.me()
    // After a sign-out on one instance, the other instance rejects the token within 15 seconds.
    await one.anybody.accounts.signOut({ body: { refresh_token: next.refresh_token } })
    await rejectsWith(one.bearer(ann.access_token).users.me(), 401)
    two.clock.advance(15_000)
    await rejectsWith(two.bearer(ann.access_token).users.me(), 401)
    await one.close()
    await two.close()
  })
})

forEachStorage('a server with AUTH_SECRET', open => {
  it('writes no file', async t => {
    const server = await startEmbedded(await open(), { AUTH_SECRET: GIVEN })
    t.after(() => server.close())
    await server.join()
    assert.ok(!existsSync(join(server.dataDir, 'secrets.json')))
  })
})
