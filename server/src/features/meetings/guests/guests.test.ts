import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type Client, createClient } from '@daymark/client'
import { MAX_GUESTS } from '@daymark/contract/meetings/guests'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { PLANNING, slot } from '../../../../test/support/meetings.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import { guestStore } from './guest-store.ts'

const MORNING = slot('2026-03-02', '09:00:00', '10:00:00')
const LATER = slot('2026-03-02', '10:00:00', '11:00:00')
const GUS = { display_name: 'Gus', time_slots: [MORNING, { ...LATER, if_need_be: true }] }

forEachStorage('polls by link', open => {
  let server: TestApp
  let ann: Client
  let bob: Client
  let guest: Client

  before(async () => {
    server = await startTestApp(await open())
    ann = await server.as('ann')
    bob = await server.as('bob')
    guest = createClient({ baseUrl: 'http://daymark.test', fetch: server.fetch, retry: false })
  })
  after(() => server.close())

  const poll = async (fields: object = {}) => {
    const { id } = await ann.meetings.create({ body: { ...PLANNING, ...fields } })
    const params = { meeting_id: id }
    const { link } = await ann.meetings.createLink({ params })
    return { params, link }
  }

  it('lets a guest answer, change and withdraw, and shows the guest to the owner', async () => {
    const { params, link } = await poll()
    const { edit_token, ...answer } = await guest.guests.answer({ params: { link }, body: GUS })
    assert.deepEqual([answer.time_slots, answer.if_need_be], [[MORNING], [LATER]])
    const [seen] = await ann.meetings.availability({ params })
    assert.deepEqual(seen?.participant, {
      ...{ id: answer.id, meeting_id: params.meeting_id, user_id: answer.id, display_name: 'Gus' },
      ...{ created_at: answer.created_at, is_guest: true },
    })
    assert.deepEqual(seen.if_need_be, [LATER])
    const { availability_grid } = await ann.meetings.result({ params })
    assert.deepEqual(availability_grid[0]?.slots.slice(0, 5), [
      { time: '09:00', count: 1 },
      { time: '09:30', count: 1 },
      { time: '10:00', count: 0, if_need_be: 1 },
      { time: '10:30', count: 0, if_need_be: 1 },
      { time: '11:00', count: 0 },
    ])
    const own = { link, edit_token }
    assert.deepEqual(await guest.guests.readAnswer({ params: own }), answer)
    const body = { display_name: 'Gustav', time_slots: [LATER] }
    const changed = await guest.guests.changeAnswer({ params: own, body })
    assert.deepEqual([changed.display_name, changed.if_need_be], ['Gustav', []])
    await ann.meetings.update({ params, body: { end_time: '10:30:00' } })
    const [cut] = await ann.meetings.availability({ params })
    assert.deepEqual(cut?.time_slots, [slot('2026-03-02', '10:00:00', '10:30:00')])
    await guest.guests.withdrawAnswer({ params: own })
    await rejectsWith(guest.guests.readAnswer({ params: own }), 404)
    assert.deepEqual(await ann.meetings.availability({ params }), [])
  })

  it('shows guests neither ids nor addresses nor the owner', async () => {
    const { params, link } = await poll({ visibility: { level: 'public' } })
    const body = { display_name: 'bob@example.org' }
    await bob.meetings.participate({ params, body })
    const shown = await guest.guests.poll({ params: { link } })
    assert.deepEqual(shown.answers, [{ display_name: 'bob', time_slots: [], if_need_be: [] }])
    assert.doesNotMatch(JSON.stringify(shown), /"ann"|example\.org|_id/)
    for (const display_name of [
      '',
      'me@example.org',
      'see https://example.org',
      'WWW.example.org',
      'a\u202eb',
      'x'.repeat(61),
    ])
      await rejectsWith(
        guest.guests.answer({ params: { link }, body: { display_name, time_slots: [] } }),
        422,
      )
    const outside = slot('2026-03-03', '09:00:00', '10:00:00')
    await rejectsWith(
      guest.guests.answer({ params: { link }, body: { display_name: 'Gus', time_slots: [outside] } }),
      422,
    )
  })

  it('belongs to the owner, stays the same until it is revoked, and then is dead', async () => {
    const { params, link } = await poll({ visibility: { level: 'public' } })
    assert.equal((await ann.meetings.createLink({ params })).link, link)
    assert.equal((await ann.meetings.link({ params })).link, link)
    await rejectsWith(bob.meetings.link({ params }), 403)
    await rejectsWith(bob.meetings.createLink({ params }), 403)
    await rejectsWith(bob.meetings.revokeLink({ params }), 403)
    const { id, edit_token } = await guest.guests.answer({ params: { link }, body: GUS })
    const one = { ...params, participant_id: id }
    await rejectsWith(bob.meetings.removeGuest({ params: one }), 403)
    await ann.meetings.revokeLink({ params })
    await rejectsWith(guest.guests.poll({ params: { link } }), 404)
    await rejectsWith(guest.guests.withdrawAnswer({ params: { link, edit_token } }), 404)
    assert.equal((await bob.meetings.availability({ params })).length, 1)
    await ann.meetings.removeGuest({ params: one })
    await rejectsWith(ann.meetings.removeGuest({ params: one }), 404)
    assert.notEqual((await ann.meetings.createLink({ params })).link, link)
  })

  it('limits guests per poll and per minute, and takes none after the time is confirmed', async () => {
    const { params, link } = await poll()
    const insert = (count: number, created_at: number) =>
      server.storage.write([params.meeting_id], async tx => {
        for (let index = 0; index < count; index++)
          await guestStore(tx).insert({
            ...{ id: crypto.randomUUID(), meeting_id: params.meeting_id, display_name: 'Gus' },
            ...{ time_slots: [], if_need_be: [], token_hash: '', created_at },
          })
      })
    await insert(20, Date.now() + 60_000)
    await rejectsWith(guest.guests.answer({ params: { link }, body: GUS }), 429)
    const long = { ...GUS, time_slots: Array(501).fill(MORNING) }
    await rejectsWith(guest.guests.answer({ params: { link }, body: long }), 422, /500/)
    await insert(MAX_GUESTS - 20, 1)
    await rejectsWith(guest.guests.answer({ params: { link }, body: GUS }), 409)
    const settled = await poll()
    await ann.meetings.confirm({ params: settled.params, body: MORNING })
    await rejectsWith(guest.guests.answer({ params: { link: settled.link }, body: GUS }), 409)
    const { confirmed_slot } = await guest.guests.poll({ params: { link: settled.link } })
    assert.deepEqual(confirmed_slot, MORNING)
    await rejectsWith(guest.guests.ics({ params: { link } }), 409)
    const file = await guest.guests.ics({ params: { link: settled.link } })
    assert.match(file.headers.get('cache-control') ?? '', /no-store/)
    const text = await file.text()
    assert.match(text, /DTSTART:20260302T090000Z\r\nDTEND:20260302T100000Z\r\n/)
    assert.match(text, /ORGANIZER;CN="ann":/)
    assert.ok(!text.includes(settled.params.meeting_id), 'guests see no ids')
  })

  it('shows the link only to tokens that may write, because everyone who has it can answer', async () => {
    const { params, link } = await poll()
    const withScope = async (scope: 'meetings:read' | 'meetings:write') => {
      const { token } = await ann.tokens.create({ body: { name: scope, scopes: [scope] } })
      return createClient({ baseUrl: 'http://daymark.test', fetch: server.fetch, token, retry: false })
    }
    await rejectsWith((await withScope('meetings:read')).meetings.link({ params }), 403)
    assert.equal((await (await withScope('meetings:write')).meetings.link({ params })).link, link)
  })

  it('counts members who could come if need be, and a list without the field clears it', async () => {
    const { params } = await poll({ visibility: { level: 'public' } })
    const { id } = await bob.meetings.participate({ params, body: { display_name: 'Bob' } })
    const query = { participant_id: id }
    const body = [MORNING, { ...MORNING, if_need_be: true }, { ...LATER, if_need_be: true }]
    const set = await bob.meetings.setAvailability({ params, query, body })
    assert.deepEqual([set.time_slots, set.if_need_be], [[MORNING], [MORNING, LATER]])
    const { availability_grid } = await ann.meetings.result({ params })
    assert.deepEqual(availability_grid[0]?.slots[0], { time: '09:00', count: 1 })
    assert.deepEqual(availability_grid[0]?.slots[2], { time: '10:00', count: 0, if_need_be: 1 })
    const plain = await bob.meetings.setAvailability({ params, query, body: [LATER] })
    assert.deepEqual([plain.time_slots, plain.if_need_be], [[LATER], []])
  })
})
