import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { decodeProtectedHeader } from 'jose'
import { type EmbeddedApp, startEmbedded } from '../../../../test/support/accounts.ts'
import { startTestApp } from '../../../../test/support/app.ts'
import { openFreshSqlite } from '../../../../test/support/sqlite.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import { toLibraryDate } from '../../../platform/storage/library/library-date.ts'
import type { Storage } from '../../../platform/storage/unit-of-work.ts'

const DAY = 86_400_000

const expireKeys = (storage: Storage, at: number) =>
  storage.write([], tx =>
    tx.sql
      .updateTable('signing_keys')
      .set({ expires_at: toLibraryDate(tx.dialect, at) })
      .execute(),
  )

forEachStorage('signing keys', open => {
  let server: EmbeddedApp
  before(async () => {
    server = await startEmbedded(await open())
  })
  after(() => server.close())

  const published = async () => {
    const response = await server.fetch('/auth/jwks')
    assert.equal(response.headers.get('cache-control'), 'public, max-age=300')
    return ((await response.json()) as { keys: Record<string, string>[] }).keys
  }
  const kidOf = (token: string) => decodeProtectedHeader(token).kid ?? ''

  it('are rotated without signing anyone out', async t => {
    const ann = await server.join()
    await ann.client.users.me()
    await expireKeys(server.storage, server.clock.now() - 1000)
    const next = await server.anybody.accounts.refresh({ body: { refresh_token: ann.refresh_token } })
    assert.notEqual(kidOf(next.access_token), kidOf(ann.access_token))
    await server.bearer(next.access_token).users.me()
    // A server that has never seen the old token also accepts it.
    const other = await startEmbedded(sharing(server.storage), { DATA_DIR: server.dataDir })
    t.after(() => other.close())
    await other.bearer(ann.access_token).users.me()
    await other.bearer(next.access_token).users.me()
    assert.deepEqual(
      (await published()).map(key => key['kid']).sort(),
      [kidOf(ann.access_token), kidOf(next.access_token)].sort(),
    )
  })

  it('are published without their private part', async () => {
    for (const key of await published()) {
      assert.deepEqual(Object.keys(key).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    }
    const rows = await server.storage.read(db => db.sql.selectFrom('signing_keys').selectAll().execute())
    for (const row of rows) assert.doesNotMatch(row.private_key, /"d"/, 'encrypted at rest')
  })

  it('are withdrawn once the longest token has expired', async () => {
    await expireKeys(server.storage, server.clock.now() - 30 * DAY)
    assert.ok((await published()).length > 0)
    await expireKeys(server.storage, server.clock.now() - 32 * DAY)
    assert.deepEqual(await published(), [])
  })
})

/** Lets a second server use the database without closing it. */
const sharing = (storage: Storage): Storage => ({ ...storage, close: async () => {} })

it('another Daymark server trusts the tokens of this one through discovery', async t => {
  const home = await startEmbedded(await openFreshSqlite(), { PORT: '0' })
  t.after(() => home.close())
  const issuer = await home.app.listen({ host: '127.0.0.1', port: 0 })
  const document = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as {
    issuer: string
    jwks_uri: string
  }
  assert.equal(document.issuer, issuer)
  assert.equal((await fetch(document.jwks_uri)).status, 200)
  const { access_token, email } = await home.join()
  const away = await startTestApp(await openFreshSqlite(), { OIDC_ISSUER_URL: issuer, OIDC_AUDIENCE: issuer })
  t.after(() => away.close())
  const response = await away.fetch('/v1/users/me', { headers: { authorization: `Bearer ${access_token}` } })
  assert.equal(((await response.json()) as { email: string }).email, email)
})
