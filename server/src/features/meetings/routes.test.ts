import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@daymark/client'
import type { Meeting } from '@daymark/contract/meetings/meeting'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { fewest } from '../../../test/support/fewest.ts'
import { MISSING, PLANNING, readPages, slot } from '../../../test/support/meetings.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage } from '../../../test/support/storages.ts'

type Body = Parameters<Client['meetings']['create']>[0]['body']

forEachStorage('meetings', open => {
  let server: TestApp
  let ann: Client
  const statements: string[] = []

  before(async () => {
    server = await startTestApp(await open({ observe: text => statements.push(text) }))
    ann = await server.as('ann')
  })
  after(() => server.close())

  const create = (fields: Partial<Body> = {}) => ann.meetings.create({ body: { ...PLANNING, ...fields } })
  const update = (id: string, body: object) => ann.meetings.update({ params: { meeting_id: id }, body })
  const pathsOf = async (promise: Promise<unknown>) =>
    (await rejectsWith(promise, 422)).errors.map(each => each.path)

  it('are created with the given fields and sensible defaults', async () => {
    const { id, created_at, updated_at, version, ...rest } = await create({ title: '  Planning ' })
    assert.ok(Number.isSafeInteger(version))
    assert.deepEqual(rest, {
      ...PLANNING,
      description: null,
      time_slot_minutes: 30,
      timezone: 'UTC',
      owner_id: 'ann',
      is_shared: false,
      visibility_level: null,
      visibility: null,
      confirmed_schedule_id: null,
      confirmed_slot: null,
    })
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.equal(created_at, updated_at)
    assert.deepEqual(await ann.meetings.get({ params: { meeting_id: id } }), {
      id,
      created_at,
      updated_at,
      version,
      ...rest,
    })
  })

  it('are created with 201 under both path prefixes, with the fields of the interface', async () => {
    const token = await server.issuer.token({ sub: 'ann', name: 'ann' })
    const response = await server.fetch('/api/v1/meetings?timezone=Asia/Seoul', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...PLANNING, visibility: { level: 'PUBLIC' }, colour: 'ignored' }),
    })
    assert.equal(response.status, 201)
    const meeting = (await response.json()) as Meeting
    assert.deepEqual(meeting.visibility?.level, 'public')
    assert.match(meeting.created_at, /\+09:00$/)
  })

  it('treat null as absent for fields with a default', async () => {
    const meeting = await create({
      description: null,
      time_slot_minutes: null,
      timezone: null,
      visibility: null,
    })
    assert.deepEqual([meeting.time_slot_minutes, meeting.timezone, meeting.visibility], [30, 'UTC', null])
  })

  it('accept HH:MM, midnight as an end and zones in any case, and deduplicate days', async () => {
    const meeting = await create({
      start_time: '20:30',
      end_time: '24:00',
      available_days: [4, 0, 4, 0],
      timezone: 'asia/seoul',
    })
    assert.deepEqual([meeting.start_time, meeting.end_time], ['20:30:00', '24:00:00'])
    assert.deepEqual(meeting.available_days, [4, 0])
    assert.equal(meeting.timezone, 'Asia/Seoul')
  })

  it('need title, dates, days and times', async () => {
    const paths = await pathsOf(ann.meetings.create({ body: {} as Body }))
    assert.deepEqual(paths.sort(), [
      'available_days',
      'end_date',
      'end_time',
      'start_date',
      'start_time',
      'title',
    ])
  })

  it('reject malformed input, field by field', async () => {
    const wrong: [Partial<Record<keyof Body, unknown>>, string][] = [
      [{ title: ' ' }, 'title'],
      [{ title: 'x'.repeat(256) }, 'title'],
      [{ start_date: '2026-02-30' }, 'start_date'],
      [{ end_date: '2026-03-15T00:00:00Z' }, 'end_date'],
      [{ available_days: [] }, 'available_days'],
      [{ available_days: [7] }, 'available_days.0'],
      [{ available_days: [0, 1.5] }, 'available_days.1'],
      [{ available_days: 'monday' }, 'available_days'],
      [{ start_time: '9:00' }, 'start_time'],
      [{ start_time: '24:00' }, 'start_time'],
      [{ end_time: '24:01' }, 'end_time'],
      [{ end_time: '12:00:60' }, 'end_time'],
      [{ time_slot_minutes: 0 }, 'time_slot_minutes'],
      [{ time_slot_minutes: 7.5 }, 'time_slot_minutes'],
      [{ timezone: '+09:00' }, 'timezone'],
      [{ timezone: 'Mars/Olympus' }, 'timezone'],
      [{ visibility: { level: 'secret' } }, 'visibility.level'],
    ]
    for (const [fields, path] of wrong) {
      assert.deepEqual(await pathsOf(create(fields as Partial<Body>)), [path], JSON.stringify(fields))
    }
  })

  it('reject fields that contradict each other', async () => {
    assert.deepEqual(await pathsOf(create({ end_time: '09:00' })), ['end_time'])
    assert.deepEqual(await pathsOf(create({ end_time: '08:00:00', end_date: '2026-03-01' })), [
      'end_date',
      'end_time',
    ])
    assert.deepEqual(await pathsOf(create({ end_date: '2026-05-03' })), ['end_date'])
    await create({ end_date: '2026-05-02' })
  })

  it('are patched: absent keeps, null clears, a value sets', async () => {
    const { id, ...first } = await create({ description: 'Old' })
    const renamed = await update(id, { title: 'Review', end_time: '13:00' })
    assert.deepEqual(
      { ...renamed, updated_at: '', version: 0 },
      { ...first, id, title: 'Review', end_time: '13:00:00', updated_at: '', version: 0 },
    )
    assert.ok(Number(renamed.version) > Number(first.version), 'every change has a higher version')
    const cleared = await update(id, { description: null })
    assert.equal(cleared.description, null)
    assert.deepEqual(await update(id, {}), cleared)
    assert.deepEqual(await ann.meetings.get({ params: { meeting_id: id } }), cleared)
  })

  it('reject null for required fields', async () => {
    const { id } = await create()
    for (const name of [...Object.keys(PLANNING), 'time_slot_minutes', 'timezone']) {
      assert.deepEqual(await pathsOf(update(id, { [name]: null })), [name])
    }
  })

  it('validate a changed field together with those that stay', async () => {
    const before = await create()
    const { id } = before
    assert.deepEqual(await pathsOf(update(id, { start_time: '12:00' })), ['end_time'])
    assert.deepEqual(await pathsOf(update(id, { end_time: '08:00' })), ['end_time'])
    assert.deepEqual(await pathsOf(update(id, { start_date: '2026-03-16' })), ['end_date'])
    assert.deepEqual(await pathsOf(update(id, { start_date: '2026-01-01' })), ['end_date'])
    assert.deepEqual(await pathsOf(update(id, { available_days: [] })), ['available_days'])
    assert.deepEqual(await ann.meetings.get({ params: { meeting_id: id } }), before)
    const later = await update(id, { start_time: '13:00', end_time: '15:00' })
    assert.deepEqual([later.start_time, later.end_time], ['13:00:00', '15:00:00'])
  })

  it('are deleted with participants, slots and sharing', async () => {
    const { id } = await create({ visibility: { level: 'public' } })
    const params = { meeting_id: id }
    const participant = await ann.meetings.participate({ params, body: { display_name: 'Ann' } })
    await ann.meetings.setAvailability({
      params,
      query: { participant_id: participant.id },
      body: [slot('2026-03-02', '09:00', '10:00')],
    })
    assert.deepEqual(await ann.meetings.remove({ params }), { ok: true })
    await rejectsWith(ann.meetings.get({ params }), 404, /^Meeting not found\.$/)
    await rejectsWith(ann.meetings.remove({ params }), 404)
    const left = await server.storage.read(async db => [
      ...(await db.sql.selectFrom('meeting_participants').selectAll().where('meeting_id', '=', id).execute()),
      ...(await db.sql.selectFrom('visibility').selectAll().where('resource_id', '=', id).execute()),
    ])
    assert.deepEqual(left, [])
  })

  it('answer 404 if missing and 422 if malformed, on every route', async () => {
    const calls = (params: { meeting_id: string }) => [
      () => ann.meetings.get({ params }),
      () => ann.meetings.update({ params, body: {} }),
      () => ann.meetings.remove({ params }),
      () => ann.meetings.participate({ params, body: { display_name: 'x' } }),
      () => ann.meetings.leave({ params }),
      () => ann.meetings.setAvailability({ params, query: { participant_id: MISSING }, body: [] }),
      () => ann.meetings.availability({ params }),
      () => ann.meetings.result({ params }),
      () => ann.meetings.confirm({ params, body: slot('2026-03-02', '09:00', '10:00') }),
    ]
    for (const call of calls({ meeting_id: MISSING })) await rejectsWith(call(), 404)
    for (const call of calls({ meeting_id: 'x' })) await rejectsWith(call(), 422, /meeting_id/)
  })

  it('are listed newest first, in pages that add up to the whole, with a constant number of statements', async () => {
    const cleo = await server.as('cleo')
    const titles = ['a', 'b', 'c', 'd', 'e']
    for (const title of titles) {
      server.clock.advance(1)
      await cleo.meetings.create({ body: { ...PLANNING, title, visibility: { level: 'public' } } })
    }
    const whole = await cleo.meetings.list()
    const few = await fewest(
      () => statements.length,
      () => cleo.meetings.list(),
    )
    assert.deepEqual(
      whole.map(meeting => meeting.title),
      titles.toReversed(),
    )
    assert.ok(whole.every(meeting => meeting.visibility?.level === 'public'))
    assert.ok(few <= 4, `${few} statements`)
    for (const scope of ['mine', 'all']) {
      const pages = await readPages<Meeting>(server, 'cleo', `/v1/meetings?limit=2&scope=${scope}`)
      const own = pages.flat().filter(meeting => meeting.owner_id === 'cleo')
      assert.deepEqual(own, whole, scope)
      assert.ok(pages.every(page => page.length <= 2))
    }
    await rejectsWith(cleo.meetings.list({ query: { cursor: 'nonsense' } }), 422, /cursor/)
    const wrong = Buffer.from('[1,"x"]').toString('base64url')
    await rejectsWith(cleo.meetings.list({ query: { cursor: wrong } }), 422, /cursor/)
  })
})
