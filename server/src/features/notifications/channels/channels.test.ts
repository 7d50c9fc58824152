import assert from 'node:assert/strict'
import { createECDH, createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, it } from 'node:test'
import { createClient } from '@daymark/client'
import type { NotificationKind } from '@daymark/contract/notifications/notification'
import { SMTPServer } from 'smtp-server'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { openFreshSqlite } from '../../../../test/support/sqlite.ts'
import { jobStore } from '../../../platform/jobs/store.ts'
import { userStore } from '../../people/users/store.ts'
import { DIGEST_JOB, notify } from './dispatch.ts'

const MINUTE = 60_000
let server: TestApp
let pushes = 0
let answer = 201
const mails: string[] = []
const statements: string[] = []
let received: (() => Promise<void>) | undefined
const service = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    pushes++
    response.writeHead(answer).end()
  })
})
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) =>
    void text(stream)
      .then(async mail => {
        mails.push(mail)
        await received?.()
      })
      .then(() => done(), done),
})

before(async () => {
  for (const each of [service, smtp.server]) {
    each.listen(0, '127.0.0.1')
    await once(each, 'listening')
  }
  server = await startTestApp(await openFreshSqlite({ observe: text => statements.push(text) }), {
    OUTBOUND_ALLOW_HTTP: 'true',
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    SMTP_URL: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    MAIL_FROM: 'Daymark <daymark@day.example>',
    PUBLIC_URL: 'https://day.example',
  })
})
after(async () => {
  await server.close()
  service.close()
  smtp.close(() => {})
})

const portOf = (each: { address(): AddressInfo | string | null }) => (each.address() as AddressInfo).port
const subscription = () => ({
  endpoint: `http://127.0.0.1:${portOf(service)}/${randomBytes(4).toString('hex')}`,
  keys: {
    p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  },
  device: 'Phone',
})

it('creates the key for push services when the server starts, not when the first browser asks', async () => {
  const storage = await openFreshSqlite()
  const fresh = await startTestApp(storage)
  const keys = () =>
    storage.read(({ sql: db }) =>
      db.selectFrom('server_secrets').select('value').where('name', '=', 'vapid').execute(),
    )
  try {
    await fresh.app.listen({ host: '127.0.0.1', port: 0 })
    let made: { value: string | null } | undefined
    while (!made) [made] = await keys()
    const { key } = await (await fresh.as('ann')).notifications.pushKey()
    const { x, y } = JSON.parse(made.value ?? '') as { x: string; y: string }
    const point = [Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
    assert.equal(key, Buffer.concat(point).toString('base64url'))
    assert.deepEqual(await keys(), [made])
  } finally {
    await fresh.close()
  }
})

let count = 0
async function person(notifications: object, email_verified = true) {
  const id = `ann-${++count}`
  const times = { now: server.clock.now(), expiresIn: 30 * 86_400 }
  const claims = { sub: id, name: id, email: `${id}@people.example`, email_verified }
  const token = await server.issuer.token(claims, times)
  const client = createClient({ baseUrl: 'http://daymark.test', token, fetch: server.fetch, retry: false })
  await client.users.updatePreferences({ body: { notifications } })
  const group = await client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
  const remind = (title: string, ms: number) =>
    client.todos.create({
      body: {
        title,
        tag_group_id: group.id,
        deadline: new Date(server.clock.now() + ms).toISOString(),
        reminders: [{ minutes_before: 0 }],
      },
    })
  return { client, remind }
}
const titlesIn = (mail: string) =>
  ['apples', 'berries', 'cherries', 'damsons'].filter(each => mail.includes(each))
async function pass(ms: number): Promise<void> {
  server.clock.advance(ms)
  await server.app.jobs.drain()
}

const about = { kind: 'reminder', event: 'todo_due', resource_kind: null, resource_id: null } as const
const arrive = (
  owner_id: string,
  title: string,
  due_at = server.clock.now(),
  kind: NotificationKind = about.kind,
) =>
  server.storage.write([owner_id], tx => {
    const given = { ...about, kind, owner_id, title, instance_start: null, at: null, is_date: false, due_at }
    return notify(tx, given, due_at)
  })
/** Makes the mail server run `work` once, after it receives the next email and before it answers. */
const whileSending = (work: () => Promise<unknown>) => {
  received = async () => {
    received = undefined
    server.clock.advance(1)
    await work()
  }
}

it('pushes to every device, removes those that are gone, and respects the switch of the kind', async () => {
  const { client, remind } = await person({})
  await client.notifications.subscribe({ body: subscription() })
  const device = await client.notifications.subscribe({ body: subscription() })
  assert.deepEqual([device.device, device.endpoint_host.startsWith('127.0.0.1')], ['Phone', true])
  pushes = 0
  await remind('a', MINUTE)
  await pass(MINUTE)
  assert.equal(pushes, 2)
  answer = 410
  await remind('b', MINUTE)
  await pass(MINUTE)
  answer = 201
  assert.deepEqual(await client.notifications.subscriptions(), [])
  await client.notifications.subscribe({ body: subscription() })
  await client.users.updatePreferences({ body: { notifications: { kinds: { reminder: { push: false } } } } })
  pushes = 0
  await remind('c', MINUTE)
  await pass(MINUTE)
  assert.equal(pushes, 0)
})

it('retries a busy push service, and holds pushes back in quiet hours unless they were read', async () => {
  const hour = (ms: number) => new Date(server.clock.now() + ms).toISOString().slice(11, 16)
  const quiet_hours = { start: hour(0), end: hour(180 * MINUTE) }
  const { client, remind } = await person({ quiet_hours })
  await client.notifications.subscribe({ body: subscription() })
  pushes = 0
  await remind('night', 10 * MINUTE)
  await remind('read', 10 * MINUTE)
  await pass(10 * MINUTE)
  assert.equal(pushes, 0)
  const read = (await client.notifications.list()).find(({ title }) => title === 'read')
  await client.notifications.update({ params: { notification_id: read?.id ?? '' }, body: { read: true } })
  answer = 503
  await pass(170 * MINUTE)
  assert.equal(pushes, 1)
  answer = 201
  await pass(MINUTE)
  assert.equal(pushes, 2)
})

it('a device that fails is paused by itself, the longer the longer it fails', async () => {
  const { client, remind } = await person({})
  await client.notifications.subscribe({ body: subscription() })
  answer = 503
  pushes = 0
  await remind('first', 10 * MINUTE)
  await remind('second', 10.2 * MINUTE)
  await pass(10 * MINUTE)
  assert.equal(pushes, 1)
  await pass(0.3 * MINUTE)
  assert.equal(pushes, 1, 'the second message waits for the pause of the first')
  answer = 201
  await pass(4.7 * MINUTE)
  assert.equal(pushes, 3)
  const other = await person({})
  await other.client.notifications.subscribe({ body: subscription() })
  pushes = 0
  await other.remind('third', 10 * MINUTE)
  await pass(10 * MINUTE)
  assert.equal(pushes, 1)
})

it('follows new quiet hours and a new zone while a push and a mail wait, and delays a retry to their end', async () => {
  const hour = (ms: number) => new Date(server.clock.now() + ms).toISOString().slice(11, 16)
  const hours = (from: number, to: number) => ({
    start: hour(from * 60 * MINUTE),
    end: hour(to * 60 * MINUTE),
  })
  const { client, remind } = await person({ email: 'single', quiet_hours: hours(0, 3) })
  await client.notifications.subscribe({ body: subscription() })
  const setHours = (quiet_hours: { start: string; end: string } | null) =>
    client.users.updatePreferences({ body: { notifications: { quiet_hours } } })
  const sent = () => [pushes, mails.length]
  const forget = () => {
    pushes = mails.length = 0
  }
  forget()
  await remind('apples', MINUTE)
  await pass(MINUTE)
  await setHours(hours(0, 5))
  await pass(4 * 60 * MINUTE)
  assert.deepEqual(sent(), [0, 0])
  await pass(60 * MINUTE)
  assert.deepEqual(sent(), [1, 1])

  forget()
  await setHours(hours(0, 6))
  await remind('berries', MINUTE)
  await pass(MINUTE)
  await client.users.updatePreferences({ body: { timezone: 'Etc/GMT+2' } })
  await pass(7 * 60 * MINUTE)
  assert.deepEqual(sent(), [0, 0])
  await pass(60 * MINUTE)
  assert.deepEqual(sent(), [1, 1])
  await client.users.updatePreferences({ body: { timezone: 'UTC' } })

  forget()
  await setHours(hours(0, 6))
  await remind('cherries', MINUTE)
  await pass(MINUTE)
  assert.deepEqual(sent(), [0, 0])
  await setHours(null)
  await pass(0)
  assert.deepEqual(sent(), [1, 1])

  forget()
  answer = 503
  await remind('damsons', MINUTE)
  await pass(MINUTE)
  assert.equal(pushes, 1)
  await setHours(hours(0, 6))
  answer = 201
  await pass(5 * 60 * MINUTE)
  assert.equal(pushes, 1)
  await pass(61 * MINUTE)
  assert.equal(pushes, 2)

  forget()
  await setHours(null)
  answer = 503
  await remind('apples', MINUTE)
  await arrive((await client.users.me()).id, 'Break', server.clock.now() + MINUTE, 'focus')
  await pass(MINUTE)
  // A device that has failed is paused. The other message may have been on its way by then.
  const tried = pushes
  assert.ok(tried === 1 || tried === 2)
  await setHours(hours(0, 6))
  answer = 201
  await pass(60 * MINUTE)
  assert.equal(pushes, tried)
  await setHours(null)
  await pass(0)
  assert.equal(
    pushes,
    tried + 1,
    'what a retry has postponed follows too, and an outdated phase does not come',
  )
})

it('sends no mails until they are switched on, then one each with a one-click link that ends them', async () => {
  const { client, remind } = await person({})
  mails.length = 0
  await remind('silent', MINUTE)
  await pass(MINUTE)
  assert.deepEqual(mails, [])
  await client.users.updatePreferences({ body: { notifications: { email: 'single' }, language: 'ko' } })
  await remind('회의 준비', MINUTE)
  await pass(MINUTE)
  assert.equal(mails.length, 1)
  const [mail = ''] = mails
  assert.match(mail, /^From: Daymark <daymark@day\.example>/m)
  assert.match(mail, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
  assert.match(mail, /Content-Type: text\/plain/)
  assert.match(mail, /Content-Type: text\/html/)
  const link =
    /List-Unsubscribe: <https:\/\/day\.example([^>]+)>/.exec(mail.replace(/\r\n\s+/g, ' '))?.[1] ?? ''
  const path = link.replaceAll(' ', '')
  assert.equal((await server.fetch(path)).status, 200)
  assert.equal((await client.users.preferences()).notifications?.email, 'single')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (to: string) =>
    server.fetch(to, { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' })
  const page = await server.fetch(path)
  const question = await page.text()
  const style = /<style>(.+)<\/style>/.exec(question)?.[1] ?? ''
  const digest = createHash('sha256').update(style).digest('base64')
  assert.ok(page.headers.get('content-security-policy')?.includes(`style-src 'sha256-${digest}'`))
  assert.match(question, /reminders and other notifications\. Stop them\?[\s\S]*그만 받을까요/)
  assert.equal((await post(`${path}x`)).status, 404)
  assert.equal((await post(path)).status, 200)
  const after = await client.users.preferences()
  assert.equal(after.notifications?.email, 'off')
  // Mail programs may send the request twice.
  assert.equal((await post(path)).status, 200)
  assert.equal((await client.users.preferences()).version, after.version)
})

it('gives a digest that is repeated after quiet hours the same Message-ID', async () => {
  const { client } = await person({ email: 'digest', digest_time: '08:00' })
  const { id } = await client.users.me()
  await arrive(id, 'apples')
  mails.length = 0
  const untilEight = (32 * 60 * MINUTE - (server.clock.now() % (24 * 60 * MINUTE))) % (24 * 60 * MINUTE)
  received = async () => {
    received = undefined
    await client.users.updatePreferences({
      body: { notifications: { quiet_hours: { start: '08:00', end: '10:00' } } },
    })
    throw new Error('The answer is lost.')
  }
  await pass(untilEight)
  await pass(60 * MINUTE)
  assert.equal(mails.length, 1)
  await pass(60 * MINUTE)
  const ids = mails.map(mail => /^Message-ID: (.+)$/im.exec(mail)?.[1])
  assert.equal(ids.length, 2)
  assert.equal(ids[0], ids[1])
})

it('collects a day in one digest', async () => {
  const { remind } = await person({ email: 'digest', digest_time: '08:00' })
  mails.length = 0
  await remind('one', MINUTE)
  await remind('two', 2 * MINUTE)
  await pass(2 * MINUTE)
  assert.deepEqual(mails, [])
  await pass(24 * 60 * MINUTE)
  assert.equal(mails.length, 1)
  assert.match(mails[0] ?? '', /^Subject: 2 notifications/m)
})

it('reads the items of a long digest with as many statements as those of a short one', async () => {
  const counts: number[] = []
  for (const size of [2, 20]) {
    const { remind } = await person({ email: 'digest', digest_time: '08:00' })
    for (let n = 0; n < size; n++) await remind(`${n}`, MINUTE)
    await pass(MINUTE)
    mails.length = 0
    statements.length = 0
    await pass(24 * 60 * MINUTE)
    assert.match(mails[0] ?? '', new RegExp(`^Subject: ${size} notifications`, 'm'))
    counts.push(statements.filter(text => /from todos\b/.test(text)).length)
  }
  assert.equal(counts[1], counts[0])
})

it('puts what arrives or is committed while a digest is sent into the next one', async () => {
  const { client, remind } = await person({ email: 'digest', digest_time: '08:00' })
  mails.length = 0
  await remind('apples', MINUTE)
  await remind('berries', 2 * MINUTE)
  await pass(MINUTE)
  const { id: owner_id } = await client.users.me()
  const earlier = server.clock.now()
  await pass(MINUTE)
  whileSending(async () => {
    await arrive(owner_id, 'cherries')
    // Simulates a slow transaction whose notification sorts between two that the digest has already read.
    await arrive(owner_id, 'damsons', earlier)
  })
  await pass(24 * 60 * MINUTE)
  assert.deepEqual(
    mails.map(each => titlesIn(each)),
    [['apples', 'berries']],
  )
  await pass(24 * 60 * MINUTE)
  assert.deepEqual(
    mails.slice(1).map(each => titlesIn(each)),
    [['cherries', 'damsons']],
  )
  await pass(24 * 60 * MINUTE)
  assert.equal(mails.length, 2)
})

it('moves a waiting digest when its time changes, and after the quiet hours', async () => {
  const { client, remind } = await person({ email: 'digest', digest_time: '08:00' })
  mails.length = 0
  await remind('one', MINUTE)
  await pass(MINUTE)
  const time = (ms: number) => new Date(server.clock.now() + ms).toISOString().slice(11, 16)
  const quiet_hours = { start: time(0), end: time(90 * MINUTE) }
  const notifications = { digest_time: time(30 * MINUTE), quiet_hours }
  await client.users.updatePreferences({ body: { timezone: 'UTC', notifications } })
  await pass(60 * MINUTE)
  assert.deepEqual(mails, [])
  await pass(31 * MINUTE)
  assert.equal(mails.length, 1)
})

it('sends nothing that was switched off while it waited, and no late notifications in a digest', async () => {
  const hour = (ms: number) => new Date(server.clock.now() + ms).toISOString().slice(11, 16)
  const quiet_hours = { start: hour(0), end: hour(180 * MINUTE) }
  const off = { reminder: { push: false, email: false } }
  mails.length = 0
  pushes = 0
  const single = await person({ email: 'single', quiet_hours })
  await single.client.notifications.subscribe({ body: subscription() })
  const digest = await person({ email: 'digest' })
  for (const { remind } of [single, digest]) await remind('waits', MINUTE)
  await pass(MINUTE)
  await single.client.users.updatePreferences({ body: { notifications: { email: 'single', kinds: off } } })
  await digest.client.users.updatePreferences({ body: { notifications: { email: 'digest', kinds: off } } })
  await pass(24 * 60 * MINUTE)
  assert.deepEqual([mails.length, pushes], [0, 0])
  const late = await person({ email: 'digest', kinds: { reminder: { app: false } } })
  await late.remind('missed', MINUTE)
  await pass(62 * MINUTE)
  await late.remind('not in the app', MINUTE)
  await pass(MINUTE)
  await pass(24 * 60 * MINUTE)
  assert.equal(mails.length, 1)
  assert.match(mails[0] ?? '', /not in the app/)
  assert.doesNotMatch(mails[0] ?? '', /missed/)
})

it('drops pushes and mails about items that were completed or deleted while they waited', async () => {
  const hour = (ms: number) => new Date(server.clock.now() + ms).toISOString().slice(11, 16)
  const quiet_hours = { start: hour(0), end: hour(180 * MINUTE) }
  for (const email of ['single', 'digest']) {
    const { client, remind } = await person({ email, quiet_hours })
    await client.notifications.subscribe({ body: subscription() })
    mails.length = 0
    pushes = 0
    const done = await remind('apples', MINUTE)
    const deleted = await remind('berries', MINUTE)
    await remind('cherries', MINUTE)
    await pass(MINUTE)
    assert.equal((await client.notifications.list()).length, 3)
    await client.todos.update({ params: { todo_id: done.id }, body: { status: 'DONE' } })
    await client.todos.remove({ params: { todo_id: deleted.id } })
    await pass(23 * 60 * MINUTE)
    assert.deepEqual([pushes, mails.map(titlesIn)], [1, [['cherries']]])
    await pass(60 * MINUTE)
  }
})

it('sends each notification by one mail if the person changes from a digest to single mails and back', async () => {
  const { client, remind } = await person({ email: 'digest', digest_time: '08:00' })
  const choose = (email: 'single' | 'digest') =>
    client.users.updatePreferences({ body: { notifications: { email } } })
  mails.length = 0
  await remind('apples', MINUTE)
  await pass(MINUTE)
  await choose('single')
  await remind('berries', MINUTE)
  await pass(MINUTE)
  assert.deepEqual(mails.map(titlesIn), [['berries']])
  await choose('digest')
  await remind('cherries', MINUTE)
  await pass(MINUTE)
  await pass(24 * 60 * MINUTE)
  assert.deepEqual(mails.slice(1).map(titlesIn), [['apples', 'cherries']])
})

it('sends by one mail what arrives while the last digest is sent, in both directions of the change', async () => {
  const { client, remind } = await person({ email: 'digest', digest_time: '08:00' })
  const { id: owner_id } = await client.users.me()
  const choose = (email: 'single' | 'digest') =>
    client.users.updatePreferences({ body: { notifications: { email } } })
  mails.length = 0
  await remind('apples', MINUTE)
  await pass(MINUTE)
  whileSending(async () => {
    await arrive(owner_id, 'berries')
    await choose('single')
    await arrive(owner_id, 'cherries')
    await choose('digest')
    await arrive(owner_id, 'damsons')
  })
  await pass(24 * 60 * MINUTE)
  await pass(24 * 60 * MINUTE)
  await pass(24 * 60 * MINUTE)
  const sent = mails.map(each => titlesIn(each).join(' ')).sort()
  assert.deepEqual(sent, ['apples', 'berries damsons', 'cherries'])
})

it('sends by one mail what arrives after the server that sent the digest has crashed', async () => {
  const { client, remind } = await person({ email: 'digest', digest_time: '08:00' })
  const { id: owner_id } = await client.users.me()
  mails.length = 0
  await remind('apples', MINUTE)
  await pass(MINUTE)
  await client.users.updatePreferences({ body: { notifications: { email: 'single' } } })
  server.clock.advance(24 * 60 * MINUTE)
  const now = server.clock.now()
  const crashed = { now, most: 10, until: now + MINUTE, claim: randomUUID() }
  await server.storage.write([], tx => jobStore(tx).claim(DIGEST_JOB, crashed))
  await arrive(owner_id, 'berries')
  await pass(0)
  assert.deepEqual(mails.map(titlesIn), [['berries']])
  await pass(MINUTE)
  await pass(24 * 60 * MINUTE)
  assert.deepEqual(mails.slice(1).map(titlesIn), [['apples']])
})

it('sends a notification again after a snooze, whichever mail it was in before', async () => {
  const { client, remind } = await person({ email: 'digest', digest_time: '08:00' })
  const { id: owner_id } = await client.users.me()
  const choose = (email: 'single' | 'digest') =>
    client.users.updatePreferences({ body: { notifications: { email } } })
  const snooze = async (title: string) => {
    const found = (await client.notifications.list()).find(each => each.title === title)
    await client.notifications.snooze({ params: { notification_id: found?.id ?? '' }, body: { minutes: 1 } })
  }
  mails.length = 0
  await remind('apples', MINUTE)
  await pass(MINUTE)
  await choose('single')
  await arrive(owner_id, 'berries')
  await pass(0)
  await snooze('berries')
  await choose('digest')
  await pass(MINUTE)
  await pass(24 * 60 * MINUTE)
  assert.deepEqual(mails.map(titlesIn), [['berries'], ['apples', 'berries']])
})

it('sends a mail after a snooze of hours, also if the app channel is off', async () => {
  const { client, remind } = await person({ email: 'single', kinds: { reminder: { app: false } } })
  mails.length = 0
  await remind('apples', MINUTE)
  await pass(MINUTE)
  const [first] = await client.notifications.list()
  const params = { notification_id: first?.id ?? '' }
  await client.notifications.snooze({ params, body: { minutes: 120 } })
  await pass(120 * MINUTE)
  assert.deepEqual(mails.map(titlesIn), [['apples'], ['apples']])
})

it('sends nothing to a disabled person, who finds it in the list when enabled again', async () => {
  for (const email of ['single', 'digest']) {
    const { client, remind } = await person({ email })
    await client.notifications.subscribe({ body: subscription() })
    const { id } = await client.users.me()
    const setDisabled = (at: number | null) =>
      server.storage.write([id], tx => userStore(tx).setDisabled(id, at))
    mails.length = 0
    pushes = 0
    await remind('apples', MINUTE)
    await setDisabled(server.clock.now())
    await pass(MINUTE)
    await pass(24 * 60 * MINUTE)
    assert.deepEqual([pushes, mails.length], [0, 0])
    await setDisabled(null)
    await remind('berries', MINUTE)
    await pass(MINUTE)
    await pass(24 * 60 * MINUTE)
    assert.deepEqual([pushes, mails.map(titlesIn)], [1, [['berries']]])
    assert.equal((await client.notifications.list()).length, 2)
  }
})

it('sends no mails to an address that is not verified, and a test says so', async () => {
  const { client, remind } = await person({ email: 'single' }, false)
  mails.length = 0
  await remind('private', MINUTE)
  await pass(MINUTE)
  assert.deepEqual(mails, [])
  const { delivered, detail } = await client.notifications.test({ body: { channel: 'email' } })
  assert.equal(delivered, false)
  assert.match(detail ?? '', /not verified/)
})

it('says what went wrong with a test of each channel', async () => {
  const { client } = await person({})
  const test = (channel: 'app' | 'push' | 'email') => client.notifications.test({ body: { channel } })
  assert.deepEqual(await test('app'), { delivered: true, detail: null })
  assert.equal((await client.notifications.list())[0]?.kind, 'test')
  assert.match((await test('push')).detail ?? '', /None of your devices/)
  await client.notifications.subscribe({ body: subscription() })
  assert.deepEqual(await test('push'), { delivered: true, detail: null })
  answer = 403
  assert.match((await test('push')).detail ?? '', /answered 403/)
  answer = 201
  mails.length = 0
  assert.deepEqual(await test('email'), { delivered: true, detail: null })
  assert.match(mails[0] ?? '', /\r\n\r\nTest notification\r\nNotifications from Daymark arrive here\.\r\n/)
})
