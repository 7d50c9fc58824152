import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type Client, createClient } from '@daymark/client'
import { PASSWORD, startEmbedded } from '../../../test/support/accounts.ts'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage } from '../../../test/support/storages.ts'

const DAY = 86_400_000

forEachStorage('personal access tokens', open => {
  let server: TestApp
  let ann: Client
  before(async () => {
    server = await startTestApp(await open())
    ann = await server.as('ann')
    await ann.users.me()
  })
  after(() => server.close())

  const by = (token: string) => createClient({ baseUrl: 'http://daymark.test', token, fetch: server.fetch })
  const inDays = (days: number) => new Date(server.clock.now() + days * DAY).toISOString()

  it('are shown once, stored as a hash, and act as their owner', async () => {
    const made = await ann.tokens.create({ body: { name: '  Backup ', scopes: ['read', 'read'] } })
    assert.match(made.token, /^dmk_[\w-]{43}$/)
    assert.equal(made.prefix, made.token.slice(0, 8))
    assert.deepEqual([made.name, made.scopes, made.last_used_at], ['Backup', ['read'], null])
    assert.equal(Date.parse(made.expires_at) - Date.parse(made.created_at), 90 * DAY)
    const [listed] = await ann.tokens.list()
    assert.equal(listed?.id, made.id)
    assert.ok(!('token' in (listed ?? {})))
    const rows = await server.storage.read(db => db.sql.selectFrom('personal_tokens').selectAll().execute())
    assert.ok(!JSON.stringify(rows).includes(made.token.slice(8)))
    assert.equal((await by(made.token).users.me()).id, 'ann')
  })

  it('report when they were last used, to the minute', async () => {
    const made = await ann.tokens.create({ body: { name: 'used', scopes: ['users:read'] } })
    const lastUse = async () =>
      (await ann.tokens.list()).find(token => token.id === made.id)?.last_used_at ?? null
    await by(made.token).users.me()
    const first = await lastUse()
    assert.ok(first !== null)
    server.clock.advance(30_000)
    await by(made.token).users.me()
    assert.equal(await lastUse(), first)
    server.clock.advance(30_000)
    await by(made.token).users.me()
    assert.ok(Date.parse((await lastUse()) ?? '') > Date.parse(first))
  })

  it('stop working at once when they are revoked', async () => {
    const made = await ann.tokens.create({ body: { name: 'short-lived', scopes: ['read'] } })
    await by(made.token).users.me()
    const params = { token_id: made.id }
    await rejectsWith((await server.as('bob')).tokens.remove({ params }), 404)
    assert.deepEqual(await ann.tokens.remove({ params }), { ok: true })
    await rejectsWith(by(made.token).users.me(), 401, /not valid/)
    await rejectsWith(ann.tokens.remove({ params }), 404)
  })

  it('stop working on other instances within 15 seconds', async () => {
    const made = await ann.tokens.create({ body: { name: 'elsewhere', scopes: ['read'] } })
    await by(made.token).users.me()
    await server.storage.write([], tx =>
      tx.sql.deleteFrom('personal_tokens').where('id', '=', made.id).execute(),
    )
    server.clock.advance(15_000)
    await rejectsWith(by(made.token).users.me(), 401)
  })

  it('expire on time, after a year at most', async () => {
    const create = (expires_at: string) =>
      ann.tokens.create({ body: { name: 'expiring', scopes: ['read'], expires_at } })
    const made = await create(inDays(1))
    await by(made.token).users.me()
    server.clock.advance(DAY - 60_000)
    await by(made.token).users.me()
    server.clock.advance(60_000)
    // Signs in again, because the owner's access token does not last a day.
    ann = await server.as('ann')
    await rejectsWith(by(made.token).users.me(), 401, /expired/)
    await rejectsWith(by(made.token).users.me(), 401, /expired/)
    await rejectsWith(create(inDays(-1)), 422, /expires_at/)
    await rejectsWith(create(inDays(367)), 422, /expires_at/)
  })

  it('are rejected if they are not ours', async () => {
    for (const token of ['dmk_', `dmk_${'x'.repeat(43)}`, 'dmk_nonsense'])
      await rejectsWith(by(token).users.me(), 401, /not valid/)
  })

  it('have names and scopes', async () => {
    const create = (body: unknown) => ann.tokens.create({ body: body as { name: string; scopes: ['read'] } })
    await rejectsWith(create({ name: '', scopes: ['read'] }), 422, /name/)
    await rejectsWith(create({ name: 'x', scopes: [] }), 422, /at least one scope/)
    await rejectsWith(create({ name: 'x', scopes: ['admin'] }), 422, /scopes/)
    await rejectsWith(create({ name: 'x', scopes: ['tokens:write'] }), 422, /scopes/)
    await rejectsWith(create({ name: 'x' }), 422, /scopes/)
  })

  it('come in pages, newest first, up to the quota', async () => {
    const cleo = await server.as('cleo')
    for (let i = 0; i < 100; i++) await cleo.tokens.create({ body: { name: `t${i}`, scopes: ['read'] } })
    await rejectsWith(cleo.tokens.create({ body: { name: 'one more', scopes: ['read'] } }), 409, /100/)
    const names: string[] = []
    let path: string | undefined = '/v1/tokens?limit=30'
    const authorization = `Bearer ${await server.issuer.token({ sub: 'cleo' }, { now: server.clock.now() })}`
    while (path !== undefined) {
      const response = await server.fetch(path, { headers: { authorization } })
      names.push(...((await response.json()) as { name: string }[]).map(token => token.name))
      path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1]
    }
    assert.deepEqual(
      names,
      Array.from({ length: 100 }, (_, i) => `t${99 - i}`),
    )
  })

  it("count against their owner's rate limits", async t => {
    const limited = await startTestApp(await open(), {
      RATE_LIMIT_ENABLED: 'true',
      RATE_LIMIT_DEFAULT_REQUESTS: '4',
    })
    t.after(() => limited.close())
    const dora = await limited.as('dora')
    const { token } = await dora.tokens.create({ body: { name: 'x', scopes: ['read'] } })
    const script = createClient({ baseUrl: 'http://daymark.test', token, fetch: limited.fetch })
    await script.users.me()
    await script.users.me()
    await dora.users.me()
    await rejectsWith(script.users.me(), 429)
    await rejectsWith(dora.users.me(), 429)
  })
})

forEachStorage('creating a token', open => {
  const body = { name: 'script', scopes: ['read' as const] }
  const MINUTE = 60_000

  it('needs the password of the account, or a sign-in of the last ten minutes', async t => {
    const server = await startEmbedded(await open())
    t.after(() => server.close())
    const { client, refresh_token } = await server.join()
    await client.tokens.create({ body })
    server.clock.advance(11 * MINUTE)
    // A refreshed access token does not count as a new sign-in.
    const { access_token } = await server.anybody.accounts.refresh({ body: { refresh_token } })
    const later = server.bearer(access_token)
    await rejectsWith(later.tokens.create({ body }), 403, /Enter your password/)
    await rejectsWith(later.tokens.create({ body: { ...body, password: 'a wrong guess' } }), 400, /wrong/)
    await later.tokens.create({ body: { ...body, password: PASSWORD } })
    assert.equal((await later.tokens.list()).length, 2)
  })

  it('stores nothing for an Idempotency-Key: neither the token nor the password', async t => {
    const server = await startEmbedded(await open())
    t.after(() => server.close())
    const { access_token, client } = await server.join()
    const headers = { authorization: `Bearer ${access_token}`, 'idempotency-key': 'the same' }
    const make = async () =>
      (await (await server.post('/v1/tokens', { ...body, password: PASSWORD }, headers)).json()) as {
        token: string
      }
    assert.notEqual((await make()).token, (await make()).token)
    const change = { current_password: PASSWORD, new_password: 'another long phrase' }
    assert.equal((await server.post('/auth/change-password', change, headers)).status, 200)
    const stored = await server.storage.read(db => db.sql.selectFrom('outcomes').selectAll().execute())
    assert.deepEqual(stored, [])
    assert.deepEqual(await client.tokens.list(), [])
  })

  it('needs a recent sign-in at the provider, if the provider reports its time', async t => {
    const server = await startTestApp(await open())
    t.after(() => server.close())
    const signedIn = async (minutesAgo: number) =>
      server.as('ann', { auth_time: Math.floor((server.clock.now() - minutesAgo * MINUTE) / 1000) })
    await (await signedIn(9)).tokens.create({ body })
    await rejectsWith((await signedIn(11)).tokens.create({ body }), 403, /[Ss]ign in again/)
    await (await server.as('ann')).tokens.create({ body })
  })
})
