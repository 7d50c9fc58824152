import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createClient } from '@daymark/client'
import { Secret, TOTP } from 'otpauth'
import { type EmbeddedApp, PASSWORD, type SignedIn, startEmbedded } from '../../../test/support/accounts.ts'
import { startTestApp } from '../../../test/support/app.ts'
import { greeted } from '../../../test/support/device.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { type MailServer, startMailServer } from '../../../test/support/smtp.ts'
import { openFreshSqlite } from '../../../test/support/sqlite.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import { auditStore } from '../audit/store.ts'
import { roleStore } from '../people/users/role-store.ts'

forEachStorage('administration', open => {
  let server: EmbeddedApp
  let smtp: MailServer
  let admin: SignedIn
  const api = () => admin.client.administration
  const idOf = async ({ client }: SignedIn) => (await client.users.me()).id
  before(async () => {
    smtp = await startMailServer()
    server = await startEmbedded(await open(), { ...smtp.settings, PUBLIC_URL: 'https://day.example' })
    // Only one of two concurrent sign-ups creates the first account, which becomes the administrator.
    await Promise.all([server.join('a@example.org'), server.join('b@example.org')])
    const [first, second] = [await server.signIn('a@example.org'), await server.signIn('b@example.org')]
    const roles = [(await first.client.users.me()).role, (await second.client.users.me()).role]
    assert.deepEqual(roles.toSorted(), ['admin', 'user'])
    admin = roles[0] === 'admin' ? first : second
  })
  after(async () => {
    await server.close()
    await smtp.close()
  })

  it('leaves an entry for each act: who did it, to whom, and when', async () => {
    const second = await server.join()
    const guest = await server.join()
    const [secondId, guestId] = [await idOf(second), await idOf(guest)]
    await server.verifyAll()
    const { secret } = await guest.client.totp.start({ body: { password: PASSWORD } })
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now() })
    await guest.client.totp.confirm({ body: { code } })
    await api().updatePerson({ params: { user_id: secondId }, body: { role: 'admin' } })
    const params = { user_id: guestId }
    const acts = second.client.administration
    const since = server.clock.now()
    server.clock.advance(1_000)
    await acts.updatePerson({ params, body: { role: 'admin' } })
    await acts.updatePerson({ params, body: { role: 'user', disabled: true } })
    await acts.updatePerson({ params, body: { disabled: false } })
    await acts.signOutPerson({ params })
    await acts.resetFactors({ params })
    const { id } = await acts.invite({ body: { email: guest.email } })
    await acts.removeInvitation({ params: { invitation_id: id } })
    const entries = async () => {
      const all = await server.storage.read(db => auditStore(db).newest(50, {}))
      return all.filter(({ at }) => at > since)
    }
    const said = (list: Awaited<ReturnType<typeof entries>>) =>
      list
        .map(({ event, email, actor_email, subject_name }) =>
          [event, email, actor_email, subject_name].join(' '),
        )
        .toSorted()
    const [to, by] = [guest.email, second.email]
    assert.deepEqual(said(await entries()), [
      `account_disabled ${to} ${by} `,
      `account_enabled ${to} ${by} `,
      `factor_removed ${to} ${by} `,
      `invitation_created ${by}  ${to}`,
      `invitation_removed ${by}  ${to}`,
      `role_changed ${to} ${by} admin`,
      `role_changed ${to} ${by} user`,
      `signed_out_others ${to} ${by} `,
    ])
    const own = await (await server.signIn(guest.email)).client.audit.list()
    assert.ok(!JSON.stringify(own).includes(secondId), 'people do not see which administrator it was')
    assert.ok(own.some(({ user_agent }) => user_agent === 'administrator'))

    await acts.removePerson({ params })
    const left = await entries()
    assert.deepEqual(said(left), [
      ` account_deleted  ${by} `.trimStart(),
      `invitation_created ${by}  `,
      `invitation_removed ${by}  `,
    ])
    assert.ok(!JSON.stringify(left).includes(guestId) && !JSON.stringify(left).includes(to))
    await api().removePerson({ params: { user_id: secondId } })
    const [last] = (await entries()).filter(
      ({ event, actor_email }) => event === 'account_deleted' && !actor_email,
    )
    assert.deepEqual([last?.actor_id, last?.user_agent], [null, 'administrator'])
  })

  it('is closed to everybody else, and to tokens of administrators', async () => {
    const { client } = await server.join()
    const { administration } = client
    const params = { user_id: await idOf(admin) }
    for (const request of [
      () => administration.people(),
      () => administration.status(),
      () => administration.invitations(),
      () => administration.invite({ body: {} }),
      () => administration.updatePerson({ params, body: { role: 'user' } }),
      () => administration.signOutPerson({ params }),
      () => administration.resetFactors({ params }),
      () => administration.removePerson({ params }),
    ])
      await rejectsWith(request(), 403, /administrators/)
    await server.verifyAll()
    const { token } = await admin.client.tokens.create({ body: { name: 'all', scopes: ['read', 'write'] } })
    await rejectsWith(
      server.bearer(token).administration.people(),
      403,
      /^Personal access tokens and connected apps/,
    )
  })

  it('finds people by address and name, in pages, without anything that they have stored', async () => {
    await server.anybody.accounts.signUp({
      body: { email: 'find_me@example.org', password: PASSWORD, name: '100% Ann' },
    })
    const found = await api().people({ query: { q: 'FIND_' } })
    assert.deepEqual(
      found.map(({ email, name, role, disabled, last_used_at }) => [
        email,
        name,
        role,
        disabled,
        last_used_at,
      ]),
      [['find_me@example.org', '100% Ann', 'user', false, null]],
    )
    assert.equal((await api().people({ query: { q: '0% a' } })).length, 1)
    assert.deepEqual(await api().people({ query: { q: 'find%' } }), [])
    const all = await api().people.all({ query: { limit: 2 } })
    assert.ok(all.length > 3)
    assert.deepEqual(
      all.map(({ email }) => email),
      all.map(({ email }) => email).toSorted(),
    )
    assert.deepEqual(Object.keys(all[0] ?? {}).sort(), [
      ...['created_at', 'deletes_at', 'disabled', 'email', 'email_verified', 'id', 'last_used_at'],
      ...['name', 'role'],
    ])
  })

  it('a disabled person loses all access at once; enabling brings everything back', async () => {
    const person = await server.join('off@example.org')
    await server.verifyAll()
    const { client } = person
    const { token } = await client.tokens.create({ body: { name: 'script', scopes: ['read'] } })
    const device = await client.devicePasswords.create({ body: { name: 'Phone', scopes: ['todos:read'] } })
    const basic = `Basic ${Buffer.from(`${device.username}:${device.password}`).toString('base64')}`
    const withDevice = async () =>
      (await server.fetch('/v1/todos', { headers: { authorization: basic } })).status
    const feed = await client.feeds.create({ body: { name: 'F', contents: ['schedules'] } })
    const readFeed = async () => (await server.fetch(new URL(feed.url).pathname)).status
    const script = server.bearer(token)
    await script.users.me()
    assert.deepEqual([await withDevice(), await readFeed()], [200, 200])
    const params = { user_id: await idOf(person) }
    assert.equal((await api().updatePerson({ params, body: { disabled: true } })).disabled, true)
    // Does not advance the clock, because access must end before the next check of cached tokens.
    await rejectsWith(client.users.me(), 401)
    await rejectsWith(script.users.me(), 401)
    assert.deepEqual([await withDevice(), await readFeed()], [401, 404])
    await rejectsWith(server.signIn(person.email), 403, /disabled/)
    await rejectsWith(server.anybody.accounts.refresh({ body: { refresh_token: person.refresh_token } }), 401)
    await api().updatePerson({ params, body: { disabled: false } })
    await script.users.me()
    assert.deepEqual([await withDevice(), await readFeed()], [200, 200])
    const again = await server.signIn(person.email)
    const events = (await again.client.audit.list()).map(({ event }) => event)
    assert.ok(events.includes('account_disabled') && events.includes('account_enabled'))
  })

  it('signs out, resets factors and deletes', async () => {
    const person = await server.join('gone@example.org')
    const params = { user_id: await idOf(person) }
    await api().resetFactors({ params })
    await api().signOutPerson({ params })
    await rejectsWith(person.client.users.me(), 401)
    await server.signIn(person.email)
    await api().removePerson({ params })
    await rejectsWith(server.signIn(person.email), 401)
    await rejectsWith(api().removePerson({ params }), 404)
    assert.deepEqual(await api().people({ query: { q: 'gone@' } }), [])
  })

  it('there is always an administrator, and nobody locks themselves out', async () => {
    const me = { user_id: await idOf(admin) }
    const last = await rejectsWith(api().updatePerson({ params: me, body: { role: 'user' } }), 409)
    assert.equal(last.code, 'last_admin')
    const locked = await rejectsWith(api().updatePerson({ params: me, body: { disabled: true } }), 409)
    assert.equal(locked.code, 'yourself')
    assert.equal((await rejectsWith(api().removePerson({ params: me }), 409)).code, 'yourself')
    const other = await server.join()
    const params = { user_id: await idOf(other) }
    assert.equal((await api().updatePerson({ params, body: { role: 'admin' } })).role, 'admin')
    const both = await Promise.allSettled([
      api().updatePerson({ params, body: { role: 'user' } }),
      other.client.administration.updatePerson({ params: me, body: { role: 'user' } }),
    ])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    await server.storage.write([], async tx => {
      await roleStore(tx).setAdmin(me.user_id, 1)
      await roleStore(tx).setAdmin(params.user_id, null)
    })
  })

  it('two administrators cannot delete each other at the same time', async t => {
    const alone = await startEmbedded(await open())
    t.after(() => alone.close())
    const [first, second] = [await alone.join(), await alone.join()]
    const ids = [await idOf(first), await idOf(second)]
    await alone.storage.write([], tx => roleStore(tx).setAdmin(ids[1] ?? '', 1))
    const both = await Promise.allSettled([
      first.client.administration.removePerson({ params: { user_id: ids[1] ?? '' } }),
      second.client.administration.removePerson({ params: { user_id: ids[0] ?? '' } }),
    ])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    const left = both[0]?.status === 'fulfilled' ? first : second
    assert.equal((await left.client.administration.people()).length, 1)
  })

  it('an invitation is sent, works once and only for its address, and can be withdrawn', async () => {
    const join = (email: string, url: string) =>
      server.anybody.accounts.signUp({
        body: { email, password: PASSWORD, invitation: url.split('#invitation=')[1] ?? null },
      })
    const made = await api().invite({ body: { email: 'guest@example.org', days: 2 } })
    assert.match(made.url, /^https:\/\/day\.example\/sign-up#invitation=/)
    await server.app.jobs.drain()
    const [mail] = smtp.take().filter(({ to }) => to === 'guest@example.org')
    assert.equal(mail?.subject, 'You are invited to Daymark')
    assert.ok(mail?.text.includes(made.url))
    await rejectsWith(join('other@example.org', made.url), 403, /another address/)
    await join('guest@example.org', made.url)
    await rejectsWith(join('guest2@example.org', made.url), 403, /was used/)
    const open = await api().invite({ body: {} })
    await join('known-by-now@example.org', open.url)
    const withdrawn = await api().invite({ body: {} })
    assert.deepEqual(
      (await api().invitations()).map(({ id }) => id),
      [withdrawn.id],
    )
    const newest = await api().invite({ body: {} })
    const pages = await Array.fromAsync(api().invitations.pages({ query: { limit: 1 } }))
    assert.deepEqual(
      pages.map(page => page.map(({ id }) => id)),
      [[newest.id], [withdrawn.id]],
    )
    await api().removeInvitation({ params: { invitation_id: newest.id } })
    await api().removeInvitation({ params: { invitation_id: withdrawn.id } })
    await rejectsWith(join('late@example.org', withdrawn.url), 403)
    const expired = await api().invite({ body: { days: 1 } })
    server.clock.advance(86_400_001)
    await rejectsWith(join('late@example.org', expired.url), 403, /expired/)
    admin = await server.signIn(admin.email)
    assert.deepEqual(await api().invitations(), [])
  })

  it('shows the state of the server', async () => {
    // The clock of this test has moved by hours, so jobs are late.
    await server.app.jobs.drain()
    const status = await api().status()
    assert.equal(status.database, server.storage.dialect.name)
    assert.deepEqual([status.sends_mail, status.signup, status.health.status], [true, 'open', 'ok'])
    assert.ok((status.storage.database_bytes ?? 0) > 0)
    assert.ok(status.people.total > 3 && status.people.admins === 1)
    assert.equal(status.backup, null)
  })
})

it('invitations are required after the first account if the operator says so', async t => {
  const server = await startEmbedded(await openFreshSqlite(), { ACCOUNTS_SIGNUP: 'invite' })
  t.after(() => server.close())
  assert.equal((await server.anybody.server.info()).signup, 'invite')
  await server.join()
  await rejectsWith(server.join(), 403, /need an invitation/)
})

it('with an OpenID provider, the operator names the administrators', async t => {
  const server = await startTestApp(await openFreshSqlite())
  t.after(() => server.close())
  const token = await server.issuer.token({ sub: 'ann', name: 'Ann' }, { now: server.clock.now() })
  const ann = createClient({ baseUrl: 'http://daymark.test', token, fetch: server.fetch, retry: false })
  await rejectsWith(ann.administration.people(), 403)
  await server.storage.write([], tx => roleStore(tx).setAdmin('ann', 1))
  const bob = await server.as('bob')
  await bob.users.me()
  assert.deepEqual(
    (await ann.administration.people()).map(({ id, email, role }) => [id, email, role]),
    [
      ['ann', null, 'admin'],
      ['bob', null, 'user'],
    ],
  )
  await ann.administration.updatePerson({ params: { user_id: 'bob' }, body: { disabled: true } })
  await rejectsWith(bob.users.me(), 401)
  const cleo = await greeted(server, 'cleo')
  // The idempotency key makes the whole deletion one transaction, so that all data is gone when the sockets are
  // notified.
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'once' }
  const removed = await server.fetch('/v1/admin/people/cleo', { method: 'DELETE', headers })
  assert.equal(removed.status, 200)
  assert.equal((await cleo.closed).code, 1008)
  await rejectsWith(ann.administration.invite({ body: {} }), 403, /OpenID provider/)
  await rejectsWith(ann.administration.signOutPerson({ params: { user_id: 'bob' } }), 404, /OpenID provider/)
})

it('addresses that the operator trusts are verified for the person and for administrators', async () => {
  const server = await startEmbedded(await openFreshSqlite(), { ACCOUNTS_TRUST_EMAIL: 'true' })
  const { client } = await server.join('first@example.org')
  assert.equal((await client.accounts.me()).email_verified, true)
  const [person] = await client.administration.people()
  assert.equal(person?.email_verified, true)
  await server.close()
})
