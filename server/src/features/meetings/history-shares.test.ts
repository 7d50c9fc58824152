import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type Client, createClient } from '@daymark/client'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { assertIntegrity } from '../../../test/support/integrity.ts'
import { PLANNING, slot } from '../../../test/support/meetings.ts'
import { newPerson } from '../../../test/support/people.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import type { Storage } from '../../platform/storage/unit-of-work.ts'

const FIRST_DAY = '2026-03-02'
const DAYS = [FIRST_DAY, '2026-03-04', '2026-03-06', '2026-03-09', '2026-03-11', '2026-03-13']
const all = (start: string, end: string) => DAYS.map(day => slot(day, start, end))
const EARLY = all('09:00:00', '10:00:00')
const LATE = all('10:00:00', '11:30:00')

forEachStorage('what others write into a history', open => {
  let storage: Storage
  let server: TestApp
  let ann: Client
  let guest: Client

  before(async () => {
    storage = await open()
    server = await startTestApp(storage, { QUOTA_HISTORY_BYTES: '8000' })
    ann = (await newPerson(server, 'ann')).client
    guest = createClient({ baseUrl: 'http://daymark.test', fetch: server.fetch, retry: false })
  })
  after(async () => {
    await assertIntegrity(storage)
    await server.close()
  })

  const poll = async () => {
    const { id } = await ann.meetings.create({ body: { ...PLANNING, visibility: { level: 'public' } } })
    return { meeting_id: id }
  }
  const used = async (who: Client) => (await who.users.usage()).history_bytes.used
  const latest = async () => (await ann.history.list({ query: { kind: 'meeting', limit: 1 } }))[0]

  it('counts toward the share of the person who answers, and never stops the owner', async () => {
    const bob = (await newPerson(server, 'bob')).client
    const params = await poll()
    const before = await used(ann)
    const { id } = await bob.meetings.participate({ params, body: { display_name: 'Bob' } })
    const answer = (body: typeof EARLY) =>
      bob.meetings.setAvailability({ params, query: { participant_id: id }, body })
    let refused: unknown
    for (let at = 0; refused === undefined && at < 100; at++)
      await answer(at % 2 === 0 ? EARLY : LATE).catch(error => {
        refused = error
      })
    const { retryAfter } = await rejectsWith(Promise.reject(refused), 429, /limit of your history/)
    assert.ok((retryAfter ?? 0) > 0)
    assert.equal(await used(ann), before)
    assert.ok((await used(bob)) > 7_000)
    await ann.meetings.update({ params, body: { title: 'Another title' } })
    assert.ok((await used(ann)) > before)
    await bob.meetings.leave({ params })
    assert.equal((await ann.meetings.availability({ params })).length, 0)
  })

  it('counts even if the person has never written anything else', async () => {
    const cleo = (await newPerson(server, 'cleo')).client
    const params = await poll()
    await cleo.meetings.participate({ params, body: { display_name: 'Cleo' } })
    assert.ok((await used(cleo)) > 0)
  })

  it('contains only the times that have changed, in little space', async () => {
    const dan = (await newPerson(server, 'dan')).client
    const params = await poll()
    const { id } = await dan.meetings.participate({ params, body: { display_name: 'Dan' } })
    const query = { participant_id: id }
    await dan.meetings.setAvailability({ params, query, body: EARLY })
    const before = await used(dan)
    const [, ...others] = EARLY
    const first = { slot_date: FIRST_DAY, start_time: '09:00:00', end_time: '10:00:00' }
    await dan.meetings.setAvailability({ params, query, body: [...others, { ...first, if_need_be: true }] })
    const item = await latest()
    assert.deepEqual(item?.entries[0]?.changed, {
      time_slots: { before: [first], after: [] },
      if_need_be: { before: [], after: [first] },
    })
    assert.equal(item.undoable, false)
    const added = (await used(dan)) - before
    assert.ok(added < 400, String(added))
  })

  it('of guests ends at the share of the poll, for guests only', async () => {
    const params = await poll()
    const { link } = await ann.meetings.createLink({ params })
    const before = await used(ann)
    const body = { display_name: 'Gus', time_slots: EARLY }
    const { edit_token, id: guest_id } = await guest.guests.answer({ params: { link }, body })
    const own = { link, edit_token }
    await guest.guests.changeAnswer({ params: own, body: { ...body, time_slots: LATE } })
    assert.equal(await used(ann), before)
    await storage.write(['ann'], async tx => {
      await sql`update guest_shares set bytes = bytes + 2097152 where poll_id = ${params.meeting_id}`.execute(
        tx.sql,
      )
    })
    await rejectsWith(guest.guests.changeAnswer({ params: own, body }), 429, /guests/)
    await rejectsWith(guest.guests.answer({ params: { link }, body }), 429, /guests/)
    await ann.meetings.update({ params, body: { title: 'Still mine' } })
    await guest.guests.withdrawAnswer({ params: own })
    assert.ok(
      !(await ann.meetings.availability({ params })).some(({ participant }) => participant.id === guest_id),
    )
    await storage.write(['ann'], async tx => {
      await sql`update guest_shares set bytes = bytes - 2097152 where poll_id = ${params.meeting_id}`.execute(
        tx.sql,
      )
    })
  })

  it('is given back when it is erased', async () => {
    const eve = (await newPerson(server, 'eve')).client
    const params = await poll()
    const { link } = await ann.meetings.createLink({ params })
    await guest.guests.answer({ params: { link }, body: { display_name: 'Gil', time_slots: EARLY } })
    await eve.meetings.participate({ params, body: { display_name: 'Eve' } })
    assert.ok((await used(eve)) > 0)
    await ann.meetings.remove({ params })
    await ann.history.empty()
    assert.equal(await used(eve), 0)
    const shares = await storage.read(db =>
      sql`select 1 from guest_shares where poll_id = ${params.meeting_id}`.execute(db.sql),
    )
    assert.equal(shares.rows.length, 0)
  })
})
