import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import { newId } from '../kernel/ids.ts'
import { OUTCOME_MS, OUTCOME_SHARE, outcomeStore } from './outcome-store.ts'
import { prune } from './retention.ts'

forEachStorage('stored outcomes', open => {
  let server: TestApp
  let people = 0
  before(async () => {
    server = await startTestApp(await open())
  })
  after(() => server.close())

  async function someone() {
    const id = `person-${++people}`
    const client = await server.as(id)
    const group = await client.tags.createGroup({ body: { name: 'G', color: '#112233' } })
    const token = await server.issuer.token({ sub: id, name: id }, { now: server.clock.now() })
    async function ask(method: string, path: string, body: unknown, key: string) {
      const response = await server.fetch(path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
      })
      return {
        status: response.status,
        replayed: response.headers.has('idempotency-replayed'),
        body: (await response.json()) as { id: string; title: string; detail: string },
      }
    }
    return { id, client, group, ask }
  }
  const storage = () => server.storage
  const record = (owner: string, key: string, body: string, at = server.clock.now()) =>
    storage().write([owner], tx =>
      outcomeStore(tx).record(owner, 'http', key, at, { fingerprint: 'f', status: 200, body, seq: null }),
    )
  const find = (owner: string, key: string) =>
    storage().read(db => outcomeStore(db).find(owner, 'http', key, server.clock.now()))
  async function bytes(owner: string) {
    return storage().read(async db => {
      const { rows } = await sql<{ stored: number; total: number }>`
        select (select coalesce(sum(octet_length(body) + 200), 0) from outcomes where owner_id = ${owner}) as stored,
          (select bytes from outcome_totals where owner_id = ${owner}) as total`.execute(db.sql)
      return { stored: Number(rows[0]?.stored), total: Number(rows[0]?.total) }
    })
  }
  const isCounted = async (owner: string) => {
    const { stored, total } = await bytes(owner)
    assert.equal(total, stored)
    return total
  }
  const large = (id = newId()) =>
    JSON.stringify({ id, version: 1, title: randomBytes(48_000).toString('base64').slice(0, 64_000) })

  it('shorten the oldest when a person has no more space, and replay what is there now', async () => {
    const ann = await someone()
    const created = await ann.ask('POST', '/v1/todos', { title: 'First', tag_group_id: ann.group.id }, 'kept')
    const gone = await ann.ask('POST', '/v1/todos', { title: 'Gone', tag_group_id: ann.group.id }, 'gone')
    await ann.client.todos.remove({ params: { todo_id: gone.body.id } })
    await ann.client.todos.update({ params: { todo_id: created.body.id }, body: { title: 'Renamed' } })
    for (let at = 0; at < OUTCOME_SHARE / 64_000 + 2; at++) await record(ann.id, `large ${at}`, large())
    assert.ok((await isCounted(ann.id)) <= OUTCOME_SHARE)
    assert.equal((await find(ann.id, 'large 0'))?.form, 'brief')
    assert.equal((await find(ann.id, `large ${Math.floor(OUTCOME_SHARE / 64_000)}`))?.form, 'plain')
    const again = await ann.ask('POST', '/v1/todos', { title: 'First', tag_group_id: ann.group.id }, 'kept')
    assert.deepEqual([again.status, again.replayed], [201, true])
    assert.deepEqual([again.body.id, again.body.title], [created.body.id, 'Renamed'])
    const missing = await ann.ask('POST', '/v1/todos', { title: 'Gone', tag_group_id: ann.group.id }, 'gone')
    assert.equal(missing.replayed, true)
    assert.equal((await ann.client.todos.list()).length, 1)
  })

  it('are refused when even their short forms do not fit, but only to requests with a key', async () => {
    const ann = await someone()
    await record(ann.id, 'one', '{}')
    await storage().write([ann.id], tx =>
      sql`update outcome_totals set bytes = ${2 * OUTCOME_SHARE} where owner_id = ${ann.id}`.execute(tx.sql),
    )
    const todo = { title: 'x', tag_group_id: ann.group.id }
    const refused = await ann.ask('POST', '/v1/todos', todo, 'two')
    assert.equal(refused.status, 429)
    assert.match(refused.body.detail, /without a key/)
    assert.deepEqual(await ann.client.todos.list(), [])
    await ann.client.todos.create({ body: todo })
  })

  it('count for their owner until they expire or are replaced', async () => {
    const ann = await someone()
    const old = server.clock.now() - OUTCOME_MS - 1
    await record(ann.id, 'old', large(), old)
    await record(ann.id, 'older', large(), old - 1)
    await record(ann.id, 'new', '{}')
    assert.equal(await find(ann.id, 'old'), undefined)
    await isCounted(ann.id)
    await record(ann.id, 'old', '{}')
    await isCounted(ann.id)
    assert.equal((await prune(storage(), server.clock.now(), 90)).outcomes, 1)
    assert.equal(await isCounted(ann.id), 2 * 202)
  })

  it('lose the content of an erased item, also if they are compressed', async () => {
    const ann = await someone()
    const id = newId()
    const text = JSON.stringify({ items: [{ id, version: 1, title: 'secret '.repeat(20_000) }] })
    await record(ann.id, 'large', text)
    assert.equal((await find(ann.id, 'large'))?.body, text)
    await storage().write([ann.id], tx => outcomeStore(tx).erase(ann.id, new Set([id]), new Set()))
    assert.equal((await find(ann.id, 'large'))?.status, 410)
    await isCounted(ann.id)
  })
})
