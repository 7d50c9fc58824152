import assert from 'node:assert/strict'
import { createECDH, randomBytes } from 'node:crypto'
import { after, before, it } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { befriend, lastingClient, newPerson as newcomer, type Person } from '../../../test/support/people.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage, onceFor } from '../../../test/support/storages.ts'
import { jobStore } from '../../platform/jobs/store.ts'
import { newId } from '../../platform/kernel/ids.ts'
import { notifyAll } from './channels/dispatch.ts'
import { currentOnes } from './current.ts'
import type { NewNotification } from './notification.ts'
import { notificationStore } from './store.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

forEachStorage('reminders and notifications', (open, name) => {
  const itOnce = onceFor(name)
  let server: TestApp
  before(async () => {
    server = await startTestApp(await open())
    server.clock.freeze()
  })
  after(() => server.close())

  const isoIn = (ms: number) => new Date(server.clock.now() + ms).toISOString()
  async function pass(ms: number): Promise<void> {
    server.clock.advance(ms)
    await server.app.jobs.drain()
  }
  /** Uses a token that stays valid while tests advance the clock by days. */
  async function newPerson(name: string): Promise<Person> {
    const found = await newcomer(server, name)
    return { ...found, client: await lastingClient(server, found) }
  }
  async function person() {
    const ann = await newPerson('ann')
    const group = await ann.client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    const todo = (body: object) =>
      ann.client.todos.create({ body: { title: 'Call Bob', tag_group_id: group.id, ...body } })
    const titles = async () =>
      (await ann.client.notifications.list()).map(({ title, late, silent, read }) => ({
        title,
        late,
        silent,
        read,
      }))
    return { ...ann, todo, titles }
  }
  const sent = (title: string, more: object = {}) => ({
    title,
    late: false,
    silent: false,
    read: false,
    ...more,
  })

  it('sends each reminder of a todo once, when it is due', async () => {
    const { client, todo, titles } = await person()
    const created = await todo({
      deadline: isoIn(2 * HOUR),
      reminders: [{ minutes_before: 60 }, { minutes_before: 30 }],
    })
    assert.deepEqual(created.reminders, [{ minutes_before: 60 }, { minutes_before: 30 }])
    assert.deepEqual(created.schedules[0]?.reminders, [])
    await pass(HOUR - MINUTE)
    assert.deepEqual(await titles(), [])
    await pass(MINUTE)
    assert.deepEqual(await titles(), [sent('Call Bob')])
    const [first] = await client.notifications.list()
    assert.deepEqual(
      [first?.kind, first?.event, first?.resource_kind, first?.resource_id, first?.at],
      ['reminder', 'todo_due', 'todo', created.id, created.deadline],
    )
    await pass(30 * MINUTE)
    await pass(30 * MINUTE)
    assert.equal((await titles()).length, 2)
  })

  it('follows changes of the item in the same transaction: moved, completed, deleted and restored', async () => {
    const { client, todo, titles } = await person()
    const reminders = [{ minutes_before: 10 }]
    const [moved, done, deleted] = await Promise.all(
      ['moved', 'done', 'deleted'].map(title => todo({ title, deadline: isoIn(HOUR), reminders })),
    )
    const at = (item: { id: string } | undefined) => ({ todo_id: item?.id ?? '' })
    await client.todos.update({ params: at(moved), body: { deadline: isoIn(3 * HOUR) } })
    await client.todos.update({ params: at(done), body: { status: 'DONE' } })
    await client.todos.remove({ params: at(deleted) })
    await pass(HOUR)
    assert.deepEqual(await titles(), [])
    const [trashed] = await client.history.trash()
    await client.history.restore({ params: { batch_id: trashed?.batch_id ?? '' } })
    assert.deepEqual((await client.todos.get({ params: at(deleted) })) && (await titles()), [])
    await client.todos.update({ params: at(deleted), body: { deadline: isoIn(30 * MINUTE) } })
    await pass(20 * MINUTE)
    assert.deepEqual(await titles(), [sent('deleted')])
    await pass(90 * MINUTE)
    assert.deepEqual(await titles(), [sent('moved'), sent('deleted')])
  })

  itOnce('uses the default reminders only if the request names none', async () => {
    const { client, todo } = await person()
    await client.users.updatePreferences({ body: { default_reminders: [{ minutes_before: 5 }] } })
    assert.deepEqual((await todo({})).reminders, [{ minutes_before: 5 }])
    assert.deepEqual((await todo({ reminders: [] })).reminders, [])
    assert.deepEqual((await todo({ reminders: null })).reminders, [])
    const times = { start_time: isoIn(HOUR), end_time: isoIn(2 * HOUR) }
    const entry = await client.schedules.create({ body: { title: 'Gym', ...times } })
    assert.deepEqual(entry.reminders, [{ minutes_before: 5 }])
    await rejectsWith(todo({ reminders: Array(11).fill({ minutes_before: 1 }) }), 422)
  })

  it('reminds of every occurrence of a series, and an occurrence may have its own reminders', async () => {
    const { client, titles } = await person()
    const start = new Date(server.clock.now() + HOUR)
    const series = await client.schedules.create({
      body: {
        title: 'Standup',
        start_time: start.toISOString(),
        end_time: new Date(start.getTime() + HOUR).toISOString(),
        recurrence_rule: 'FREQ=DAILY;COUNT=3',
        reminders: [{ minutes_before: 10 }],
      },
    })
    const second = new Date(start.getTime() + 24 * HOUR).toISOString()
    const changed = await client.schedules.update({
      params: { schedule_id: series.id },
      query: { instance_start: second, apply_to: 'this' },
      body: { reminders: [] },
    })
    assert.deepEqual(changed.reminders, [])
    for (const count of [1, 1, 2, 2]) {
      await pass(50 * MINUTE)
      assert.equal((await titles()).length, count)
      await pass(24 * HOUR - 50 * MINUTE)
    }
    assert.ok((await titles()).every(({ late }) => !late))
  })

  it('catches up after a stop: late within an hour, only in the list after that', async () => {
    const { todo, titles } = await person()
    await todo({ title: 'early', deadline: isoIn(HOUR), reminders: [{ minutes_before: 0 }] })
    await todo({ title: 'recent', deadline: isoIn(2.5 * HOUR), reminders: [{ minutes_before: 0 }] })
    await pass(3 * HOUR)
    const found = await titles()
    assert.deepEqual(
      found.toSorted((a, b) => (a.title < b.title ? -1 : 1)),
      [sent('early', { late: true, silent: true }), sent('recent', { late: true })],
    )
  })

  it('keeps a due reminder that was not sent yet when its item changes', async () => {
    const { client, todo, titles } = await person()
    const { id } = await todo({ deadline: isoIn(HOUR), reminders: [{ minutes_before: 30 }] })
    server.clock.advance(45 * MINUTE)
    await client.todos.update({ params: { todo_id: id }, body: { deadline: isoIn(20 * MINUTE) } })
    await server.app.jobs.drain()
    assert.deepEqual(await titles(), [sent('Call Bob', { late: true })])
  })

  it('sends a reminder after a failed attempt, as late as it is', async () => {
    const { todo, titles } = await person()
    const { id } = await todo({ deadline: isoIn(HOUR), reminders: [{ minutes_before: 0 }] })
    const { deadline } = await server.storage.write([], async tx => {
      const where = tx.sql.updateTable('jobs').where('key', '=', `todo:${id}`)
      await where.set({ claim: 'x', attempts: 1 }).execute()
      const job = await tx.sql
        .selectFrom('jobs')
        .selectAll()
        .where('key', '=', `todo:${id}`)
        .executeTakeFirstOrThrow()
      const nextAttempt = job.run_at + 5 * MINUTE
      await jobStore(tx).retry({ ...job, claim: 'x' }, nextAttempt, 'failed')
      return { deadline: job.run_at }
    })
    await pass(deadline - server.clock.now() + 4 * MINUTE)
    assert.deepEqual(await titles(), [])
    await pass(MINUTE)
    assert.deepEqual(await titles(), [sent('Call Bob', { late: true })])
  })

  it('moves reminders at a time of day when the zone of the owner changes', async () => {
    const { client, todo } = await person()
    await todo({ deadline: '2027-06-10', reminders: [{ at_time: '09:00', days_before: 0 }] })
    const runAt = async () => {
      const rows = await server.storage.read(db =>
        db.sql
          .selectFrom('jobs')
          .select('run_at')
          .where('kind', '=', 'reminder')
          .orderBy('run_at', 'desc')
          .execute(),
      )
      return new Date(rows[0]?.run_at ?? 0).toISOString()
    }
    assert.equal(await runAt(), '2027-06-10T09:00:00.000Z')
    await client.users.updatePreferences({ body: { timezone: 'Asia/Seoul' } })
    assert.equal(await runAt(), '2027-06-10T00:00:00.000Z')
    const series = await client.schedules.create({
      body: {
        title: 'Rent',
        start_time: '2028-06-10T12:00:00Z',
        end_time: '2028-06-10T13:00:00Z',
        recurrence_rule: 'FREQ=DAILY;COUNT=2',
      },
    })
    await client.schedules.update({
      params: { schedule_id: series.id },
      query: { instance_start: '2028-06-11T12:00:00Z', apply_to: 'this' },
      body: { reminders: [{ at_time: '09:00', days_before: 0 }] },
    })
    assert.equal(await runAt(), '2028-06-11T00:00:00.000Z')
    await client.users.updatePreferences({ body: { timezone: 'UTC' } })
    assert.equal(await runAt(), '2028-06-11T09:00:00.000Z')
  })

  it('lists a reminder that a new zone of the owner moves into the past, once', async () => {
    const { client, todo, titles } = await person()
    const { timezone } = await client.users.updatePreferences({ body: { timezone: 'America/New_York' } })
    assert.equal(timezone, 'America/New_York')
    const now = server.clock.now()
    // 13:00 UTC is 08:00 or 09:00 in New York and 22:00 in Seoul.
    server.clock.advance(Math.ceil(now / (24 * HOUR)) * 24 * HOUR + 13 * HOUR - now)
    const today = isoIn(0).slice(0, 10)
    await todo({ deadline: today, reminders: [{ at_time: '11:00', days_before: 0 }] })
    await todo({ title: 'Timed', deadline: isoIn(-HOUR), reminders: [{ minutes_before: 0 }] })
    await todo({ title: 'Later', deadline: today, reminders: [{ at_time: '23:00', days_before: 0 }] })
    await client.users.updatePreferences({ body: { timezone: 'Asia/Seoul' } })
    await pass(0)
    assert.deepEqual(await titles(), [sent('Call Bob', { late: true, silent: true })])
    await pass(HOUR)
    await pass(24 * HOUR)
    assert.deepEqual(
      (await titles()).map(({ title }) => title),
      ['Later', 'Call Bob'],
    )
  })

  it('lists pages with the unread count, marks as read, and snoozes', async () => {
    const { client, todo, id } = await person()
    for (const title of ['a', 'b', 'c'])
      await todo({ title, deadline: isoIn(HOUR), reminders: [{ minutes_before: 0 }] })
    await pass(HOUR)
    const token = await server.issuer.token({ sub: id }, { now: server.clock.now() })
    const answer = await server.fetch('/v1/notifications?limit=2', {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(answer.headers.get('x-unread-count'), '3')
    assert.match(answer.headers.get('link') ?? '', /cursor=/)
    const [first] = await client.notifications.list()
    const params = { notification_id: first?.id ?? '' }
    assert.equal((await client.notifications.update({ params, body: { read: true } })).read, true)
    assert.equal((await client.notifications.list({ query: { unread: true } })).length, 2)
    const snoozed = await client.notifications.snooze({ params, body: { minutes: 10 } })
    assert.deepEqual([snoozed.read, snoozed.snoozed_until !== null], [true, true])
    await pass(10 * MINUTE)
    const [again] = await client.notifications.list()
    assert.deepEqual([again?.id, again?.read, again?.snoozed_until], [first?.id, false, null])
    await client.notifications.snooze({ params, body: { minutes: 10 } })
    await client.todos.update({ params: { todo_id: first?.resource_id ?? '' }, body: { status: 'DONE' } })
    await client.notifications.readAll()
    await pass(10 * MINUTE)
    assert.deepEqual(await client.notifications.list({ query: { unread: true } }), [])
    const bob = await newPerson('bob')
    await rejectsWith(bob.client.notifications.update({ params, body: { read: false } }), 404)
  })

  it('only lists a snoozed notification when it comes back if the app channel is off by then', async () => {
    const { client, todo } = await person()
    await todo({ title: 'a', deadline: isoIn(HOUR), reminders: [{ minutes_before: 0 }] })
    await pass(HOUR)
    const [first] = await client.notifications.list()
    const snooze = () =>
      client.notifications.snooze({ params: { notification_id: first?.id ?? '' }, body: { minutes: 10 } })
    const again = async () => {
      await snooze()
      await pass(10 * MINUTE)
      return (await client.notifications.list()).map(({ read, silent }) => ({ read, silent }))
    }
    await client.users.updatePreferences({ body: { notifications: { kinds: { reminder: { app: false } } } } })
    assert.deepEqual(await again(), [{ read: false, silent: true }])
    await client.users.updatePreferences({ body: { notifications: { kinds: { reminder: { app: true } } } } })
    assert.deepEqual(await again(), [{ read: false, silent: false }])
  })

  it('drops the snooze of an occurrence that was deleted or completed', async () => {
    const { client } = await person()
    const [start_time, end_time] = [isoIn(HOUR), isoIn(2 * HOUR)]
    const series = async (title: string) =>
      client.schedules.create({
        body: {
          title,
          start_time,
          end_time,
          recurrence_rule: 'FREQ=WEEKLY;COUNT=2',
          reminders: [{ minutes_before: 0 }],
        },
      })
    const [deleted, done] = [await series('deleted'), await series('done')]
    await series('kept')
    await pass(HOUR)
    for (const { id } of await client.notifications.list())
      await client.notifications.snooze({ params: { notification_id: id }, body: { minutes: 10 } })
    const query = { instance_start: start_time, apply_to: 'this' as const }
    await client.schedules.remove({ params: { schedule_id: deleted.id }, query })
    await client.schedules.update({ params: { schedule_id: done.id }, query, body: { state: 'COMPLETED' } })
    await pass(10 * MINUTE)
    const list = await client.notifications.list()
    assert.deepEqual(list.map(({ title, read, snoozed_until }) => [title, read, snoozed_until]).sort(), [
      ['deleted', true, null],
      ['done', true, null],
      ['kept', false, null],
    ])
  })

  it('knows which of many notifications are outdated', async () => {
    const { client, id: owner_id, todo } = await person()
    const times = { start_time: isoIn(HOUR), end_time: isoIn(2 * HOUR) }
    const at = Date.parse(times.start_time)
    const entry = (more: object = {}) => client.schedules.create({ body: { title: 'x', ...times, ...more } })
    const series = await entry({ recurrence_rule: 'FREQ=DAILY;COUNT=3' })
    const query = { instance_start: times.start_time, apply_to: 'this' as const }
    await client.schedules.remove({ params: { schedule_id: series.id }, query })
    const run = await client.focus.start({ body: { preset: 'flowtime', title: 'Write', work_minutes: 30 } })
    const date = isoIn(72 * HOUR).slice(0, 10)
    const poll = { start_date: date, end_date: date, start_time: '09:00', end_time: '17:00', timezone: 'UTC' }
    const meeting = await client.meetings.create({
      body: { title: 'Sync', available_days: [0, 1, 2, 3, 4, 5, 6], ...poll },
    })
    type About = Pick<NewNotification, 'title' | 'resource_kind' | 'resource_id'> &
      Partial<Pick<NewNotification, 'instance_start'>>
    const about: About[] = [
      { title: 'no resource', resource_kind: null, resource_id: null },
      { title: 'open todo', resource_kind: 'todo', resource_id: (await todo({})).id },
      { title: 'OLD done todo', resource_kind: 'todo', resource_id: (await todo({ status: 'DONE' })).id },
      { title: 'entry', resource_kind: 'schedule', resource_id: (await entry()).id },
      {
        title: 'OLD done entry',
        resource_kind: 'schedule',
        resource_id: (await entry({ state: 'COMPLETED' })).id,
      },
      { title: 'OLD occurrence', resource_kind: 'schedule', resource_id: series.id, instance_start: at },
      {
        title: 'next occurrence',
        resource_kind: 'schedule',
        resource_id: series.id,
        instance_start: at + 24 * HOUR,
      },
      { title: 'running timer', resource_kind: 'timer', resource_id: run.timer_id },
      { title: 'focus run', resource_kind: 'focus', resource_id: newId() },
      { title: 'meeting', resource_kind: 'meeting', resource_id: meeting.id },
      ...(['todo', 'schedule', 'timer', 'meeting'] as const).map(resource_kind => ({
        title: `OLD deleted ${resource_kind}`,
        resource_kind,
        resource_id: newId(),
      })),
    ]
    const now = server.clock.now()
    const common = { owner_id, kind: 'reminder', event: 'todo_due', at: null, is_date: false } as const
    const given = about.map(each => ({ instance_start: null, ...each, ...common, due_at: now }))
    await server.storage.write([owner_id], tx => notifyAll(tx, given, now))
    const found = await server.storage.read(async db => {
      const all = await notificationStore(db).sentBetween(owner_id, 0, now, 100)
      return { all, current: await currentOnes(db, all) }
    })
    const titles = (list: readonly { title: string }[]) => list.map(({ title }) => title).sort()
    const kept = about.filter(({ title }) => !title.startsWith('OLD'))
    assert.equal(found.all.length, about.length)
    assert.deepEqual(titles(found.current), titles(kept))
    await client.focus.stop()
  })

  it('is a kind of the change log that is neither history nor undoable, and needs its scope', async () => {
    const { client, todo } = await person()
    await todo({ deadline: isoIn(HOUR), reminders: [{ minutes_before: 0 }] })
    const before = (await client.history.list()).length
    await pass(HOUR)
    const { changes } = await client.changes.list({ query: { kinds: ['notification'] } })
    const [shown] = await client.notifications.list()
    assert.deepEqual(
      changes.map(({ action, resource, via }) => ({ action, resource, via })),
      [{ action: 'created', resource: shown, via: 'system' }],
    )
    assert.equal((await client.history.list()).length, before)
    const { token } = await client.tokens.create({ body: { name: 't', scopes: ['todos:read'] } })
    const answer = await server.fetch('/v1/notifications', { headers: { authorization: `Bearer ${token}` } })
    assert.equal(answer.status, 403)
  })

  itOnce('refuses a push endpoint that is too long as an encoded URL, or in a private network', async () => {
    const { client } = await person()
    const keys = {
      p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    }
    const subscribe = (path: string, host = 'https://push.example.net') =>
      client.notifications.subscribe({ body: { endpoint: `${host}/${path}`, keys } })
    for (const path of ['가'.repeat(2000), '가'.repeat(200), 'a'.repeat(1000), './'.repeat(600)])
      await rejectsWith(subscribe(path), 422)
    assert.equal((await subscribe('가'.repeat(100))).endpoint_host, 'push.example.net')
    await rejectsWith(subscribe('', 'https://10.0.0.1'), 422, /^10\.0\.0\.1 is not on .*[^.]\.$/)
  })

  it('tells people about meetings: the poll, its confirmation, and the day before', async () => {
    const [ann, bob] = [await person(), await newPerson('bob')]
    await befriend(ann, bob)
    const day = (days: number) => isoIn(days * 24 * HOUR).slice(0, 10)
    const meeting = await ann.client.meetings.create({
      body: {
        title: 'Sync',
        start_date: day(3),
        end_date: day(5),
        available_days: [0, 1, 2, 3, 4, 5, 6],
        start_time: '09:00',
        end_time: '17:00',
        timezone: 'UTC',
        visibility: { level: 'selected', allowed_user_ids: [bob.id] },
      },
    })
    const { write } = server.storage
    const locked: (readonly string[])[] = []
    const watched: typeof write = (keys, work) => {
      locked.push(keys)
      return write(keys, work)
    }
    Object.assign(server.storage, { write: watched })
    await pass(0)
    Object.assign(server.storage, { write })
    assert.ok(
      locked.some(keys => keys.includes(bob.id)),
      'one after the other with other writes for the person, such as the digest',
    )
    const events = async (who: typeof bob) =>
      (await who.client.notifications.list()).map(({ event }) => event)
    assert.deepEqual([await events(bob), await events(ann)], [['meeting_poll'], []])
    await bob.client.meetings.participate({
      params: { meeting_id: meeting.id },
      body: { display_name: 'Bob' },
    })
    await pass(0)
    assert.deepEqual(await bob.client.notifications.list({ query: { unread: true } }), [], 'it is answered')
    await ann.client.meetings.confirm({
      params: { meeting_id: meeting.id },
      body: { slot_date: day(3), start_time: '10:00', end_time: '11:00' },
    })
    await pass(0)
    assert.deepEqual(await events(bob), ['meeting_confirmed', 'meeting_poll'])
    await pass(3 * 24 * HOUR)
    assert.deepEqual([(await events(bob))[0], await events(ann)], ['meeting_tomorrow', ['meeting_tomorrow']])
  })

  it('asks friends and people with a verified address to answer a poll, each once', async () => {
    // Ids of external issuers may contain colons.
    const [ann, bob] = [await person(), await newPerson('org:unit:bob')]
    await befriend(ann, bob)
    const selected = await newPerson('org:dora')
    await befriend(ann, selected)
    const id = `cleo-${crypto.randomUUID()}`
    const cleo = await server.as(id, { email: `${id}@people.example`, email_verified: true })
    await cleo.users.preferences()
    const day = isoIn(72 * HOUR).slice(0, 10)
    const body = pollOn(day)
    const meeting = await ann.client.meetings.create({ body: { ...body, visibility: { level: 'friends' } } })
    await ann.client.meetings.create({
      body: { ...body, visibility: { level: 'allowed_emails', allowed_emails: [`${id}@People.example`] } },
    })
    await ann.client.meetings.create({
      body: { ...body, visibility: { level: 'selected', allowed_user_ids: [selected.id] } },
    })
    await pass(0)
    const polls = async (client: typeof cleo) =>
      (await client.notifications.list()).filter(({ event }) => event === 'meeting_poll').length
    assert.deepEqual([await polls(bob.client), await polls(cleo), await polls(selected.client)], [1, 1, 2])
    const visibility = (level: 'private' | 'friends') =>
      ann.client.meetings.update({ params: { meeting_id: meeting.id }, body: { visibility: { level } } })
    await visibility('private')
    await visibility('friends')
    await pass(0)
    assert.equal(await polls(bob.client), 1)
  })

  it('reminds people who have not answered a poll, at most once a day', async () => {
    const [ann, bob, cem] = [await person(), await newPerson('bob'), await newPerson('cem')]
    await befriend(ann, bob)
    await befriend(ann, cem)
    const day = isoIn(6 * 24 * HOUR).slice(0, 10)
    const body = pollOn(day)
    const { id } = await ann.client.meetings.create({ body: { ...body, visibility: { level: 'friends' } } })
    const params = { meeting_id: id }
    const slot = { slot_date: day, start_time: '10:00', end_time: '11:00' }
    const reminders = async (who: typeof bob) =>
      (await who.client.notifications.list()).filter(({ event }) => event === 'meeting_reminder')
    const remind = async () => {
      const { reminded } = await ann.client.meetings.remind({ params })
      await pass(0)
      return reminded
    }
    await pass(HOUR)
    assert.equal(await remind(), 0, 'they were asked an hour ago')
    await rejectsWith(bob.client.meetings.remind({ params }), 403)
    const join = { params, body: { display_name: 'Somebody' } }
    const { id: participant_id } = await bob.client.meetings.participate(join)
    const other = await cem.client.meetings.participate(join)
    const answer = (who: typeof bob, participant: string) =>
      who.client.meetings.setAvailability({ params, query: { participant_id: participant }, body: [slot] })
    await answer(cem, other.id)
    await pass(24 * HOUR)
    assert.equal(await remind(), 1, 'Bob joined, but marked no times')
    assert.equal(await remind(), 0)
    assert.deepEqual([(await reminders(bob)).length, (await reminders(cem)).length], [1, 0])
    await answer(bob, participant_id)
    await pass(0)
    assert.deepEqual(await bob.client.notifications.list({ query: { unread: true } }), [], 'it is answered')
    await bob.client.meetings.leave({ params })
    // Advances to 23:59 UTC on the day before the poll's first day, regardless of when the test runs.
    await pass(Date.parse(`${day}T23:59:00Z`) - 24 * HOUR - server.clock.now())
    assert.deepEqual(
      [(await reminders(bob)).length, (await reminders(cem)).length, (await reminders(ann)).length],
      [2, 0, 0],
      'a day before the first time of the poll',
    )
    await ann.client.meetings.confirm({ params, body: slot })
    await rejectsWith(ann.client.meetings.remind({ params }), 409)
  })

  it('does not say how many people invited by address have an account', async () => {
    const ann = await person()
    const id = `dora-${crypto.randomUUID()}`
    const dora = () => server.as(id, { email: `${id}@people.example`, email_verified: true })
    await (await dora()).users.preferences()
    const day = isoIn(30 * 24 * HOUR).slice(0, 10)
    const { id: meeting_id } = await ann.client.meetings.create({
      body: {
        ...{ title: 'Sync', start_date: day, end_date: day, available_days: [0, 1, 2, 3, 4, 5, 6] },
        ...{ start_time: '09:00', end_time: '17:00' },
        visibility: { level: 'allowed_emails', allowed_emails: [`${id}@people.example`] },
      },
    })
    await pass(0)
    await pass(25 * HOUR)
    assert.deepEqual(await ann.client.meetings.remind({ params: { meeting_id } }), { reminded: 0 })
    await pass(0)
    const events = (await (await dora()).notifications.list()).map(({ event }) => event)
    assert.deepEqual(events, ['meeting_reminder', 'meeting_poll'])
  })

  it('reminds the day before a meeting that was moved', async () => {
    const ann = await person()
    const day = (days: number) => isoIn(days * 24 * HOUR).slice(0, 10)
    const meeting = await ann.client.meetings.create({
      body: {
        title: 'Sync',
        start_date: day(3),
        end_date: day(3),
        available_days: [0, 1, 2, 3, 4, 5, 6],
        start_time: '09:00',
        end_time: '17:00',
        timezone: 'UTC',
      },
    })
    const entry = await ann.client.meetings.confirm({
      params: { meeting_id: meeting.id },
      body: { slot_date: day(3), start_time: '10:00', end_time: '11:00' },
    })
    await ann.client.schedules.update({
      params: { schedule_id: entry.id },
      body: { start_time: `${day(10)}T10:00:00Z`, end_time: `${day(10)}T11:00:00Z` },
    })
    await pass(8 * 24 * HOUR)
    assert.deepEqual(await ann.titles(), [])
    await pass(40 * HOUR)
    assert.deepEqual(
      (await ann.titles()).map(({ title }) => title),
      ['Sync'],
    )
  })

  itOnce(
    'fills in a missing day or time of a reminder, names what is wrong, and lets an occurrence inherit again',
    async () => {
      const { client, todo } = await person()
      const created = await todo({ reminders: [{ days_before: 2 }, { at_time: '18:30' }] })
      assert.deepEqual(created.reminders, [
        { at_time: '09:00', days_before: 2 },
        { at_time: '18:30', days_before: 0 },
      ])
      const faultOf = (reminder: object) =>
        todo({ reminders: [reminder] }).then(
          () => '',
          (error: { errors?: { path: string; message: string }[] }) =>
            `${error.errors?.[0]?.path}: ${error.errors?.[0]?.message}`,
        )
      assert.match(await faultOf({}), /^reminders\.0: must have either minutes_before/)
      assert.match(await faultOf({ minutes_before: 5, at_time: '09:00' }), /^reminders\.0: must have either/)
      assert.match(await faultOf({ minutes_before: -1 }), /^reminders\.0\.minutes_before: must be >= 0/)
      assert.match(await faultOf({ at_time: '25:00' }), /^reminders\.0\.at_time: must be a time of day/)
      const start_time = isoIn(48 * HOUR)
      const series = await client.schedules.create({
        body: {
          title: 'Gym',
          start_time,
          end_time: isoIn(49 * HOUR),
          recurrence_rule: 'FREQ=DAILY;COUNT=3',
          reminders: [{ minutes_before: 10 }],
        },
      })
      const patch = (reminders: { minutes_before: number }[] | null) =>
        client.schedules.update({
          params: { schedule_id: series.id },
          query: { instance_start: start_time },
          body: { reminders },
        })
      assert.deepEqual((await patch([])).reminders, [])
      assert.deepEqual((await patch(null)).reminders, [{ minutes_before: 10 }])
    },
  )

  it('changes only the given notification settings', async () => {
    const { client } = await person()
    const save = (notifications: object) => client.users.updatePreferences({ body: { notifications } })
    await save({ kinds: { focus: { push: false } }, digest_time: '07:00' })
    await save({ kinds: { focus: { app: false }, webhook: { push: false } }, hide_titles: true })
    assert.deepEqual((await client.users.preferences()).notifications, {
      kinds: { focus: { push: false, app: false }, webhook: { push: false } },
      digest_time: '07:00',
      hide_titles: true,
    })
  })
})

const pollOn = (day: string) => ({
  title: 'Sync',
  start_date: day,
  end_date: day,
  available_days: [0, 1, 2, 3, 4, 5, 6],
  start_time: '09:00',
  end_time: '17:00',
  timezone: 'UTC',
})
