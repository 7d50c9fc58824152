// Every list must end a page before it grows too large, with and without `limit`, and the pages must contain all items.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { meetingStore } from '../src/features/meetings/store.ts'
import { scheduleStore } from '../src/features/planning/schedules/store.ts'
import { todoStore } from '../src/features/planning/todos/store.ts'
import { tagStore } from '../src/features/tags/store.ts'
import { timerStore } from '../src/features/timers/store.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import type { Db } from '../src/platform/storage/unit-of-work.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { newPerson, type Person } from './support/people.ts'
import { forEachStorage } from './support/storages.ts'

const MAX_BYTES = 8 * 1024 * 1024
/** The longest allowed description, with characters that take four bytes each. */
const LONG = '𝄞'.repeat(10_000)
/** Enough items to exceed one page. */
const COUNT = 230
const COLOR = '#112233'

interface Copying<Item> {
  find(id: string): Promise<Item | undefined>
  insert(item: Item): Promise<unknown>
}

forEachStorage('pages of large items', (open, name) => {
  let server: TestApp
  let ann: Person
  let group: string
  before(async () => {
    server = await startTestApp(await open(), {}, { watched: false })
    ann = await newPerson(server, 'ann')
    group = (await ann.client.tags.createGroup({ body: { name: 'G', color: COLOR } })).id
  })
  after(() => server.close())

  /** Copies an item in the database, because creating that many through requests would take half a minute. */
  async function copy<Item extends { id: string }>(
    { id }: { id: string },
    storeOf: (db: Db) => Copying<Item>,
  ): Promise<void> {
    await server.storage.write([ann.id], async tx => {
      const store = storeOf(tx)
      const item = await store.find(id)
      assert.ok(item)
      for (let at = 1; at < COUNT; at++) await store.insert({ ...item, id: newId() })
    })
  }

  async function pagesOf(path: string, itemsOf = (body: unknown) => body as { id: string }[]) {
    const token = await server.issuer.token({ sub: ann.id }, { now: server.clock.now() })
    const pages: string[][] = []
    let next: string | undefined = path
    while (next !== undefined) {
      const response: Response = await server.fetch(next, { headers: { authorization: `Bearer ${token}` } })
      assert.equal(response.status, 200)
      const text = await response.text()
      assert.ok(Buffer.byteLength(text) <= MAX_BYTES + 100, `${Buffer.byteLength(text)} bytes`)
      pages.push(itemsOf(JSON.parse(text)).map(item => item.id))
      next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    }
    return pages
  }

  async function holds(path: string, itemsOf?: (body: unknown) => { id: string }[]): Promise<string[]> {
    const whole = await pagesOf(path, itemsOf)
    assert.ok(whole.length > 1, 'more than one page')
    assert.ok((whole[0]?.length ?? 0) > COUNT / 2, 'and not many')
    const ids = whole.flat()
    assert.equal(new Set(ids).size, COUNT)
    return ids
  }

  async function holdsWithLimit(path: string, ids: readonly string[]): Promise<void> {
    // This limit is higher than what fits into the page's bytes, so it never ends a page.
    const limited = await pagesOf(`${path}limit=${COUNT - 5}`)
    assert.deepEqual(limited.flat(), ids)
    assert.ok(limited.length > 1)
  }

  it('todos, as a list and by group', async () => {
    const body = { title: 't', description: LONG, tag_group_id: group }
    await copy(await ann.client.todos.create({ body }), todoStore)
    await holdsWithLimit('/v1/todos?', await holds('/v1/todos'))
    await holds(`/v1/todos/${group}`, body => (body as { items: { id: string }[] }).items)
  })

  it('schedules', async () => {
    const times = { start_time: '2026-05-01T09:00:00Z', end_time: '2026-05-01T10:00:00Z' }
    const body = { title: 's', description: LONG, ...times }
    await copy(await ann.client.schedules.create({ body }), scheduleStore)
    const path = '/v1/schedules?start_date=2026-05-01&end_date=2026-05-02'
    await holdsWithLimit(`${path}&`, await holds(path))
  })

  // The other lists run only on SQLite, because they end their pages in the same way as todos, and occurrences are
  // counted after reading.
  if (name !== 'sqlite') return

  it('occurrences of one series', async () => {
    await ann.client.schedules.create({
      body: {
        title: 'daily',
        description: LONG,
        start_time: '2027-01-01T09:00:00Z',
        end_time: '2027-01-01T10:00:00Z',
        recurrence_rule: `FREQ=DAILY;COUNT=${COUNT}`,
      },
    })
    await holds('/v1/schedules?start_date=2027-01-01&end_date=2027-12-31')
  })

  it('timers, with linked items', async () => {
    const schedule = await ann.client.schedules.create({
      body: { title: 's', start_time: '2025-05-01T09:00:00Z', end_time: '2025-05-01T10:00:00Z' },
    })
    const now = server.clock.now()
    await server.storage.write([ann.id], async tx => {
      for (let at = 0; at < COUNT; at++) {
        await timerStore(tx).insert({
          id: newId(),
          owner_id: ann.id,
          schedule_id: schedule.id,
          todo_id: null,
          title: `${at}`,
          description: LONG,
          allocated_duration: 60,
          status: 'RUNNING',
          started_at: now - at,
          history: [{ action: 'start', at: now - at }],
          corrected_at: null,
          version: 1,
          created_at: now,
          updated_at: now,
        })
      }
    })
    await holds('/v1/timers')
    await holds('/v1/timers?include_schedule=true')
    await holds(`/v1/schedules/${schedule.id}/timers`)
  })

  it('meetings', async () => {
    const made = await ann.client.meetings.create({
      body: {
        title: 'm',
        description: LONG,
        start_date: '2026-05-01',
        end_date: '2026-05-02',
        available_days: [0, 1, 2, 3, 4, 5, 6],
        start_time: '09:00:00',
        end_time: '10:00:00',
      },
    })
    await copy(made, meetingStore)
    await holds('/v1/meetings')
  })

  it('tags', async () => {
    const body = { name: 'tag', description: LONG, color: COLOR, group_id: group }
    await copy(await ann.client.tags.create({ body }), tx => ({
      find: id => tagStore(tx).findTag(ann.id, id),
      insert: tag => tagStore(tx).insertTag({ ...tag, name: tag.id }),
    }))
    await holds('/v1/tags')
  })

  it('one item that is too large by itself is returned alone', async () => {
    const [[only] = []] = await Promise.all([ann.client.tags.listGroups()])
    assert.equal(only?.tags.length, COUNT)
  })
})
