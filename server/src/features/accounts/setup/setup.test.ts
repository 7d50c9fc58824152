import assert from 'node:assert/strict'
import { it } from 'node:test'
import { PASSWORD, SETUP_CODE, startEmbedded } from '../../../../test/support/accounts.ts'
import { forEachStorage, openFreshSqlite } from '../../../../test/support/storages.ts'
import { readConfig } from '../../../config/config.ts'
import { personalTokens } from '../../tokens/revoke-all.ts'
import { openAccounts } from '../open.ts'

const PUBLIC = { PUBLIC_URL: 'https://day.example.org', SETUP_CODE: '' }
const OWN_NAME = { host: 'day.example.org' }
const ANN = { email: 'ann@example.org', password: PASSWORD }

forEachStorage('the first account of a server', open => {
  it('needs the setup code once on a server that others can reach, on every instance', async t => {
    const storage = await open()
    const server = await startEmbedded(storage, PUBLIC)
    const shared = { ...storage, close: async () => {} }
    const other = await startEmbedded(shared, { ...PUBLIC, DATA_DIR: server.dataDir })
    t.after(async () => {
      await other.close()
      await server.close()
    })
    const signUp = (body: object) => server.post('/auth/sign-up', { ...ANN, ...body }, OWN_NAME)
    const { code = '', url = '' } = (await server.app.setupCode()) ?? {}
    assert.match(code, /^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
    assert.equal(url, `https://day.example.org/sign-up#setup_code=${code}`)
    assert.equal((await other.app.setupCode())?.code, code)
    assert.equal((await server.anybody.server.info()).setup, 'code')

    const missing = await signUp({})
    assert.equal(missing.status, 403)
    const { detail, errors } = (await missing.json()) as { detail: string; errors: object[] }
    assert.match(detail, /prints it when it starts.*npm run user -- --setup-link/)
    assert.deepEqual(errors, [{ path: 'setup_code', message: 'is required' }])
    for (const setup_code of ['', `${code}x`, code.toUpperCase()])
      assert.equal((await signUp({ setup_code })).status, 403)
    assert.deepEqual(await server.storage.read(db => db.sql.selectFrom('accounts').selectAll().execute()), [])

    assert.equal((await signUp({ setup_code: ` ${code} ` })).status, 201)
    const ann = await server.signIn(ANN.email)
    assert.equal((await ann.client.administration.status()).people.admins, 1)
    assert.equal(await other.app.setupCode(), undefined)
    server.clock.advance(60_000)
    assert.equal((await server.anybody.server.info()).setup, 'none')
    const bob = { email: 'bob@example.org', password: PASSWORD }
    assert.equal((await server.post('/auth/sign-up', bob, OWN_NAME)).status, 201)
    const left = await server.storage.read(db =>
      db.sql.selectFrom('server_secrets').select('name').where('name', '=', 'setup code').execute(),
    )
    assert.deepEqual(left, [])
  })

  it('of several sign-ups at once, only those with the code create it', async t => {
    const server = await startEmbedded(await open(), { ...PUBLIC, SETUP_CODE })
    t.after(() => server.close())
    const answers = await Promise.all(
      [undefined, SETUP_CODE, undefined, SETUP_CODE].map((setup_code, at) =>
        server.post('/auth/sign-up', { ...ANN, email: `p${at}@example.org`, setup_code }, OWN_NAME),
      ),
    )
    const [first, second, third, fourth] = answers.map(({ status }) => status)
    assert.deepEqual([second, fourth], [201, 201])
    // One without the code may come after the first account, and is an ordinary sign-up then.
    const admins = await server.storage.read(db =>
      db.sql
        .selectFrom('admins')
        .innerJoin('accounts', 'accounts.id', 'admins.user_id')
        .select('accounts.email')
        .execute(),
    )
    assert.equal(admins.length, 1)
    assert.ok(['p1@example.org', 'p3@example.org'].includes(admins[0]?.email ?? ''))
    for (const status of [first, third]) assert.ok(status === 403 || status === 201)
  })
})

it('needs no code on this machine, but behind a proxy', async t => {
  const server = await startEmbedded(await openFreshSqlite(), { SETUP_CODE: '' })
  t.after(() => server.close())
  const forwarded = { 'x-forwarded-for': '203.0.113.7' }
  const info = async (headers: Record<string, string>) =>
    ((await (await server.fetch('/config.json', { headers })).json()) as { setup: string }).setup
  assert.deepEqual([await info({}), await info(forwarded)], ['open', 'code'])
  assert.equal((await server.post('/auth/sign-up', ANN, forwarded)).status, 403)
  assert.equal((await server.post('/auth/sign-up', ANN, { host: 'evil.example:2614' })).status, 403)
  assert.equal((await server.post('/auth/sign-up', ANN)).status, 201)
  assert.equal(
    (await server.post('/auth/sign-up', { ...ANN, email: 'b@example.org' }, forwarded)).status,
    201,
  )
})

it('with the code, needs no invitation, because nobody could invite the first person', async t => {
  const server = await startEmbedded(await openFreshSqlite(), { SETUP_CODE, ACCOUNTS_SIGNUP: 'invite' })
  t.after(() => server.close())
  assert.equal((await server.anybody.server.info()).setup, 'code')
  assert.equal((await server.post('/auth/sign-up', ANN)).status, 403)
  const body = { ...ANN, setup_code: SETUP_CODE }
  assert.equal((await server.post('/auth/sign-up', body)).status, 201)
  assert.equal((await server.post('/auth/sign-up', { ...body, email: 'b@example.org' })).status, 403)
})

it('guesses of the setup code wait longer and longer, but do not delay others', async t => {
  const server = await startEmbedded(await openFreshSqlite(), {
    ...PUBLIC,
    SETUP_CODE,
    TRUSTED_PROXY_IPS: '127.0.0.1',
  })
  t.after(() => server.close())
  server.clock.freeze()
  const guess = async (setup_code: string, from: string) =>
    (await server.post('/auth/sign-up', { ...ANN, setup_code }, { ...OWN_NAME, 'x-forwarded-for': from }))
      .status
  for (let at = 0; at < 5; at++) assert.equal(await guess('a wrong setup code', '203.0.113.7'), 403)
  assert.equal(await guess(SETUP_CODE, '203.0.113.7'), 429)
  assert.equal(await guess(SETUP_CODE, '198.51.100.1'), 201)
})

it('accounts of the operator need no code', async t => {
  const server = await startEmbedded(await openFreshSqlite(), PUBLIC)
  t.after(() => server.close())
  const { admin, setup } = await openAccounts({
    config: readConfig({ ...PUBLIC, DATA_DIR: server.dataDir }),
    storage: server.storage,
    clock: server.clock,
    issuer: () => PUBLIC.PUBLIC_URL,
    personalTokens: personalTokens(server.clock),
  })
  assert.ok(await setup.code())
  await admin.create(ANN.email, undefined, PASSWORD)
  assert.equal(await setup.code(), undefined)
  assert.equal(await server.app.setupCode(), undefined)
})
