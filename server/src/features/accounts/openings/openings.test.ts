import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@daymark/client'
import { type EmbeddedApp, PASSWORD, startEmbedded } from '../../../../test/support/accounts.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { linkToken, type MailServer, startMailServer } from '../../../../test/support/smtp.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import { newId } from '../../../platform/kernel/ids.ts'
import { userStore } from '../../people/users/store.ts'

const NEXT = 'another long phrase'
const P256DH = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'

/** Opens every door that needs no browser, on a server that does not check addresses. */
async function openEverything(server: EmbeddedApp, email: string): Promise<Client> {
  const { client } = await server.join(email)
  const { id } = await client.accounts.me()
  await server.signIn(email)
  await client.tokens.create({ body: { name: 'Script', scopes: ['todos:read'] } })
  await client.devicePasswords.create({ body: { name: 'Phone' } })
  await client.feeds.create({ body: { name: 'Family', contents: ['schedules'] } })
  await client.webhooks.create({ body: { url: 'https://hooks.example.com/x' } })
  await client.notifications.subscribe({
    body: {
      endpoint: 'https://push.example.com/x',
      keys: { p256dh: P256DH, auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
      device: 'Firefox',
    },
  })
  await server.storage.write([id], async tx => {
    await tx.sql
      .insertInto('account_passkeys')
      .values({
        ...{ id: newId(), owner_id: id, name: 'Key', credential_id: `c-${id}`, public_key: 'x', counter: 0 },
        ...{ transports: '', synced: false, created_at: 1, last_used_at: null },
      })
      .execute()
    await tx.sql
      .insertInto('connected_apps')
      .values({
        ...{ id: newId(), owner_id: id, grant_id: `g-${id}`, client_id: 'c', name: 'App', website: null },
        ...{ scopes: '', created_at: 1, last_used_at: null },
      })
      .execute()
  })
  return client
}

const ALL = ['app', 'device_password', 'feed', 'passkey', 'push', 'session', 'token', 'webhook']
const kindsOf = async (client: Client): Promise<string[]> =>
  (await client.openings.list()).items.map(({ kind }) => kind).sort()

forEachStorage('openings of an account', open => {
  let server: EmbeddedApp
  before(async () => {
    server = await startEmbedded(await open())
  })
  after(() => server.close())

  it('lists all but the current session; sessions and tokens are ticked', async () => {
    const client = await openEverything(server, 'list@example.org')
    const { items } = await client.openings.list()
    assert.deepEqual(items.map(({ kind }) => kind).sort(), ALL)
    const ticked = items.filter(each => each.ticked).map(({ kind }) => kind)
    assert.deepEqual(ticked.sort(), ['session', 'token'])
    const { items: sessions } = { items: await client.sessions.list() }
    const current = sessions.find(each => each.current)
    assert.ok(!items.some(({ id }) => id === current?.id))
    assert.equal(items.find(({ kind }) => kind === 'webhook')?.name, 'https://hooks.example.com/x')
  })

  it('ends what is chosen, at once, and records each', async () => {
    const email = 'end@example.org'
    const client = await openEverything(server, email)
    const other = await server.signIn(email)
    const { token } = await client.tokens.create({ body: { name: 'Second', scopes: ['todos:read'] } })
    await server.bearer(token).todos.list()
    await other.client.todos.list()
    const { items } = await client.openings.list()
    const stays = items.find(({ kind }) => kind === 'feed')
    const ids = items.filter(each => each !== stays).map(({ id }) => id)
    assert.deepEqual(await client.openings.end({ body: { ids: [...ids, newId()] } }), {
      ...{ ok: true, ended: ids.length },
    })
    assert.deepEqual((await client.openings.list()).items, [stays])
    await rejectsWith(server.bearer(token).todos.list(), 401)
    await rejectsWith(other.client.todos.list(), 401)
    const events = (await client.audit.list()).map(({ event }) => event)
    for (const event of [
      'passkey_removed',
      'app_revoked',
      'webhook_removed',
      'push_removed',
      'signed_out',
    ] as const)
      assert.ok(events.includes(event), event)
  })

  it('never ends what belongs to somebody else, and needs the person, not a token', async () => {
    const ann = await openEverything(server, 'mine@example.org')
    const eve = (await server.join('eve@example.org')).client
    const ids = (await ann.openings.list()).items.map(({ id }) => id)
    assert.equal((await eve.openings.end({ body: { ids } })).ended, 0)
    assert.deepEqual(await kindsOf(ann), ALL)
    const { token } = await ann.tokens.create({ body: { name: 'All', scopes: ['todos:read'] } })
    await rejectsWith(server.bearer(token).openings.list(), 403)
  })
})

forEachStorage('accounts with an unverified address', open => {
  let server: EmbeddedApp
  let smtp: MailServer
  before(async () => {
    smtp = await startMailServer()
    server = await startEmbedded(await open(), { ...smtp.settings, PUBLIC_URL: 'https://day.example' })
  })
  after(async () => {
    await server.close()
    await smtp.close()
  })

  async function mailTo(email: string) {
    server.clock.advance(3_000)
    await server.app.jobs.drain()
    return (await smtp.take()).find(({ to }) => to === email) ?? assert.fail(`no email to ${email}`)
  }

  it('add no second credential and no way out, until the address is verified', async () => {
    const { client } = await server.join('new@example.org')
    const group = await client.tags.createGroup({ body: { name: 'G', color: '#123456' } })
    const share = (title: string) =>
      client.todos.create({
        body: {
          ...{ title, tag_group_id: group.id },
          visibility: { level: 'allowed_emails', allowed_emails: ['x@y.org'] },
        },
      })
    const attempts = {
      passkey: () => client.passkeys.options({ body: { password: PASSWORD } }),
      'device password': () => client.devicePasswords.create({ body: { name: 'Phone' } }),
      token: () => client.tokens.create({ body: { name: 'Script', scopes: ['todos:read'] } }),
      webhook: () => client.webhooks.create({ body: { url: 'https://hooks.example.com/x' } }),
      feed: () => client.feeds.create({ body: { name: 'Family', contents: ['schedules'] } }),
      sharing: () => share('Secret'),
    }
    for (const [what, attempt] of Object.entries(attempts))
      await assert.rejects(attempt(), { status: 403, code: 'email_not_verified' }, what)
    await client.todos.create({ body: { title: 'Ordinary use', tag_group_id: group.id } })
    assert.deepEqual(
      (await client.todos.list()).map(({ title }) => title),
      ['Ordinary use'],
    )

    await client.accountMail.confirmAddress({ body: { token: linkToken(await mailTo('new@example.org')) } })
    for (const attempt of Object.values(attempts)) await attempt()
  })

  it('a verification link counts only with the account that it is for', async () => {
    const email = 'link@example.org'
    const { client } = await server.join(email)
    const token = linkToken(await mailTo(email))
    const eve = await server.join('eve@example.org')
    for (const stranger of [server.anybody, eve.client])
      await assert.rejects(stranger.accountMail.confirmAddress({ body: { token } }), {
        ...{ status: 403, code: 'sign_in_required' },
      })
    await rejectsWith(
      server.anybody.accountMail.confirmAddress({ body: { token, password: 'a guess at it' } }),
      400,
      /password is wrong/,
    )
    assert.equal((await client.accounts.me()).email_verified, false)
    await server.anybody.accountMail.confirmAddress({ body: { token, password: PASSWORD } })
    assert.equal((await client.accounts.me()).email_verified, true)
  })

  it('a reset drops everything that somebody prepared in an account that was never verified', async () => {
    const email = 'victim@example.org'
    // The account is from the time before this server sent email.
    const { client: attacker } = await server.join(email)
    const { id } = await attacker.accounts.me()
    await mailTo(email)
    await server.storage.write([id], tx =>
      tx.sql.deleteFrom('unverified_accounts').where('user_id', '=', id).execute(),
    )
    await server.storage.write([id], async tx => {
      await tx.sql
        .insertInto('account_passkeys')
        .values({
          ...{ id: newId(), owner_id: id, name: 'Trap', credential_id: 'trap', public_key: 'x', counter: 0 },
          ...{ transports: '', synced: false, created_at: 1, last_used_at: null },
        })
        .execute()
      await tx.sql
        .insertInto('account_factors')
        .values({ account_id: id, secret: 'x', confirmed_at: 1, last_step: 0, created_at: 1 })
        .execute()
    })
    await attacker.feeds.create({ body: { name: 'Leak', contents: ['schedules'] } })
    await attacker.webhooks.create({ body: { url: 'https://evil.example.com/x' } })
    await server.storage.write([id], tx =>
      tx.sql.insertInto('unverified_accounts').values({ user_id: id }).execute(),
    )

    await server.anybody.accountMail.requestReset({ body: { email } })
    const token = linkToken(await mailTo(email))
    await server.anybody.accountMail.confirmReset({ body: { token, password: NEXT } })
    await rejectsWith(attacker.todos.list(), 401)
    const victim = await server.signIn(email, NEXT)
    assert.deepEqual((await victim.client.openings.list()).items, [])
    assert.equal((await victim.client.totp.read()).enabled, false)
    assert.equal((await victim.client.accounts.me()).email_verified, true)
  })

  it('a reset of a verified account keeps passkeys, feeds and webhooks', async () => {
    const email = 'kept@example.org'
    const { client } = await server.join(email)
    await client.accountMail.confirmAddress({ body: { token: linkToken(await mailTo(email)) } })
    await client.feeds.create({ body: { name: 'Family', contents: ['schedules'] } })
    await client.webhooks.create({ body: { url: 'https://hooks.example.com/x' } })
    await server.anybody.accountMail.requestReset({ body: { email } })
    await server.anybody.accountMail.confirmReset({
      body: { token: linkToken(await mailTo(email)), password: NEXT },
    })
    const after = await server.signIn(email, NEXT)
    assert.deepEqual(await kindsOf(after.client), ['feed', 'webhook'])
  })

  it('an invitation that came by mail verifies its address', async () => {
    const { client: admin } = await server.join('admin@example.org')
    const { id } = await admin.accounts.me()
    await server.storage.write([], async tx => {
      await tx.sql.deleteFrom('admins').execute()
      await tx.sql.insertInto('admins').values({ user_id: id, created_at: 1 }).execute()
      await userStore(tx).setDisabled(id, null)
    })
    await admin.administration.invite({ body: { email: 'guest@example.org' } })
    const { text } = await mailTo('guest@example.org')
    const invitation = /#invitation=(\S+)/.exec(text)?.[1] ?? assert.fail(text)
    await server.anybody.accounts.signUp({
      body: { email: 'guest@example.org', password: PASSWORD, invitation },
    })
    const guest = await server.signIn('guest@example.org')
    assert.equal((await guest.client.accounts.me()).email_verified, true)
    await guest.client.devicePasswords.create({ body: { name: 'Phone' } })
  })
})
