import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@daymark/client'
import type { Schedule } from '@daymark/contract/planning/schedule'
import { startTestApp, type TestApp } from '../../../../../test/support/app.ts'
import { fewest } from '../../../../../test/support/fewest.ts'
import { befriend, newPerson } from '../../../../../test/support/people.ts'
import { rejectsWith } from '../../../../../test/support/rejects.ts'
import { forEachStorage, onceFor } from '../../../../../test/support/storages.ts'
import { visibilityStore } from '../../../visibility/store.ts'
import { ownSeparately, ReadBudget } from './range.ts'
import { rangeStore } from './range-store.ts'

const SOME_ID = '01a1dd40-93c2-7156-a99d-dae837885b29'
const BLUE = '#4F86C6'
const MAY = { from: Date.UTC(2026, 4, 1), to: Date.UTC(2026, 5, 1) }

forEachStorage('pages of schedules', (open, name) => {
  const itOnce = onceFor(name)
  let server: TestApp
  let statements = 0

  before(async () => {
    server = await startTestApp(await open({ observe: () => statements++ }))
  })
  after(() => server.close())

  const add = (who: Client, title: string, start_time: string, end_time: string, more: object = {}) =>
    who.schedules.create({ body: { title, start_time, end_time, ...more } })

  /** Follows the `next` links to the last page. */
  async function pagesOf(personId: string, query: Record<string, string>): Promise<Schedule[][]> {
    const token = await server.issuer.token({ sub: personId, name: personId })
    const pages: Schedule[][] = []
    let path: string | undefined = `/v1/schedules?${new URLSearchParams(query)}`
    while (path) {
      const response = await server.fetch(path, { headers: { authorization: `Bearer ${token}` } })
      pages.push((await response.json()) as Schedule[])
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
    }
    return pages
  }

  it('are the same when a calendar with many schedules is read in several statements', async () => {
    const [ann, bob] = [await newPerson(server, 'ann'), await newPerson(server, 'bob')]
    await befriend(ann, bob)
    for (const [at, who] of [ann, bob, ann, ann, bob].entries())
      await add(who.client, `${at}`, `2026-05-0${at + 1}T09:00Z`, `2026-05-0${at + 1}T10:00Z`, {
        visibility: { level: at === 4 ? 'public' : 'friends' },
        ...(at % 2 === 0 && { recurrence_rule: 'FREQ=DAILY' }),
      })
    for (const public_from of ['anyone', 'friends'] as const) {
      const request = {
        window: MAY,
        zone: { name: 'UTC' },
        scope: 'all' as const,
        public_from,
        tag_ids: [],
        group_ids: [],
      }
      const read = (at_once: number) =>
        server.storage.read(async db => {
          const viewer = await visibilityStore(db).viewer(ann.id)
          const found = await rangeStore(db).candidates(viewer, ownSeparately(request), {
            most: 100,
            at_once,
          })
          return found.toSorted((a, b) => (a.id < b.id ? -1 : 1))
        })
      const whole = await read(100)
      assert.ok(whole.length >= 5)
      assert.deepEqual(await read(2), whole)
    }
  })

  it('read the ids of very many series in several statements, and count each row', async () => {
    const { id, client } = await newPerson(server, 'ann')
    for (let at = 0; at < 25; at++)
      await add(client, `${at}`, '2026-05-01T09:00Z', '2026-05-01T10:00Z', { recurrence_rule: 'FREQ=DAILY' })
    const read: number[] = []
    const budget = new (class extends ReadBudget {
      override spend(count: number): void {
        read.push(count)
        super.spend(count)
      }
    })(25)
    const found = await server.storage.read(db =>
      rangeStore(db).candidates(
        { id, email: null },
        [
          {
            window: MAY,
            zone: { name: 'UTC' },
            scope: 'mine',
            public_from: 'anyone',
            tag_ids: [],
            group_ids: [],
          },
        ],
        { most: 100, at_once: 1, budget },
      ),
    )
    assert.equal(new Set(found.map(each => each.id)).size, 25)
    assert.deepEqual(
      read.filter(count => count > 0),
      [10, 10, 5],
    )
  })

  it('contain every item once, including occurrences and long schedules', async () => {
    const { id, client } = await newPerson(server, 'ann')
    await add(client, 'long', '2026-01-01T00:00Z', '2026-12-01T00:00Z')
    for (let hour = 20; hour <= 23; hour++) {
      await add(client, 'ends at the border', `2026-04-30T${hour}:00Z`, '2026-05-01T00:00Z')
    }
    const daily = await add(client, 'daily', '2026-04-28T09:00Z', '2026-04-28T10:00Z', {
      recurrence_rule: 'FREQ=DAILY',
    })
    await client.schedules.update({
      params: { schedule_id: daily.id },
      query: { instance_start: '2026-04-29T09:00Z' },
      body: { start_time: '2026-05-03T09:00Z', end_time: '2026-05-03T09:30Z' },
    })
    for (let day = 1; day <= 5; day++) {
      await add(client, `day ${day}`, `2026-05-0${day}T09:00Z`, `2026-05-0${day}T09:30Z`)
    }
    const query = { start_date: '2026-05-01', end_date: '2026-05-08' }
    const all = await client.schedules.list({ query })
    assert.equal(all.length, 1 + 7 + 1 + 5)
    for (const limit of [1, 2, 5, 13, 14, 15]) {
      const pages = await pagesOf(id, { ...query, limit: String(limit) })
      assert.deepEqual(pages.flat(), all)
      assert.equal(pages.length, Math.ceil(all.length / limit))
    }
  })

  itOnce('reject a cursor that the list has not returned', async () => {
    const { client } = await newPerson(server, 'ann')
    const query = { start_date: '2026-05-01', end_date: '2026-05-08' }
    for (const key of [['x'], ['1', SOME_ID], [1.5, SOME_ID], [1, 'no id'], [1e300, SOME_ID]]) {
      const cursor = Buffer.from(JSON.stringify(key)).toString('base64url')
      await rejectsWith(client.schedules.list({ query: { ...query, cursor } }), 422, /cursor/)
    }
  })

  itOnce('end at 10,000 items without a limit, and announce the rest', async () => {
    const { id, client } = await newPerson(server, 'ann')
    const { id: series } = await add(client, 'dense', '2025-01-01T00:00Z', '2026-03-01T00:00Z', {
      recurrence_rule: 'FREQ=HOURLY',
    })
    const params = { schedule_id: series }
    await client.schedules.remove({ params, query: { instance_start: '2025-01-02T00:00Z' } })
    const pages = await pagesOf(id, { start_date: '2026-02-28', end_date: '2026-03-02' })
    const starts = pages.flat().map(each => each.instance_start ?? '')
    const hours = (Date.UTC(2026, 2, 2) - Date.UTC(2025, 0, 1)) / 3_600_000
    assert.deepEqual(
      pages.map(page => page.length),
      [9_999, hours - 10_000],
    )
    assert.equal(new Set(starts).size, hours - 1)
    assert.deepEqual(starts, starts.toSorted())
  })

  it('need the same number of statements for 3 items as for 20', async () => {
    const ann = await newPerson(server, 'ann')
    const bob = await newPerson(server, 'bob')
    await befriend(ann, bob)
    const fill = async (who: Client, count: number) => {
      const group = await who.tags.createGroup({ body: { name: 'G', color: BLUE } })
      const tag = await who.tags.create({ body: { name: 't', color: BLUE, group_id: group.id } })
      const one = (at: number) =>
        add(who, `${at}`, '2026-05-01T09:00Z', '2026-05-01T10:00Z', {
          tag_ids: [tag.id],
          visibility: { level: 'friends' },
          ...(at % 3 === 0 && { recurrence_rule: 'FREQ=DAILY' }),
          ...(at % 3 === 1 && { create_todo_options: { tag_group_id: group.id } }),
        })
      for (let from = 0; from < count; from += 20) {
        const many = Math.min(20, count - from)
        await Promise.all(Array.from({ length: many }, (_, at) => one(from + at)))
      }
    }
    const count = async (scope: 'mine' | 'shared' | 'all', at: number) => {
      const query = { start_date: '2026-05-01', end_date: '2026-06-01', scope }
      return fewest(
        () => statements,
        async () => assert.ok((await ann.client.schedules.list({ query })).length >= at),
      )
    }
    for (const who of [ann, bob]) await fill(who.client, 3)
    const few = { mine: await count('mine', 3), shared: await count('shared', 3), all: await count('all', 6) }
    for (const who of [ann, bob]) await fill(who.client, 20)
    const many = {
      mine: await count('mine', 20),
      shared: await count('shared', 20),
      all: await count('all', 40),
    }
    assert.deepEqual(many, few)
    // A list of the viewer's own items also reads the change log position for its ETag.
    assert.ok(few.mine <= 3 && few.shared <= 3 && few.all <= 4, JSON.stringify(few))
  })
})
