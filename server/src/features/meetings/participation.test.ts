import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@daymark/client'
import type { Availability } from '@daymark/contract/meetings/meeting'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { fewest } from '../../../test/support/fewest.ts'
import { MISSING, PLANNING, readPages, slot } from '../../../test/support/meetings.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage, onceFor } from '../../../test/support/storages.ts'

const MONDAY = '2026-03-02'
const TUESDAY = '2026-03-03'
const WEDNESDAY = '2026-03-04'

forEachStorage('taking part in a meeting', (open, name) => {
  const itOnce = onceFor(name)
  let server: TestApp
  let ann: Client
  let bob: Client
  let cleo: Client
  const statements: string[] = []

  before(async () => {
    server = await startTestApp(await open({ observe: text => statements.push(text) }))
    ann = await server.as('ann')
    bob = await server.as('bob')
    cleo = await server.as('cleo')
  })
  after(() => server.close())

  const meeting = async (fields: object = {}) => {
    const body = { ...PLANNING, visibility: { level: 'public' as const }, ...fields }
    return { meeting_id: (await ann.meetings.create({ body })).id }
  }
  const join = async (who: Client, params: { meeting_id: string }, display_name = 'N. N.') => {
    const { id } = await who.meetings.participate({ params, body: { display_name } })
    return (...body: ReturnType<typeof slot>[]) =>
      who.meetings.setAvailability({ params, query: { participant_id: id }, body })
  }
  const counts = async (params: { meeting_id: string }) =>
    (await ann.meetings.result({ params })).availability_grid.map(
      day => `${day.date} ${day.slots.map(each => each.count).join('')}`,
    )
  const pathsOf = async (promise: Promise<unknown>) =>
    (await rejectsWith(promise, 422)).errors.map(each => each.path)

  it('creates one participant per person; joining again changes the name and answers 200', async () => {
    const params = await meeting()
    const first = await bob.meetings.participate({ params, body: { display_name: ' Bob ' } })
    assert.deepEqual(Object.keys(first), ['id', 'meeting_id', 'user_id', 'display_name', 'created_at'])
    assert.deepEqual([first.meeting_id, first.user_id, first.display_name], [params.meeting_id, 'bob', 'Bob'])
    const token = await server.issuer.token({ sub: 'bob', name: 'bob' })
    const again = await server.fetch(`/v1/meetings/${params.meeting_id}/participate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ display_name: 'Robert' }),
    })
    assert.equal(again.status, 200)
    assert.deepEqual(await again.json(), { ...first, display_name: 'Robert' })
    const list = await ann.meetings.availability({ params })
    assert.deepEqual(list, [
      { participant: { ...first, display_name: 'Robert' }, time_slots: [], if_need_be: [] },
    ])
  })

  itOnce('needs a name', async () => {
    const params = await meeting()
    for (const body of [
      {},
      { display_name: null },
      { display_name: ' ' },
      { display_name: 'x'.repeat(256) },
    ]) {
      const call = bob.meetings.participate({ params, body: body as { display_name: string } })
      assert.deepEqual(await pathsOf(call), ['display_name'])
    }
  })

  it("replaces one's own slots, deduplicated and in order", async () => {
    const params = await meeting()
    const bobIsFree = await join(bob, params)
    const wednesday = slot(WEDNESDAY, '10:00:00', '11:00:00')
    await bobIsFree(slot(MONDAY, '09:00', '10:00'))
    const answer = await bobIsFree(
      wednesday,
      slot(MONDAY, '11:00', '12:00'),
      slot(MONDAY, '09:30', '10:00'),
      slot(MONDAY, '11:00:00', '12:00:00'),
    )
    const expected = [slot(MONDAY, '09:30:00', '10:00:00'), slot(MONDAY, '11:00:00', '12:00:00'), wednesday]
    assert.deepEqual(answer.time_slots, expected)
    assert.deepEqual(await cleo.meetings.availability({ params }), [answer])
    assert.deepEqual((await bobIsFree()).time_slots, [])
  })

  it('accepts many slots at once', async () => {
    const params = await meeting({ start_time: '00:00', end_time: '24:00', time_slot_minutes: 5 })
    const bobIsFree = await join(bob, params)
    const text = (minute: number) =>
      `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    const all = [MONDAY, WEDNESDAY].flatMap(date =>
      Array.from({ length: 1440 }, (_, minute) => slot(date, text(minute), text(minute + 1))),
    )
    assert.equal((await bobIsFree(...all)).time_slots.length, 2880)
    assert.equal((await counts(params))[0], `${MONDAY} ${'1'.repeat(288)}`)
    const tooMany = Array.from({ length: 10_001 }, () => slot(MONDAY, '09:00', '10:00'))
    assert.deepEqual(await pathsOf(bobIsFree(...tooMany)), [''])
  })

  itOnce('rejects slots outside the days and hours, and changes nothing', async () => {
    const params = await meeting()
    const bobIsFree = await join(bob, params)
    const good = slot(MONDAY, '09:00:00', '10:00:00')
    await bobIsFree(good)
    const cases: [ReturnType<typeof slot>, string][] = [
      [slot(TUESDAY, '09:00', '10:00'), '1.slot_date'],
      [slot('2026-03-16', '09:00', '10:00'), '1.slot_date'],
      [slot(MONDAY, '08:59', '10:00'), '1.start_time'],
      [slot(MONDAY, '11:00', '12:00:01'), '1.end_time'],
      [slot(MONDAY, '10:00', '10:00'), '1.end_time'],
      [slot(MONDAY, '25:00', '10:00'), '1.start_time'],
      [slot('Monday', '09:00', '10:00'), '1.slot_date'],
    ]
    for (const [bad, path] of cases) {
      assert.deepEqual(await pathsOf(bobIsFree(good, bad)), [path], JSON.stringify(bad))
    }
    assert.deepEqual((await ann.meetings.availability({ params }))[0]?.time_slots, [good])
  })

  it("lets nobody set others' availability, nor through another meeting", async () => {
    const params = await meeting()
    const { id } = await bob.meetings.participate({ params, body: { display_name: 'Bob' } })
    const query = { participant_id: id }
    await rejectsWith(cleo.meetings.setAvailability({ params, query, body: [] }), 403)
    await rejectsWith(ann.meetings.setAvailability({ params, query, body: [] }), 403)
    const elsewhere = await meeting()
    await rejectsWith(bob.meetings.setAvailability({ params: elsewhere, query, body: [] }), 404)
    const missing = { participant_id: MISSING }
    await rejectsWith(bob.meetings.setAvailability({ params, query: missing, body: [] }), 404)
    const malformed = { participant_id: 'x' }
    await rejectsWith(bob.meetings.setAvailability({ params, query: malformed, body: [] }), 422)
    const absent = {} as { participant_id: string }
    await rejectsWith(bob.meetings.setAvailability({ params, query: absent, body: [] }), 422)
  })

  it('ends by leaving, which deletes the slots', async () => {
    const params = await meeting()
    const bobIsFree = await join(bob, params)
    await bobIsFree(slot(MONDAY, '09:00', '12:00'))
    assert.deepEqual(await bob.meetings.leave({ params }), { ok: true })
    assert.deepEqual(await ann.meetings.availability({ params }), [])
    assert.equal((await counts(params))[0], `${MONDAY} 000000`)
    await rejectsWith(bob.meetings.leave({ params }), 404)
    await rejectsWith(bobIsFree(), 404)
  })

  it('counts in the result who is free for a whole cell, each once, including the owner', async () => {
    const params = await meeting({ end_time: '11:15', start_time: '09:00', end_date: WEDNESDAY })
    const [annIsFree, bobIsFree] = [await join(ann, params), await join(bob, params)]
    await annIsFree(slot(MONDAY, '09:00', '11:15'))
    await bobIsFree(
      slot(MONDAY, '09:15', '09:50'),
      slot(MONDAY, '09:50', '10:30'),
      slot(MONDAY, '09:30', '10:00'),
    )
    const { meeting: read, availability_grid } = await cleo.meetings.result({ params })
    assert.equal(read.id, params.meeting_id)
    assert.equal(read.is_shared, true)
    assert.deepEqual(
      availability_grid[0]?.slots.map(({ time, count }) => `${time} ${count}`),
      ['09:00 1', '09:30 2', '10:00 2', '10:30 1'],
    )
    assert.deepEqual(
      availability_grid.map(day => day.date),
      [MONDAY, WEDNESDAY],
    )
  })

  it('keeps the parts of slots that fit the changed meeting', async () => {
    const params = await meeting()
    const bobIsFree = await join(bob, params)
    const before = [slot(MONDAY, '09:00:00', '12:00:00'), slot(WEDNESDAY, '09:00:00', '10:00:00')]
    await bobIsFree(...before)
    const times = async () => (await ann.meetings.availability({ params }))[0]?.time_slots
    await ann.meetings.update({ params, body: { title: 'Other', end_date: '2026-03-20' } })
    assert.deepEqual(await times(), before)
    await ann.meetings.update({ params, body: { start_time: '10:00', end_time: '11:30' } })
    assert.deepEqual(await times(), [slot(MONDAY, '10:00:00', '11:30:00')])
    await ann.meetings.update({ params, body: { available_days: [2] } })
    assert.deepEqual(await times(), [])
  })

  it('is listed in order of joining, in pages, with a constant number of statements', async () => {
    const params = await meeting()
    const names = ['p1', 'p2', 'p3', 'p4', 'p5']
    for (const name of names) {
      server.clock.advance(1)
      await (await join(await server.as(name), params, name))(slot(MONDAY, '09:00', '10:00'))
    }
    const whole = await ann.meetings.availability({ params })
    const few = await fewest(
      () => statements.length,
      () => ann.meetings.availability({ params }),
    )
    assert.ok(few <= 3, `${few} statements`)
    assert.deepEqual(
      whole.map(each => each.participant.display_name),
      names,
    )
    const path = `/v1/meetings/${params.meeting_id}/availability?limit=2`
    assert.deepEqual((await readPages<Availability>(server, 'ann', path)).flat(), whole)
  })
})
