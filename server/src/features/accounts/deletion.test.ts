import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { BEARER_PROTOCOL } from '@daymark/contract/sockets/timer-socket'
import { sql } from 'kysely'
import { type EmbeddedApp, PASSWORD, type SignedIn, startEmbedded } from '../../../test/support/accounts.ts'
import { type CreationOptions, softwareAuthenticator } from '../../../test/support/authenticator.ts'
import { greeted } from '../../../test/support/device.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { type MailServer, startMailServer } from '../../../test/support/smtp.ts'
import { forEachStorage, onceFor } from '../../../test/support/storages.ts'
import type { Db, Storage } from '../../platform/storage/unit-of-work.ts'

/** Lists every column that contains one of the texts. */
async function traces(storage: Storage, texts: readonly string[]): Promise<string[]> {
  return storage.read(async db => {
    const found: string[] = []
    for (const table of await tablesOf(db)) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db.sql)
      const columns = rows.flatMap(row =>
        Object.entries(row)
          .filter(([, value]) => texts.some(text => JSON.stringify(value)?.includes(text)))
          .map(([column]) => `${table}.${column}`),
      )
      found.push(...new Set(columns))
    }
    return found
  })
}

/** Reads only the current schema, because other tests use the same PostgreSQL database. */
async function tablesOf(db: Db): Promise<string[]> {
  const { rows } =
    db.dialect.name === 'postgres'
      ? await sql<{ name: string }>`
          select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(
          db.sql,
        )
      : await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db.sql)
  return rows.map(({ name }) => name)
}

const DAY = 86_400_000
const NAME = 'Zeno Leaver'

forEachStorage('deleting an account', (open, name) => {
  const itOnce = onceFor(name)
  let server: EmbeddedApp
  let smtp: MailServer
  before(async () => {
    smtp = await startMailServer()
    const settings = { ACCOUNTS_TRUST_EMAIL: 'true', PUBLIC_URL: 'https://day.example' }
    server = await startEmbedded(await open(), { ...settings, ...smtp.settings })
  })
  after(async () => {
    await server.close()
    await smtp.close()
  })

  async function afterDays(days: number): Promise<void> {
    server.clock.advance(days * DAY)
    await server.app.jobs.drain()
  }
  const kinds = async (client: Client) =>
    (await client.audit.list()).map(({ event }) => event).filter(event => event.startsWith('deletion'))

  it('needs the password, and after seven days deletes everything that names the person', async () => {
    const leaver = await server.join('leaver@example.org')
    await leaver.client.accounts.rename({ body: { name: NAME } })
    const friend = await server.join()
    const { client } = await server.signIn('leaver@example.org')
    const { id } = await client.users.me()
    await createOneOfEachKind(client, friend.client)
    await mentionEverywhere(server, friend, client, id)
    await server.anybody.accountMail.requestReset({ body: { email: 'leaver@example.org' } })
    // Simulates an email job that still waits for a mail server.
    await server.storage.write([], async tx => {
      await tx.sql
        .updateTable('jobs')
        .set({ claimed_until: server.clock.now() + 30 * DAY })
        .execute()
    })
    const before = await traces(server.storage, [id, 'leaver@example.org', NAME])
    for (const place of ['jobs.payload', 'visibility_emails.email', 'email_requests.email', 'outcomes.body'])
      assert.ok(before.includes(place), `${place} is not in ${before.join(', ')}`)

    await rejectsWith(client.accounts.deleteAccount({ body: { password: 'not this one' } }), 400)
    const asked = server.clock.now()
    const { deletes_at } = await client.accounts.deleteAccount({ body: { password: PASSWORD } })
    const days = (Date.parse(deletes_at ?? '') - asked) / DAY
    assert.ok(days >= 7 && days < 7.01, `${days} days`)
    await afterDays(6.9)
    assert.equal((await (await server.signIn('leaver@example.org')).client.users.me()).id, id)
    await afterDays(0.2)

    assert.deepEqual(await traces(server.storage, [id, 'leaver@example.org', NAME]), [])
    await rejectsWith(client.users.me(), 401)
    await rejectsWith(server.anybody.accounts.refresh({ body: { refresh_token: leaver.refresh_token } }), 401)
    await rejectsWith(server.signIn('leaver@example.org'), 401)
    const again = await server.signIn(friend.email)
    assert.equal((await again.client.friends.list()).length, 0)
  })

  it('meanwhile signs out other devices and stops what works without the person; canceling restores it', async () => {
    const { client, email } = await server.join()
    const other = await server.signIn(email)
    const { token } = await client.tokens.create({ body: { name: 'script', scopes: ['read'] } })
    const script = server.bearer(token)
    const device = await client.devicePasswords.create({ body: { name: 'Phone', scopes: ['read'] } })
    const basic = Buffer.from(`${email}:${device.password}`).toString('base64')
    const byDevice = async () =>
      (await server.fetch('/v1/users/me', { headers: { authorization: `Basic ${basic}` } })).status
    const { url } = await client.feeds.create({ body: { name: 'Feed' } })
    const feed = async () => (await server.fetch(new URL(url).pathname)).status
    assert.deepEqual([(await script.users.me()).deletes_at, await byDevice(), await feed()], [null, 200, 200])

    const { deletes_at } = await client.deletion.request({ body: { password: PASSWORD } })
    assert.ok(deletes_at)
    await rejectsWith(other.client.users.me(), 401)
    await rejectsWith(script.users.me(), 401)
    assert.deepEqual([await byDevice(), await feed()], [401, 404])
    // The current session still works, and a new sign-in is possible.
    assert.equal((await client.users.me()).deletes_at, deletes_at)
    const third = await server.signIn(email)
    assert.deepEqual(await third.client.deletion.read(), { deletes_at })
    server.clock.advance(1_000)
    assert.equal(
      (await third.client.deletion.request({ body: { password: PASSWORD } })).deletes_at,
      deletes_at,
    )

    assert.deepEqual(await third.client.deletion.cancel(), { deletes_at: null })
    assert.deepEqual(await third.client.deletion.cancel(), { deletes_at: null })
    assert.deepEqual([(await script.users.me()).deletes_at, await byDevice(), await feed()], [null, 200, 200])
    assert.deepEqual(await kinds(third.client), ['deletion_canceled', 'deletion_requested'])
    await afterDays(8)
    assert.equal((await (await server.signIn(email)).client.users.me()).deletes_at, null)
  })

  itOnce('keeps the sockets of the device that asked, and closes all others', async () => {
    const { client, email, access_token } = await server.join()
    const other = await server.signIn(email)
    const { token } = await client.tokens.create({ body: { name: 'script', scopes: ['read'] } })
    const [asking, second, script] = await Promise.all(
      [access_token, other.access_token, token].map(each =>
        greeted(server, '', { protocols: [BEARER_PROTOCOL + each] }),
      ),
    )
    await client.deletion.request({ body: { password: PASSWORD } })
    assert.equal((await second?.closed)?.code, 1008)
    assert.equal((await script?.closed)?.code, 1008)
    await asking?.settled()
    await client.deletion.cancel()
    await asking?.settled()
    await asking?.close()
  })

  itOnce('accepts a code or a passkey instead of the password, each once', async () => {
    const { client, email } = await server.join()
    const { secret } = await client.totp.start({ body: {} })
    const { TOTP, Secret } = await import('otpauth')
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const code = () => totp.generate({ timestamp: server.clock.now() })
    await client.totp.confirm({ body: { code: code() } })
    server.clock.advance(30_000)
    await rejectsWith(client.deletion.request({ body: {} }), 422, /password/)
    await rejectsWith(client.deletion.request({ body: { code: '000000' } }), 400)
    const used = code()
    assert.ok((await client.deletion.request({ body: { code: used } })).deletes_at)
    await client.deletion.cancel()
    await rejectsWith(client.deletion.request({ body: { code: used } }), 400, /already used/)

    const authenticator = softwareAuthenticator('https://day.example')
    const { options } = await client.passkeys.options({ body: {} })
    const response = authenticator.create(options as unknown as CreationOptions)
    await client.passkeys.create({ body: { name: 'Key', response } })
    const asked = await server.anybody.accounts.passkeyOptions()
    const passkey = authenticator.get(asked.options as unknown as { challenge: string; rpId: string })
    const stranger = await server.join()
    await rejectsWith(stranger.client.deletion.request({ body: { passkey } }), 400, /does not belong/)
    assert.ok((await client.deletion.request({ body: { passkey } })).deletes_at)
    await rejectsWith(client.deletion.request({ body: { passkey } }), 400)
    assert.ok((await client.accounts.me()).email === email)
  })

  it('disabling and enabling the person does not cancel it, and the operator can delete at once', async () => {
    const admin = await server.join()
    const { client, email } = await server.join()
    const { id } = await client.users.me()
    const { id: user_id } = await admin.client.users.me()
    await server.storage.write([], async tx => {
      await tx.sql.insertInto('admins').values({ user_id, created_at: 0 }).execute()
    })
    await client.deletion.request({ body: { password: PASSWORD } })
    const params = { user_id: id }
    const { deletes_at } = await admin.client.administration.updatePerson({
      params,
      body: { disabled: true },
    })
    assert.ok(deletes_at)
    await admin.client.administration.updatePerson({ params, body: { disabled: false } })
    await afterDays(7)
    await rejectsWith(server.signIn(email), 401)
    assert.deepEqual(await traces(server.storage, [id, email]), [])
  })

  itOnce('frees the address for someone else', async () => {
    const first = await server.join('again@example.org')
    const { id } = await first.client.users.me()
    await first.client.accounts.deleteAccount({ body: { password: PASSWORD } })
    await afterDays(7)
    const second = await server.join('again@example.org')
    assert.notEqual((await second.client.users.me()).id, id)
  })

  it('prevents a token cached by another instance from recreating the person', async () => {
    const { client, access_token } = await server.join()
    const { id } = await client.users.me()
    // Deletes directly, as the command line does, so that this instance is not notified.
    await server.storage.write([], async tx => {
      await tx.sql.deleteFrom('accounts').where('id', '=', id).execute()
      await tx.sql.deleteFrom('users').where('id', '=', id).execute()
      await tx.sql.deleteFrom('audit_entries').where('owner_id', '=', id).execute()
      await tx.sql.deleteFrom('jobs').where('kind', '=', 'account_mail').execute()
      await tx.sql.deleteFrom('mentions').where('place', '=', 'job account_mail').execute()
    })
    server.clock.advance(15_000)
    await rejectsWith(server.bearer(access_token).users.me(), 401)
    const left = await traces(server.storage, [id])
    // Ignores `captured_rows`: the real command does not fill this table, but this server's connection does.
    assert.deepEqual(
      left.filter(place => !place.startsWith('captured_rows.')),
      [],
    )
  })
})

type Client = EmbeddedApp['anybody']

/** Creates resources of most kinds, some shared and some private. */
async function createOneOfEachKind(client: Client, friend: Client): Promise<void> {
  const { friend_code } = await friend.users.me()
  const request = await client.friends.request({ body: { friend_code } })
  if ('id' in request) await friend.friends.accept({ params: { friendship_id: request.id } })
  await client.friends.request({ body: { email: 'somebody@example.org' } })
  const group = await client.tags.createGroup({
    body: { name: 'Work', color: '#4F86C6', is_todo_group: true },
  })
  const tag = await client.tags.create({ body: { name: 'Deep', color: '#4F86C6', group_id: group.id } })
  await client.users.updatePreferences({ body: { theme: 'dark', default_tag_group_id: group.id } })
  const visibility = { level: 'friends' as const }
  await client.todos.create({
    body: {
      title: 'T',
      tag_group_id: group.id,
      tag_ids: [tag.id],
      deadline: '2026-01-01T00:00:00Z',
      visibility,
    },
  })
  await client.schedules.create({
    body: {
      title: 'S',
      start_time: '2026-01-01T00:00:00Z',
      end_time: '2026-01-01T01:00:00Z',
      tag_ids: [tag.id],
    },
  })
  await client.meetings.create({
    body: {
      title: 'M',
      start_date: '2026-01-05',
      end_date: '2026-01-06',
      available_days: [0, 1],
      start_time: '09:00',
      end_time: '10:00',
    },
  })
  await client.tokens.create({ body: { name: 'script', scopes: ['read'] } })
}

/** Mentions the leaver in a friend's rows, history and stored responses. */
async function mentionEverywhere(
  server: EmbeddedApp,
  { client: friend, access_token: token }: SignedIn,
  leaver: Client,
  leaverId: string,
): Promise<void> {
  await friend.friends.request({ body: { email: 'leaver@example.org' } }).catch(() => {})
  // The idempotency key makes the server store the response.
  const schedule = (visibility: object) => {
    const times = { start_time: '2026-01-02T00:00:00Z', end_time: '2026-01-02T01:00:00Z' }
    const headers = {
      authorization: `Bearer ${token}`,
      'idempotency-key': JSON.stringify(visibility).slice(0, 20),
    }
    return server.post('/v1/schedules', { title: 'Shared', ...times, visibility }, headers)
  }
  await schedule({ level: 'selected', allowed_user_ids: [leaverId] })
  await schedule({ level: 'allowed_emails', allowed_emails: ['leaver@example.org'] })
  const meeting = await friend.meetings.create({
    body: {
      title: 'Poll',
      start_date: '2026-01-05',
      end_date: '2026-01-06',
      available_days: [0, 1],
      start_time: '09:00',
      end_time: '10:00',
      visibility: { level: 'friends' },
    },
  })
  await leaver.meetings.participate({
    params: { meeting_id: meeting.id },
    body: { display_name: NAME },
  })
  await friend.friends.block({ params: { user_id: leaverId } })
}
