import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { greeted } from '../../../test/support/device.ts'
import { assertIntegrity } from '../../../test/support/integrity.ts'
import { newPerson } from '../../../test/support/people.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import { updated } from '../../../test/support/timer-messages.ts'
import type { Storage } from '../../platform/storage/unit-of-work.ts'

forEachStorage('quotas', open => {
  let storage: Storage
  let server: TestApp
  before(async () => {
    storage = await open()
    server = await startTestApp(storage, {
      QUOTA_TODOS: '2',
      QUOTA_TOKENS: '1',
      QUOTA_TAGS: '0',
      QUOTA_BYTES: '5000',
      QUOTA_HISTORY_BYTES: '30000',
    })
  })
  after(async () => {
    await assertIntegrity(storage)
    await server.close()
  })

  async function person(name: string) {
    const { id, client } = await newPerson(server, name)
    const group = await client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    const add = (title: string, description?: string) =>
      client.todos.create({
        body: { title, tag_group_id: group.id, ...(description !== undefined && { description }) },
      })
    return { id, client, add, group }
  }

  it('reject one more item with 409 and a message, and write nothing', async () => {
    const { client, add } = await person('ann')
    const first = await add('one')
    await add('two')
    await rejectsWith(add('three'), 409, /limit of 2 todos.*Delete some/)
    const usage = await client.users.usage()
    assert.deepEqual(usage.todos, { used: 2, limit: 2 })
    assert.deepEqual(usage.tag_groups, { used: 1, limit: 1000 })
    assert.deepEqual(usage.tags, { used: 0, limit: null })
    assert.equal((await client.todos.list({ query: {} })).length, 2)

    await client.todos.remove({ params: { todo_id: first.id } })
    await add('three')
    assert.equal((await client.users.usage()).todos.used, 2)
  })

  it('count restored items too', async () => {
    const { client, add } = await person('bob')
    const gone = await add('one')
    await client.todos.remove({ params: { todo_id: gone.id } })
    const [deletion] = await client.history.trash({ query: {} })
    await add('two')
    await add('three')
    const restore = () => client.history.restore({ params: { batch_id: deletion?.batch_id ?? '' } })
    await rejectsWith(restore(), 409, /limit of 2 todos/)
  })

  it('count goals in hours and week templates', async () => {
    const { client, group } = await person('gil')
    const used = async () => (await client.users.usage()).bytes.used
    const tag = await client.tags.create({ body: { name: 'a', color: '#112233', group_id: group.id } })
    const before = await used()
    await client.tags.updateGroup({ params: { group_id: group.id }, body: { goal_hours: { [tag.id]: 5 } } })
    const withGoal = await used()
    assert.ok(withGoal > before + 36, `${withGoal}`)
    const week_templates = [{ id: crypto.randomUUID(), name: 'Week', entries: [] }]
    await client.users.updatePreferences({ body: { week_templates } })
    assert.ok((await used()) > withGoal + 60)
  })

  it('limit the bytes of texts, and let people shorten and delete them', async () => {
    const { client, add } = await person('cleo')
    const todo = await add('long', 'é'.repeat(2_000))
    const used = (await client.users.usage()).bytes.used
    assert.ok(used > 4_000 && used < 5_000, String(used))
    const change = (description: string) =>
      client.todos.update({ params: { todo_id: todo.id }, body: { description } })
    await rejectsWith(change('x'.repeat(4_900)), 409, /limit of 5,000 bytes of stored data/)
    await change('short')
    assert.equal((await client.users.usage()).bytes.used, used - 4_000 + 5)
    await client.todos.remove({ params: { todo_id: todo.id } })
    assert.ok((await client.users.usage()).bytes.used < used - 4_000)
  })

  it('count the measured times of timers, and let running timers pause and stop beyond the limit', async () => {
    const { id, client, add } = await person('tim')
    const used = async () => (await client.users.usage()).bytes.used
    const before = await used()
    const record = (count: number) =>
      client.timers.addRecord({
        body: {
          segments: Array.from({ length: count }, (_, n) => ({
            start: new Date(Date.UTC(2026, 0, 5, 0, 2 * n)).toISOString(),
            end: new Date(Date.UTC(2026, 0, 5, 0, 2 * n + 1)).toISOString(),
          })),
        },
      })
    const first = await record(60)
    const measured = (await used()) - before
    assert.ok(measured > 60 * 40, `${measured} bytes`)
    const device = await greeted(server, id)
    const { payload } = await device.start()
    await rejectsWith(record(60), 409, /limit of 5,000 bytes of stored data/)
    const { id: todo_id } = await add('fills the rest')
    const rest = 5_000 - (await used())
    await client.todos.update({ params: { todo_id }, body: { description: 'x'.repeat(rest) } })
    for (const action of [
      'timer.pause',
      'timer.resume',
      'timer.pause',
      'timer.resume',
      'timer.stop',
    ] as const)
      await updated(device, action, payload.timer.id)
    assert.ok((await used()) > 5_000)
    await rejectsWith(record(2), 409, /limit of 5,000 bytes of stored data/)
    await client.timers.remove({ params: { timer_id: first.id } })
    await record(2)
    device.close()
  })

  it('limit what the history stores, and never block a timer or a deletion', async () => {
    const { id, client, add } = await person('dora')
    const todo = await add('edited', 'a'.repeat(2_000))
    const device = await greeted(server, id)
    const { payload } = await device.start({ todo_id: todo.id })
    const change = (letter: string) =>
      client.todos.update({ params: { todo_id: todo.id }, body: { description: letter.repeat(2_000) } })
    await rejectsWith(
      (async () => {
        for (let i = 0; i < 20; i++) await change(i % 2 === 0 ? 'b' : 'c')
      })(),
      409,
      /bytes of history.*trash/,
    )
    await updated(device, 'timer.pause', payload.timer.id)
    await client.todos.remove({ params: { todo_id: todo.id } })
    assert.ok((await client.users.usage()).history_bytes.used > 20_000)
    await client.history.empty()
    assert.ok((await client.users.usage()).history_bytes.used < 3_000)
    await add('again', 'a'.repeat(2_000))
  })

  it('limit tokens, and report how many sockets are open', async () => {
    const eve = await server.as('eve')
    const create = () => eve.tokens.create({ body: { name: 'x', scopes: ['read'] } })
    await create()
    await rejectsWith(create(), 409, /limit of 1 access tokens/)
    const usage = await eve.users.usage()
    assert.deepEqual(usage.tokens, { used: 1, limit: 1 })
    assert.deepEqual(usage.sockets, { used: 0, limit: 20 })
  })
})
