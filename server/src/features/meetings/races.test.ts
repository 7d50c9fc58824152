import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { ApiError, type Client } from '@daymark/client'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { PLANNING, slot } from '../../../test/support/meetings.ts'
import { forEachStorage } from '../../../test/support/storages.ts'

const MONDAY = slot('2026-03-02', '09:00', '10:00')
const AT_ONCE = 12

forEachStorage('races about a meeting', open => {
  let server: TestApp
  let ann: Client
  let bob: Client
  let params: { meeting_id: string }

  before(async () => {
    server = await startTestApp(await open())
    ann = await server.as('ann')
    bob = await server.as('bob')
  })
  after(() => server.close())
  beforeEach(async () => {
    const body = { ...PLANNING, visibility: { level: 'public' as const } }
    params = { meeting_id: (await ann.meetings.create({ body })).id }
    // Opens all connections of the pool in advance, so that the tested requests overlap.
    await Promise.all(Array.from({ length: 24 }, () => bob.meetings.result({ params })))
  })

  const join = (display_name = 'Bob') => bob.meetings.participate({ params, body: { display_name } })
  /** Returns the status codes of rejected calls. Any other error fails the test. */
  const refusals = async (calls: Promise<unknown>[]): Promise<number[]> =>
    (await Promise.allSettled(calls)).flatMap(outcome => {
      if (outcome.status === 'fulfilled') return []
      return outcome.reason instanceof ApiError ? outcome.reason.status : assert.fail(String(outcome.reason))
    })

  it('many requests to join create one participant', async () => {
    const token = await server.issuer.token({ sub: 'bob', name: 'bob' })
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, number) =>
        server.fetch(`/v1/meetings/${params.meeting_id}/participate`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ display_name: `Bob ${number}` }),
        }),
      ),
    )
    const codes = answers.map(answer => answer.status).sort()
    assert.deepEqual(codes, [...Array.from({ length: AT_ONCE - 1 }, () => 200), 201])
    const ids = await Promise.all(answers.map(async answer => ((await answer.json()) as { id: string }).id))
    assert.equal(new Set(ids).size, 1)
    assert.equal((await ann.meetings.availability({ params })).length, 1)
  })

  it('many confirmations create one schedule', async () => {
    await ann.meetings.update({ params, body: { title: 'Only once' } })
    const calls = Array.from({ length: AT_ONCE }, () => ann.meetings.confirm({ params, body: MONDAY }))
    assert.deepEqual(
      await refusals(calls),
      Array.from({ length: AT_ONCE - 1 }, () => 409),
    )
    const query = { start_date: '2026-03-02', end_date: '2026-03-03' }
    const found = (await ann.schedules.list({ query })).filter(({ title }) => title === 'Only once')
    const { confirmed_schedule_id } = await ann.meetings.get({ params })
    assert.deepEqual(
      found.map(({ id }) => id),
      [confirmed_schedule_id],
    )
  })

  it('slots are never outside a meeting whose days change at the same time', async () => {
    const query = { participant_id: (await join()).id }
    for (let round = 0; round < 6; round++) {
      await ann.meetings.update({ params, body: { available_days: [0, 2] } })
      const codes = await refusals([
        ...Array.from({ length: 4 }, () => bob.meetings.setAvailability({ params, query, body: [MONDAY] })),
        ann.meetings.update({ params, body: { available_days: [2] } }),
        ...Array.from({ length: 4 }, () => bob.meetings.setAvailability({ params, query, body: [MONDAY] })),
      ])
      assert.ok(
        codes.every(code => code === 422),
        codes.join(),
      )
      assert.deepEqual((await bob.meetings.availability({ params }))[0]?.time_slots, [])
    }
  })

  it('two changes that contradict each other do not both succeed', async () => {
    const codes = await refusals([
      ann.meetings.update({ params, body: { start_time: '11:00' } }),
      ann.meetings.update({ params, body: { end_time: '10:00' } }),
    ])
    assert.deepEqual(codes, [422])
  })

  it('a deletion during other requests succeeds and leaves nothing behind', async () => {
    const query = { participant_id: (await join()).id }
    const codes = await refusals([
      join('Robert'),
      bob.meetings.setAvailability({ params, query, body: [MONDAY] }),
      ann.meetings.remove({ params }),
      bob.meetings.setAvailability({ params, query, body: [MONDAY] }),
      join('Rob'),
      ann.meetings.participate({ params, body: { display_name: 'Ann' } }),
      ann.meetings.update({ params, body: { visibility: { level: 'public' } } }),
      ann.meetings.confirm({ params, body: MONDAY }),
    ])
    assert.ok(
      codes.every(code => code === 404),
      codes.join(),
    )
    const { meeting_id } = params
    const left = await server.storage.read(async ({ sql }) => [
      ...(await sql
        .selectFrom('meeting_participants')
        .selectAll()
        .where('meeting_id', '=', meeting_id)
        .execute()),
      ...(await sql.selectFrom('visibility').selectAll().where('resource_id', '=', meeting_id).execute()),
    ])
    assert.deepEqual(left, [])
  })
})
