// Also covers focus runs, which send notifications.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Device } from './device.ts'
import { befriend, newPerson, type Person } from './person.ts'
import { type Fields, openTarget, type Target } from './target.ts'

interface Notification {
  id: string
  kind: string
  event: string
  title: string
  due_at: string
  read: boolean
  late: boolean
  snoozed_until: string | null
}

interface Run extends Fields {
  status: string
  phase: string | null
  phase_index: number
  timer_id: string | null
  timer_ids: string[]
}

interface Measured {
  id: string
  status: string
  todo_id: string | null
  segments: { start: string; end: string }[]
}

/** The time from a request until its reminder is due, long enough for the request on a busy machine. */
const LEAD_MS = 5_000

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
  const focus = (action = '', method = 'POST', body?: object) =>
    ann.send<Run>(`/v1/focus${action}`, method, body)
  /** Opens a device with a live socket. `changed` waits for a matching change on it. */
  async function live({ token }: Person) {
    const device = new Device(target, { token, path: '/v1/ws' })
    await device.next('synced')
    const changed = async <T>(kind: string, holds: (resource: T) => boolean): Promise<T> => {
      const isMeant = ({ type, payload }: { type: string; payload: Fields }) =>
        type === 'change' && payload['kind'] === kind && holds(payload['resource'] as T)
      return (await device.until(isMeant)).payload['resource'] as T
    }
    return { device, changed }
  }

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

  it('a reminder is sent when it is due, live to all devices, and is the newest of the list', async () => {
    const [first, second] = [await live(ann), await live(ann)]
    const deadline = new Date(Date.now() + LEAD_MS).toISOString()
    await todo({ title: 'due', deadline, reminders: [{ minutes_before: 0 }] })
    const isDue = ({ title }: Notification) => title === 'due'
    const [shown, same] = await Promise.all([
      first.changed('notification', isDue),
      second.changed('notification', isDue),
    ])
    assert.deepEqual(
      [shown.kind, shown.event, Date.parse(shown.due_at)],
      ['reminder', 'todo_due', Date.parse(deadline)],
    )
    assert.equal(same.id, shown.id)
    assert.equal((await list()).body[0]?.id, shown.id)
    await Promise.all([first.device.close(), second.device.close()])
  })

  it('meetings: a poll that needs an answer, and its confirmation; an answered poll is read', async () => {
    const bob = await newPerson(target, 'asked-person')
    await befriend(ann, bob)
    const { device, changed } = await live(bob)
    const meeting = await ann.add('/v1/meetings', {
      title: 'Sync',
      start_date: '2027-03-01',
      end_date: '2027-03-05',
      available_days: [0, 1, 2, 3, 4],
      start_time: '09:00:00',
      end_time: '17:00:00',
      visibility: { level: 'selected', allowed_user_ids: [bob.id] },
    })
    await changed<Notification>('notification', ({ event, read }) => event === 'meeting_poll' && !read)
    await bob.add(`/v1/meetings/${meeting.id}/participate`, { display_name: 'Bob' })
    await changed<Notification>('notification', ({ event, read }) => event === 'meeting_poll' && read)
    const slot = { slot_date: '2027-03-01', start_time: '09:00:00', end_time: '10:00:00' }
    assert.ok((await ann.send(`/v1/meetings/${meeting.id}/confirm`, 'POST', slot)).status < 300)
    await changed<Notification>('notification', ({ event }) => event === 'meeting_confirmed')
    await device.close()
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
    const kept = await ann.send<Notification>(path, 'PATCH', {})
    assert.deepEqual([kept.status, kept.body.read], [200, false])
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

  it('quiet hours, switches per kind and channel, and the limits of forgotten timers are preferences', async () => {
    const set = (notifications: object) => ann.send('/v1/users/me/preferences', 'PATCH', { notifications })
    const wanted = {
      quiet_hours: { start: '22:00', end: '07:00' },
      kinds: { focus: { push: false }, timer: { email: false } },
      timer_factor: 3,
      timer_silent_minutes: 30,
      hide_titles: true,
    }
    assert.deepEqual((await set(wanted)).body['notifications'], wanted)
    const wrong = [
      { quiet_hours: { start: '22:00' } },
      { kinds: { pigeon: {} } },
      { kinds: { focus: { pigeon: true } } },
      { timer_factor: 0 },
      { unknown: true },
    ]
    for (const each of wrong) assert.equal((await set(each)).status, 422, JSON.stringify(each))
  })

  it('focus: 404 without a run, 409 while one runs, pause, resume, skip and stop', async () => {
    for (const action of ['/pause', '/resume', '/skip', '/stop'])
      assert.equal((await focus(action)).status, 404)
    assert.equal((await focus('', 'GET')).status, 404)
    for (const wrong of [{ preset: 'nap' }, { work_minutes: 0 }, { rounds: 0 }])
      assert.equal((await focus('', 'POST', wrong)).status, 422, JSON.stringify(wrong))
    const started = await focus()
    assert.equal(started.status, 201)
    const { preset, work_minutes, break_minutes, long_break_minutes, rounds } = started.body
    assert.deepEqual(
      [preset, work_minutes, break_minutes, long_break_minutes, rounds],
      ['pomodoro', 25, 5, 15, 4],
    )
    assert.equal((await focus('', 'POST', {})).status, 409)
    assert.equal((await focus('/pause')).body.status, 'paused')
    assert.equal((await focus('/pause')).status, 409)
    assert.equal((await focus('/resume')).body.status, 'running')
    assert.equal((await focus('/resume')).status, 409)
    assert.equal((await focus('/skip?phase_index=0')).body.phase, 'short_break')
    assert.equal((await focus('/skip?phase_index=0')).status, 409)
    assert.equal((await focus('/stop')).body.status, 'ended')
    assert.equal((await focus('', 'GET')).status, 404)
  })

  it('focus: a work phase is a linked timer, a break is none, and all devices learn of each phase', async () => {
    const [first, second] = [await live(ann), await live(ann)]
    const { id: todo_id } = (await todo({ title: 'focus' })).body
    const run = (await focus('', 'POST', { todo_id, work_minutes: 10, rounds: 2 })).body
    const timer = async () => (await ann.send<Measured>(`/v1/timers/${run.timer_ids[0]}`)).body
    assert.deepEqual([(await timer()).status, (await timer()).todo_id], ['RUNNING', todo_id])
    await focus('/pause')
    assert.equal((await timer()).status, 'PAUSED')
    await focus('/resume')
    const { timer_id } = (await focus('/skip')).body
    assert.deepEqual([timer_id, (await timer()).status], [null, 'COMPLETED'])
    for (const { changed } of [first, second]) {
      await changed<Run>('focus', ({ phase }) => phase === 'short_break')
      await changed<Notification>('notification', ({ event }) => event === 'focus_short_break')
    }
    const next = (await focus('/skip')).body
    assert.deepEqual([next.phase, next.timer_ids.length], ['work', 2])
    await focus('/stop')
    await Promise.all([first.device.close(), second.device.close()])
  })

  it('focus: splitting the timer keeps the total and the run', async () => {
    const run = (await focus()).body
    const { device } = await live(ann)
    await focus('/pause')
    const whole = (await ann.send<Measured>(`/v1/timers/${run.timer_id}`)).body
    const total = (timers: Measured[]) =>
      timers
        .flatMap(({ segments }) => segments)
        .reduce((sum, { start, end }) => sum + Date.parse(end) - Date.parse(start), 0)
    const [segment] = whole.segments
    const [start, end] = [Date.parse(segment?.start ?? ''), Date.parse(segment?.end ?? '')]
    const at = new Date(Math.floor((start + end) / 2)).toISOString()
    const { status, body } = await ann.send<Measured[]>(`/v1/timers/${run.timer_id}/split`, 'POST', { at })
    assert.equal(status, 200)
    assert.equal(total(body), total([whole]))
    assert.equal((await focus('/resume')).body.timer_id, body[1]?.id)
    await focus('/stop')
    await device.close()
  })
})
