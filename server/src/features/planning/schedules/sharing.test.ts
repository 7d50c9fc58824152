import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@daymark/client'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { befriend, newPerson, type Person } from '../../../../test/support/people.ts'
import { rejectsWith } from '../../../../test/support/rejects.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'

const BLUE = '#4F86C6'
const RANGE = { start_date: '2026-05-01', end_date: '2026-06-01' }
const DAILY = {
  title: 'Daily',
  start_time: '2026-05-01T09:00:00Z',
  end_time: '2026-05-01T10:00:00Z',
  recurrence_rule: 'FREQ=DAILY;COUNT=4',
}
const at = (day: number) => `2026-05-0${day}T09:00:00Z`

forEachStorage('shared schedules', open => {
  let server: TestApp
  let ann: Person
  let bob: Person
  let eve: Person

  before(async () => {
    server = await startTestApp(await open())
    ann = await newPerson(server, 'ann')
    bob = await newPerson(server, 'bob')
    eve = await newPerson(server, 'eve')
    await befriend(ann, bob)
  })
  after(() => server.close())

  const friends = { level: 'friends' as const }
  const seenBy = (who: Client, scope: 'mine' | 'shared' | 'all' = 'shared', more: object = {}) =>
    who.schedules.list({ query: { ...RANGE, scope, ...more } })

  it('are expanded for viewers as for the owner', async () => {
    const group = await ann.client.tags.createGroup({ body: { name: 'G', color: BLUE } })
    const tag = await ann.client.tags.create({ body: { name: 't', color: BLUE, group_id: group.id } })
    const { id } = await ann.client.schedules.create({ body: { ...DAILY, visibility: friends } })
    const params = { schedule_id: id }
    await ann.client.schedules.update({
      params,
      query: { instance_start: at(2) },
      body: {
        title: 'Moved',
        start_time: '2026-05-20T09:00Z',
        end_time: '2026-05-20T10:00Z',
        tag_ids: [tag.id],
      },
    })
    await ann.client.schedules.remove({ params, query: { instance_start: at(3) } })
    const own = await seenBy(ann.client, 'mine')
    const shared = await seenBy(bob.client)
    assert.deepEqual(
      shared.map(each => each.start_time),
      [at(1), at(4), '2026-05-20T09:00:00Z'],
    )
    assert.deepEqual(
      shared,
      own.map(({ version: _own, ...each }) => ({
        ...each,
        is_shared: true,
        visibility_level: 'friends',
        visibility: null,
      })),
    )
    assert.deepEqual(own[0]?.visibility?.level, 'friends')
    assert.deepEqual(await bob.client.schedules.get({ params, query: { instance_start: at(2) } }), shared[2])
    assert.deepEqual(
      (await seenBy(bob.client, 'shared', { tag_ids: [tag.id] })).map(each => each.title),
      ['Moved'],
    )
    assert.equal((await seenBy(bob.client, 'all', { group_ids: [group.id] })).length, 1)
    assert.deepEqual(await seenBy(eve.client), [])
    await ann.client.schedules.remove({ params })
    assert.deepEqual(await seenBy(bob.client), [])
  })

  it('can be changed by the owner only', async () => {
    const { id } = await ann.client.schedules.create({ body: { ...DAILY, visibility: friends } })
    const params = { schedule_id: id }
    for (const { client } of [bob, eve]) {
      for (const query of [
        {},
        { instance_start: at(2) },
        { instance_start: at(2), apply_to: 'all' as const },
      ]) {
        await rejectsWith(client.schedules.update({ params, query, body: { title: 'x' } }), 403)
        await rejectsWith(client.schedules.remove({ params, query }), 403)
      }
      await rejectsWith(client.schedules.createTodo({ params, query: { tag_group_id: id } }), 403)
    }
    await rejectsWith(eve.client.schedules.get({ params }), 403)
    await rejectsWith(eve.client.schedules.get({ params, query: { instance_start: at(2) } }), 403)
    await ann.client.schedules.remove({ params })
  })

  it('keep their settings when a series is split', async () => {
    const visibility = { level: 'selected' as const, allowed_user_ids: [bob.id] }
    const { id } = await ann.client.schedules.create({ body: { ...DAILY, visibility } })
    const params = { schedule_id: id }
    const query = { instance_start: at(3), apply_to: 'following' as const }
    const tail = await ann.client.schedules.update({ params, query, body: { title: 'Tail' } })
    assert.deepEqual(tail.visibility?.allowed_user_ids, [bob.id])
    assert.deepEqual(
      (await seenBy(bob.client)).map(each => each.title),
      ['Daily', 'Daily', 'Tail', 'Tail'],
    )
    const secret = await ann.client.schedules.update({
      params: { schedule_id: tail.id },
      query: { instance_start: at(4), apply_to: 'following' as const },
      body: { visibility: null },
    })
    assert.equal(secret.visibility, null)
    assert.equal((await seenBy(bob.client)).length, 3)
    await rejectsWith(
      ann.client.schedules.update({
        params,
        body: { visibility: { ...visibility, allowed_user_ids: [eve.id] } },
      }),
      400,
    )
    for (const each of [id, tail.id, secret.id]) {
      await ann.client.schedules.remove({ params: { schedule_id: each } })
    }
  })

  it('show viewers the todo that they belong to', async () => {
    const group = await ann.client.tags.createGroup({ body: { name: 'H', color: BLUE } })
    const made = await ann.client.schedules.create({
      body: { ...DAILY, visibility: friends, create_todo_options: { tag_group_id: group.id } },
    })
    assert.equal(made.source_todo, null)
    const shared = await seenBy(bob.client)
    assert.equal(shared.length, 4)
    for (const each of shared) {
      assert.equal(each.source_todo?.id, made.source_todo_id)
      assert.equal(each.source_todo?.title, 'Daily')
      assert.equal(each.source_todo?.status, 'SCHEDULED')
    }
    const one = await bob.client.schedules.get({ params: { schedule_id: made.id } })
    assert.equal(one.source_todo?.deadline, at(1))
  })
})
