// Conformance tests: reminders, notifications and the devices that receive push messages.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newPerson, type Person } from './person.ts'
import { openTarget, type Target } from './target.ts'

interface Notification {
  id: string
  kind: string
  read: boolean
  late: boolean
  snoozed_until: string | null
}

describe('reminders and notifications', () => {
  let target: Target
  let ann: Person
  let group: string
  before(async () => {
    target = await openTarget()
    ann = await newPerson(target, 'reminded-person')
    group = await ann.group()
  })
  after(() => target.stop())

  const todo = (body: object) =>
    ann.send<{ id: string; reminders: object[] }>('/v1/todos', 'POST', {
      title: 'x',
      tag_group_id: group,
      ...body,
    })
  const list = () => ann.send<Notification[]>('/v1/notifications')

  it('todos and schedules take at most 10 reminders of two forms', async () => {
    const reminders = [{ minutes_before: 10 }, { at_time: '09:00', days_before: 1 }]
    assert.deepEqual((await todo({ reminders })).body.reminders, reminders)
    const times = { start_time: '2027-01-01T10:00:00Z', end_time: '2027-01-01T11:00:00Z' }
    const entry = await ann.send<{ reminders: object[] }>('/v1/schedules', 'POST', {
      title: 'x',
      ...times,
      reminders,
    })
    assert.deepEqual(entry.body.reminders, reminders)
    const wrong = [
      Array(11).fill({ minutes_before: 1 }),
      [{ minutes_before: -1 }],
      [{ at_time: '9:00', days_before: 1 }],
      [{ minutes_before: 1, days_before: 1 }],
      [{}],
    ]
    for (const each of wrong)
      assert.equal((await todo({ reminders: each })).status, 422, JSON.stringify(each))
  })

  it('default_reminders apply when the field is omitted', async () => {
    const set = (default_reminders: object[] | null) =>
      ann.send('/v1/users/me/preferences', 'PATCH', { default_reminders })
    await set([{ minutes_before: 5 }])
    assert.deepEqual((await todo({})).body.reminders, [{ minutes_before: 5 }])
    assert.deepEqual((await todo({ reminders: [] })).body.reminders, [])
    await set(null)
    assert.deepEqual((await todo({})).body.reminders, [])
  })

  it('an occurrence inherits the reminders of its series, and an override may change them', async () => {
    const times = { start_time: '2027-02-01T10:00:00Z', end_time: '2027-02-01T11:00:00Z' }
    const reminders = [{ minutes_before: 15 }]
    const series = await ann.add('/v1/schedules', {
      title: 'x',
      ...times,
      recurrence_rule: 'FREQ=DAILY',
      reminders,
    })
    const at = (day: string) => `/v1/schedules/${series.id}?instance_start=2027-02-${day}T10:00:00Z`
    assert.deepEqual((await ann.send(at('02'))).body['reminders'], reminders)
    await ann.send(`${at('02')}&apply_to=this`, 'PATCH', { reminders: [] })
    assert.deepEqual((await ann.send(at('02'))).body['reminders'], [])
    assert.deepEqual((await ann.send(at('03'))).body['reminders'], reminders)
  })

  it('GET /v1/notifications is a bare array with X-Unread-Count; PATCH, read_all and snooze change it', async () => {
    const test = await ann.send<{ delivered: boolean }>('/v1/notifications/test', 'POST', { channel: 'app' })
    assert.deepEqual([test.status, test.body.delivered], [200, true])
    const first = await list()
    assert.ok(Array.isArray(first.body))
    const unread = first.body.filter(({ read }) => !read).length
    assert.equal(Number(first.headers.get('x-unread-count')), unread)
    const [newest] = first.body
    assert.deepEqual([newest?.kind, newest?.read, newest?.late], ['test', false, false])
    const path = `/v1/notifications/${newest?.id}`
    assert.equal((await ann.send<Notification>(path, 'PATCH', { read: true })).body.read, true)
    assert.equal((await ann.send<Notification>(path, 'PATCH', { read: false })).body.read, false)
    const snoozed = await ann.send<Notification>(`${path}/snooze`, 'POST', { minutes: 30 })
    assert.notEqual(snoozed.body.snoozed_until, null)
    assert.equal((await ann.send('/v1/notifications/read_all', 'POST')).status, 200)
    assert.equal((await list()).headers.get('x-unread-count'), '0')
    const stranger = await newPerson(target, 'other-person')
    assert.equal((await stranger.send(path, 'PATCH', { read: true })).status, 404)
    assert.deepEqual((await stranger.send<Notification[]>('/v1/notifications')).body, [])
  })

  it('Web Push has a key, and subscriptions per device', async () => {
    const { key } = (await ann.send<{ key: string }>('/v1/push/key')).body
    assert.equal(Buffer.from(key, 'base64url').length, 65)
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const endpoint = 'https://push.example.net/send/1'
    const device = await ann.add<{ id: string }>('/v1/push/subscriptions', { endpoint, keys })
    const again = await ann.add<{ id: string }>('/v1/push/subscriptions', { endpoint, keys })
    const listed = await ann.send<{ id: string }[]>('/v1/push/subscriptions')
    assert.deepEqual(
      listed.body.map(({ id }) => id),
      [again.id],
    )
    assert.notEqual(device.id, again.id)
    const inside = { endpoint: 'https://127.0.0.1/send', keys }
    assert.equal((await ann.send('/v1/push/subscriptions', 'POST', inside)).status, 422)
    const bad = { endpoint, keys: { ...keys, auth: 'x' } }
    assert.equal((await ann.send('/v1/push/subscriptions', 'POST', bad)).status, 422)
    assert.equal((await ann.send(`/v1/push/subscriptions/${again.id}`, 'DELETE')).status, 200)
    assert.equal((await ann.send(`/v1/push/subscriptions/${again.id}`, 'DELETE')).status, 404)
  })

  it('a channel test says what went wrong, and e-mail is off until it is switched on', async () => {
    const push = await ann.send<{ delivered: boolean; detail: string }>('/v1/notifications/test', 'POST', {
      channel: 'push',
    })
    assert.equal(push.body.delivered, false)
    assert.match(push.body.detail, /\w/)
    const wrong = await ann.send('/v1/notifications/test', 'POST', { channel: 'pigeon' })
    assert.equal(wrong.status, 422)
    const { notifications } = (await ann.send<{ notifications: unknown }>('/v1/users/me/preferences')).body
    assert.equal(notifications, null)
  })
})
