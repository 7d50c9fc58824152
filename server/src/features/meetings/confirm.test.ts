import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@daymark/client'
import ICAL from 'ical.js'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { PLANNING, slot } from '../../../test/support/meetings.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage } from '../../../test/support/storages.ts'

const BERLIN = { ...PLANNING, description: 'Bring ideas', timezone: 'Europe/Berlin' }
const MONDAY_TEN = slot('2026-03-02', '10:00', '11:30')

forEachStorage('confirming a meeting', open => {
  let server: TestApp
  let ann: Client
  let bob: Client

  before(async () => {
    server = await startTestApp(await open())
    ann = await server.as('ann')
    bob = await server.as('bob')
  })
  after(() => server.close())

  const meeting = async (fields: object = {}) => ({
    meeting_id: (await ann.meetings.create({ body: { ...BERLIN, ...fields } })).id,
  })
  const read = (params: { meeting_id: string }) => ann.meetings.get({ params })

  it("adds the time to the owner's calendar, with title and zone of the meeting", async () => {
    const params = await meeting({ visibility: { level: 'public' } })
    const schedule = await ann.meetings.confirm({ params, body: MONDAY_TEN })
    assert.deepEqual(
      [schedule.title, schedule.description, schedule.timezone, schedule.state],
      ['Planning', 'Bring ideas', 'Europe/Berlin', 'PLANNED'],
    )
    assert.deepEqual(
      [schedule.start_time, schedule.end_time],
      ['2026-03-02T09:00:00Z', '2026-03-02T10:30:00Z'],
    )
    assert.deepEqual([schedule.owner_id, schedule.visibility, schedule.tags], ['ann', null, []])
    assert.deepEqual(await ann.schedules.get({ params: { schedule_id: schedule.id } }), schedule)
    const query = { start_date: '2026-03-02', end_date: '2026-03-03' }
    assert.ok((await ann.schedules.list({ query })).some(({ id }) => id === schedule.id))
    const confirmed = await read(params)
    assert.equal(confirmed.confirmed_schedule_id, schedule.id)
    assert.deepEqual(confirmed.confirmed_slot, slot('2026-03-02', '10:00:00', '11:30:00'))
    const seen = await bob.meetings.get({ params })
    assert.deepEqual(seen.confirmed_slot, confirmed.confirmed_slot)
    await rejectsWith(bob.schedules.get({ params: { schedule_id: schedule.id } }), 403)
  })

  it('responds with 201 in the zone of the request', async () => {
    const { meeting_id } = await meeting()
    const token = await server.issuer.token({ sub: 'ann', name: 'ann' })
    const answer = await server.fetch(`/v1/meetings/${meeting_id}/confirm?timezone=Europe/Berlin`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(MONDAY_TEN),
    })
    assert.equal(answer.status, 201)
    const schedule = (await answer.json()) as { start_time: string }
    assert.equal(schedule.start_time, '2026-03-02T10:00:00+01:00')
  })

  it('happens once', async () => {
    const params = await meeting()
    await ann.meetings.confirm({ params, body: MONDAY_TEN })
    await rejectsWith(ann.meetings.confirm({ params, body: MONDAY_TEN }), 409, /already confirmed/)
  })

  it('is possible again after the schedule was deleted', async () => {
    const params = await meeting()
    const { id } = await ann.meetings.confirm({ params, body: MONDAY_TEN })
    await ann.schedules.remove({ params: { schedule_id: id } })
    const freed = await read(params)
    assert.deepEqual([freed.confirmed_schedule_id, freed.confirmed_slot], [null, null])
    const again = await ann.meetings.confirm({ params, body: slot('2026-03-04', '09:00', '10:00') })
    const settled = await read(params)
    assert.equal(settled.confirmed_schedule_id, again.id)
    assert.equal(settled.confirmed_slot?.slot_date, '2026-03-04')
  })

  it('keeps the schedule in the calendar when the meeting is deleted or changed', async () => {
    const params = await meeting()
    const schedule = await ann.meetings.confirm({ params, body: MONDAY_TEN })
    const body = { title: 'Renamed', start_date: '2026-03-09', visibility: { level: 'public' as const } }
    const changed = await ann.meetings.update({ params, body })
    assert.equal(changed.confirmed_schedule_id, schedule.id)
    await ann.meetings.remove({ params })
    const kept = await ann.schedules.get({ params: { schedule_id: schedule.id } })
    assert.deepEqual(kept, schedule)
  })

  it('rejects times outside the meeting and malformed ones, and creates nothing', async () => {
    const params = await meeting()
    const wrong: [object, string][] = [
      [slot('2026-03-03', '10:00', '11:00'), 'slot_date'],
      [slot('2026-03-02', '08:30', '11:00'), 'start_time'],
      [slot('2026-03-02', '11:00', '12:30'), 'end_time'],
      [slot('2026-03-02', '11:00', '11:00'), 'end_time'],
      [slot('2026-03-32', '10:00', '11:00'), 'slot_date'],
      [{ slot_date: '2026-03-02', start_time: '10:00' }, 'end_time'],
    ]
    for (const [body, path] of wrong) {
      const error = await rejectsWith(ann.meetings.confirm({ params, body: body as typeof MONDAY_TEN }), 422)
      assert.deepEqual(
        error.errors.map(each => each.path),
        [path],
      )
    }
    assert.equal((await read(params)).confirmed_schedule_id, null)
  })

  it('is allowed to the owner only', async () => {
    const params = await meeting({ visibility: { level: 'public' } })
    await rejectsWith(bob.meetings.confirm({ params, body: MONDAY_TEN }), 403, /owner/)
  })

  it("adds the confirmed time to another person's calendar once, and again after it was deleted", async () => {
    const params = await meeting({ visibility: { level: 'public' } })
    await rejectsWith(bob.meetings.addToCalendar({ params }), 409, /confirmed/)
    const owners = await ann.meetings.confirm({ params, body: MONDAY_TEN })
    assert.equal((await bob.meetings.get({ params })).own_schedule_id, null)
    const entry = await bob.meetings.addToCalendar({ params })
    assert.deepEqual(
      [entry.owner_id, entry.title, entry.description, entry.timezone, entry.start_time, entry.end_time],
      ['bob', 'Planning', 'Bring ideas', 'Europe/Berlin', owners.start_time, owners.end_time],
    )
    assert.deepEqual(await bob.meetings.addToCalendar({ params }), entry)
    assert.equal((await bob.meetings.get({ params })).own_schedule_id, entry.id)
    const [batch] = await bob.history.list()
    await bob.history.undo({ params: { batch_id: batch?.batch_id ?? '' } })
    assert.equal((await bob.meetings.get({ params })).own_schedule_id, null)
    assert.equal((await bob.meetings.addToCalendar({ params })).id, entry.id)
    assert.equal((await read(params)).own_schedule_id, owners.id)
    assert.equal((await ann.meetings.addToCalendar({ params })).id, owners.id)
    await ann.meetings.update({ params, body: { visibility: null } })
    await rejectsWith(bob.meetings.addToCalendar({ params }), 403)
    await rejectsWith(bob.meetings.ics({ params }), 403)
  })

  it('gives everyone who may read the meeting an iCalendar file', async () => {
    const ko = await server.as('ko', { name: '김 "QA", 팀; ^ <ko@example.org>' })
    const fields = {
      title: '회의, 계획; \\ 1',
      description: 'One\nTwo',
      visibility: { level: 'public' as const },
    }
    const { id } = await ko.meetings.create({ body: { ...BERLIN, ...fields } })
    const params = { meeting_id: id }
    await rejectsWith(bob.meetings.ics({ params }), 409)
    await ko.meetings.confirm({ params, body: MONDAY_TEN })
    const answer = await bob.meetings.ics({ params })
    assert.equal(answer.headers.get('content-type'), 'text/calendar; charset=utf-8')
    assert.match(
      answer.headers.get('content-disposition') ?? '',
      /^attachment; filename="1\.ics"; filename\*=/,
    )
    const text = await answer.text()
    for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
    assert.doesNotMatch(text, /example\.org/)
    const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
    const [event] = calendar.getAllSubcomponents('vevent')
    assert.ok(event)
    assert.equal(calendar.getFirstPropertyValue('method'), 'PUBLISH')
    assert.equal(calendar.getFirstSubcomponent('vtimezone')?.getFirstPropertyValue('tzid'), 'Europe/Berlin')
    assert.deepEqual(
      ['uid', 'summary', 'description', 'dtstart', 'dtend', 'status'].map(name =>
        String(event.getFirstPropertyValue(name)),
      ),
      [
        ...[`meeting-${id}`, fields.title, fields.description],
        ...['2026-03-02T10:00:00', '2026-03-02T11:30:00', 'CONFIRMED'],
      ],
    )
    assert.equal(event.getFirstProperty('dtstart')?.getParameter('tzid'), 'Europe/Berlin')
    assert.match(String(event.getFirstPropertyValue('dtstamp')), /^\d{4}-\d\d-\d\dT[\d:]{8}Z$/)
    assert.equal(event.getFirstProperty('organizer')?.getParameter('cn'), '김 "QA", 팀; ^ <ko')
  })
})
