import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Fields, openTarget, type Target } from './target.ts'

interface Named extends Fields {
  id: string
}

const BODY = {
  title: 'Meeting',
  start_date: '2026-03-02',
  end_date: '2026-03-06',
  available_days: [0, 1, 2, 3, 4],
  start_time: '09:00:00',
  end_time: '10:45:00',
  visibility: { level: 'public' },
}
const SLOT = { slot_date: '2026-03-02', start_time: '09:00:00', end_time: '10:00:00' }

describe('meetings', () => {
  let target: Target
  let owner: string
  let guest: string
  before(async () => {
    target = await openTarget()
    owner = await target.token('meetings-owner')
    guest = await target.token('meetings-guest')
  })
  after(() => target.stop())

  const send = <T = Named>(token: string, method: string, path: string, body?: unknown) =>
    target.request<T>(`/v1/meetings${path}`, { token, method, body })
  const create = async (fields: object = {}) =>
    (await send(owner, 'POST', '', { ...BODY, ...fields })).body.id
  const join = async (token: string, id: string) =>
    (await send(token, 'POST', `/${id}/participate`, { display_name: 'Somebody' })).body.id

  it('POST /api/v1/meetings accepts the create body and returns 201 with the meeting', async () => {
    const { status, body } = await target.request('/api/v1/meetings', {
      token: owner,
      method: 'POST',
      body: BODY,
    })
    assert.equal(status, 201)
    for (const field of ['title', 'start_date', 'end_date', 'available_days', 'start_time', 'end_time'])
      assert.deepEqual(body[field], BODY[field as keyof typeof BODY], field)
    assert.equal(body['time_slot_minutes'], 30)
    assert.equal(body['timezone'], 'UTC')
    for (const field of ['id', 'owner_id', 'description', 'created_at', 'updated_at', 'visibility_level'])
      assert.ok(field in body, field)
    assert.equal(body['is_shared'], false)
  })

  it('HH:MM is accepted too and duplicate days are removed', async () => {
    const id = await create({ start_time: '09:00', available_days: [1, 1, 0] })
    const { body } = await send(owner, 'GET', `/${id}`)
    assert.equal(body['start_time'], '09:00:00')
    assert.deepEqual([...(body['available_days'] as number[])].sort(), [0, 1])
  })

  it('invalid times, dates or days are 422 on create and on PATCH', async () => {
    const id = await create()
    for (const fields of [
      { end_time: '09:00:00' },
      { end_time: '08:00:00' },
      { end_date: '2026-03-01' },
      { end_date: '2026-05-03' },
      { available_days: [] },
      { available_days: [7] },
      { title: '' },
    ]) {
      const text = JSON.stringify(fields)
      assert.equal((await send(owner, 'POST', '', { ...BODY, ...fields })).status, 422, text)
      assert.equal((await send(owner, 'PATCH', `/${id}`, fields)).status, 422, text)
    }
    assert.equal((await send(owner, 'PATCH', `/${id}`, { end_date: '2026-05-02' })).status, 200)
  })

  it('only the owner may change or delete a meeting; others get 403', async () => {
    const id = await create()
    assert.equal((await send(guest, 'PATCH', `/${id}`, { title: 'x' })).status, 403)
    assert.equal((await send(guest, 'DELETE', `/${id}`)).status, 403)
    const secret = await create({ visibility: undefined })
    assert.equal((await send(guest, 'GET', `/${secret}`)).status, 403)
    assert.equal((await send(guest, 'POST', `/${secret}/participate`, { display_name: 'x' })).status, 403)
  })

  it('scope is mine, shared or all; newest first', async () => {
    const ids = [await create(), await create()]
    const found = async (token: string, scope: string) =>
      (await send<Named[]>(token, 'GET', `?scope=${scope}`)).body
        .map(each => each.id)
        .filter(id => ids.includes(id))
    assert.deepEqual(await found(owner, 'mine'), ids.toReversed())
    assert.deepEqual(await found(owner, 'shared'), [])
    assert.deepEqual(await found(guest, 'shared'), ids.toReversed())
    assert.deepEqual(await found(guest, 'mine'), [])
    assert.deepEqual(await found(guest, 'all'), ids.toReversed())
  })

  it('joining is 201, joining again is 200 and renames the participant; DELETE leaves', async () => {
    const id = await create()
    const first = await send(guest, 'POST', `/${id}/participate`, { display_name: 'One' })
    assert.equal(first.status, 201)
    for (const field of ['id', 'meeting_id', 'user_id', 'display_name', 'created_at'])
      assert.ok(field in first.body, field)
    const second = await send(guest, 'POST', `/${id}/participate`, { display_name: 'Two' })
    assert.equal(second.status, 200)
    assert.deepEqual(second.body, { ...first.body, display_name: 'Two' })
    assert.equal((await send(guest, 'DELETE', `/${id}/participate`)).status, 200)
    assert.deepEqual((await send(owner, 'GET', `/${id}/availability`)).body, [])
  })

  it('participants replace their own availability; everyone who sees the meeting can read it', async () => {
    const id = await create()
    const participant = await join(guest, id)
    const path = `/${id}/availability?participant_id=${participant}`
    assert.equal((await send(guest, 'PUT', path, [SLOT])).status, 200)
    const { body } = await send<{ participant: Named; time_slots: unknown }[]>(
      owner,
      'GET',
      `/${id}/availability`,
    )
    assert.deepEqual(
      body.map(each => [each.participant.id, each.time_slots]),
      [[participant, [SLOT]]],
    )
    assert.equal((await send(guest, 'PUT', path, [{ ...SLOT, slot_date: '2026-03-07' }])).status, 422)
    assert.equal((await send(guest, 'PUT', path, [{ ...SLOT, end_time: '10:46' }])).status, 422)
    assert.equal((await send(owner, 'PUT', path, [SLOT])).status, 403)
  })

  it('the result counts participants who are free for the whole cell, and omits an incomplete last cell', async () => {
    const id = await create()
    const participant = await join(guest, id)
    const times = [{ ...SLOT, end_time: '09:45' }]
    await send(guest, 'PUT', `/${id}/availability?participant_id=${participant}`, times)
    const { body } = await send<{
      meeting: Named
      availability_grid: { date: string; slots: { time: string; count: number }[] }[]
    }>(owner, 'GET', `/${id}/result`)
    assert.equal(body.meeting.id, id)
    assert.equal(body.availability_grid.length, 5)
    assert.deepEqual(body.availability_grid[0], {
      date: '2026-03-02',
      slots: [
        { time: '09:00', count: 1 },
        { time: '09:30', count: 0 },
        { time: '10:00', count: 0 },
      ],
    })
  })

  it('a PATCH removes slots outside the new days and hours', async () => {
    const id = await create()
    const participant = await join(guest, id)
    const path = `/${id}/availability?participant_id=${participant}`
    const slots = [SLOT, { ...SLOT, slot_date: '2026-03-03', if_need_be: null }]
    assert.equal((await send(guest, 'PUT', path, slots)).status, 200)
    await send(owner, 'PATCH', `/${id}`, { start_date: '2026-03-03' })
    const { body } = await send<{ time_slots: unknown }[]>(owner, 'GET', `/${id}/availability`)
    assert.deepEqual(body[0]?.time_slots, [{ ...SLOT, slot_date: '2026-03-03' }])
  })

  it('confirming creates one schedule for the owner, and the meeting contains it', async () => {
    const id = await create({ timezone: 'Asia/Seoul' })
    assert.equal((await send(guest, 'POST', `/${id}/confirm`, SLOT)).status, 403)
    const { status, body } = await send(owner, 'POST', `/${id}/confirm`, SLOT)
    assert.equal(status, 201)
    assert.deepEqual(
      [body['title'], body['start_time'], body['end_time'], body['timezone']],
      ['Meeting', '2026-03-02T00:00:00Z', '2026-03-02T01:00:00Z', 'Asia/Seoul'],
    )
    assert.equal((await send(owner, 'POST', `/${id}/confirm`, SLOT)).status, 409)
    assert.equal((await send(owner, 'GET', `/${id}`)).body['confirmed_schedule_id'], body.id)
    const read = await target.request(`/v1/schedules/${body.id}`, { token: owner })
    assert.deepEqual([read.status, read.body['title']], [200, 'Meeting'])
  })

  it('DELETE removes the meeting and returns 200 {"ok": true}', async () => {
    const id = await create()
    const { status, body } = await send(owner, 'DELETE', `/${id}`)
    assert.deepEqual([status, body], [200, { ok: true }])
    assert.equal((await send(owner, 'GET', `/${id}`)).status, 404)
  })
})
