import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Calendar } from '@daymark/contract/planning/calendar'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { greeted } from '../../../test/support/device.ts'
import { PLANNING } from '../../../test/support/meetings.ts'
import { befriend, block, newPerson, type Person } from '../../../test/support/people.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage } from '../../../test/support/storages.ts'

const MAY = { start_date: '2026-05-01', end_date: '2026-06-01' }
const HOUR = { start_time: '2026-05-04T10:00:00Z', end_time: '2026-05-04T11:00:00Z' }
// Each test uses its own month, because the public items of one test are visible in the next.
const JULY = { start_date: '2026-07-01', end_date: '2026-08-01' }
const AUGUST = { start_date: '2026-08-01', end_date: '2026-09-01' }
const HOURLY = {
  start_time: '2026-07-01T00:00:00Z',
  end_time: '2026-07-01T00:30:00Z',
  recurrence_rule: 'FREQ=HOURLY;UNTIL=20260731T230000Z',
}
const isPublic = { level: 'public' as const }
const QUERY = `query ($from: Date!, $to: Date!, $scope: Scope, $publicFrom: PublicFrom, $mostPerOwner: Int) {
  calendar(startDate: $from, endDate: $to, scope: $scope, publicFrom: $publicFrom,
    mostPerOwner: $mostPerOwner) { isComplete days { events { title } } } }`

forEachStorage('public items in lists', open => {
  let server: TestApp
  let ann: Person
  let bob: Person
  let eve: Person

  before(async () => {
    server = await startTestApp(await open())
  })
  after(() => server.close())

  /** Creates Ann, a friend of hers and a stranger. */
  async function people() {
    ann = await newPerson(server, 'ann', { email: `ann-${crypto.randomUUID()}@example.org` })
    bob = await newPerson(server, 'bob')
    eve = await newPerson(server, 'eve')
    await befriend(ann, bob)
  }

  const toAnn = () => ({
    level: 'allowed_emails' as const,
    allowed_emails: [String(ann.claims['email'])],
  })

  /** Creates a private, a public and a shared item of each kind. */
  async function addOfEachKind({ client, id, claims }: Person): Promise<void> {
    const group = await client.tags.createGroup({ body: { name: 'G', color: '#4F86C6' } })
    const device = await greeted(server, id, { claims })
    for (const [word, visibility] of [
      ['private', undefined],
      ['public', isPublic],
      ['given', toAnn()],
    ] as const) {
      const more = { title: `${word} of ${id}`, ...(visibility && { visibility }) }
      await client.schedules.create({ body: { ...HOUR, ...more } })
      await client.todos.create({ body: { tag_group_id: group.id, ...more } })
      await client.meetings.create({ body: { ...PLANNING, ...more } })
      await device.start(more)
    }
    await device.close()
  }

  const titles = (items: readonly { title?: string | null }[]) => items.map(item => item.title ?? '').sort()

  it('include those of anyone, or only those of friends, in every list', async () => {
    await people()
    for (const person of [ann, bob, eve]) await addOfEachKind(person)
    const { client } = ann
    const lists = {
      schedules: (query: object) => client.schedules.list({ query: { ...MAY, ...query } }),
      todos: (query: object) => client.todos.list({ query }),
      timers: (query: object) => client.timers.list({ query }),
      meetings: (query: object) => client.meetings.list({ query }),
    }
    const mine = ['given', 'private', 'public'].map(word => `${word} of ${ann.id}`)
    const known = [`given of ${bob.id}`, `given of ${eve.id}`, `public of ${bob.id}`]
    const strangers = [`public of ${eve.id}`]
    for (const [name, list] of Object.entries(lists)) {
      const found = async (query: object) => titles(await list(query))
      assert.deepEqual(await found({ public_from: 'friends' }), mine, name)
      assert.deepEqual(await found({ scope: 'shared', public_from: 'friends' }), known, name)
      assert.deepEqual(
        await found({ scope: 'all', public_from: 'friends' }),
        [...mine, ...known].sort(),
        name,
      )
      assert.deepEqual(await found({ scope: 'shared' }), [...known, ...strangers].sort(), name)
      assert.deepEqual(
        await found({ scope: 'shared', public_from: 'anyone' }),
        [...known, ...strangers].sort(),
        name,
      )
      await rejectsWith(list({ public_from: 'nobody' }), 422, /public_from/)
    }
    assert.deepEqual(
      (await events({ scope: 'ALL', publicFrom: 'FRIENDS' })).titles.sort(),
      [...mine, ...known].sort(),
    )
    await block(ann, bob)
    for (const [name, list] of Object.entries(lists)) {
      const found = titles(await list({ scope: 'shared', public_from: 'friends' }))
      assert.deepEqual(found, [`given of ${eve.id}`], name)
    }
  })

  async function events(variables: object, month = '05'): Promise<{ titles: string[]; isComplete: boolean }> {
    const { data, errors } = await ann.client.calendar.query({
      body: { query: QUERY, variables: { ...variables, from: `2026-${month}-01`, to: `2026-${month}-31` } },
    })
    assert.equal(errors, undefined)
    const calendar = data?.['calendar'] as Calendar | undefined
    const { days = [], isComplete = false } = calendar ?? {}
    return { titles: days.flatMap(day => day.events.map(event => event.title)), isComplete }
  }

  it('are filtered for todos found by group and by tag', async () => {
    await people()
    for (const { client } of [bob, eve]) {
      const group = await client.tags.createGroup({ body: { name: 'G', color: '#4F86C6' } })
      const tag = await client.tags.create({ body: { name: 't', color: '#4F86C6', group_id: group.id } })
      const body = { tag_group_id: group.id, tag_ids: [tag.id], visibility: isPublic }
      await client.todos.create({ body: { ...body, title: 'Open' } })
      const count = async (query: object) =>
        (await ann.client.todos.list({ query: { scope: 'shared', ...query } })).length
      const expected = client === bob.client ? 1 : 0
      for (const filter of [{ group_ids: [group.id] }, { tag_ids: [tag.id] }]) {
        assert.equal(await count(filter), 1)
        assert.equal(await count({ ...filter, public_from: 'friends' }), expected)
      }
    }
  })

  it("include a stranger's meeting in which one takes part", async () => {
    await people()
    const { id } = await eve.client.meetings.create({ body: { ...PLANNING, visibility: isPublic } })
    const query = { scope: 'shared', public_from: 'friends' } as const
    assert.deepEqual(await ann.client.meetings.list({ query }), [])
    await ann.client.meetings.participate({ params: { meeting_id: id }, body: { display_name: 'Ann' } })
    assert.deepEqual(
      (await ann.client.meetings.list({ query })).map(meeting => meeting.id),
      [id],
    )
    await befriend(ann, eve)
    assert.equal((await ann.client.meetings.list({ query })).length, 1)
  })

  it("never displace one's own: lists have a limit per owner, and the calendar keeps them", async () => {
    await people()
    for (let count = 0; count < 15; count++) {
      const body = { ...HOURLY, title: 'Noise', visibility: isPublic }
      await eve.client.schedules.create({ body })
    }
    const late = { start_time: '2026-07-31T20:00:00Z', end_time: '2026-07-31T21:00:00Z' }
    await ann.client.schedules.create({ body: { ...late, title: 'Own' } })
    await bob.client.schedules.create({
      body: { ...late, title: 'Friendly', visibility: { level: 'friends' } },
    })
    const list = (more: object) => ann.client.schedules.list({ query: { ...JULY, scope: 'all', ...more } })
    assert.ok(!titles(await list({})).includes('Own'), 'it is on the second page')
    const limited = await list({ most_per_owner: 100 })
    assert.equal(limited.length, 102)
    assert.deepEqual(titles(limited.slice(-2)), ['Friendly', 'Own'])
    assert.deepEqual(titles(await list({ public_from: 'friends' })), ['Friendly', 'Own'])
    await rejectsWith(list({ most_per_owner: 0 }), 422, /most_per_owner/)

    const all = await events({ scope: 'ALL' }, '07')
    assert.equal(all.isComplete, false)
    assert.deepEqual(titles(all.titles.slice(-2).map(title => ({ title }))), ['Friendly', 'Own'])
    const few = await events({ scope: 'ALL', mostPerOwner: 5 }, '07')
    assert.equal(few.isComplete, false)
    assert.equal(few.titles.length, 7)
    assert.deepEqual(await events({ scope: 'MINE' }, '07'), { titles: ['Own'], isComplete: true })
    const known = await events({ scope: 'ALL', publicFrom: 'FRIENDS' }, '07')
    assert.deepEqual(known.isComplete, true)
    const { errors } = await ann.client.calendar.query({
      body: { query: QUERY, variables: { from: '2026-07-01', to: '2026-07-01', mostPerOwner: 0 } },
    })
    assert.match(errors?.[0]?.message ?? '', /mostPerOwner/)
  })

  it("never displace one's own, even if there are very many", async () => {
    await people()
    const early = { start_time: '2026-08-04T10:00:00Z', end_time: '2026-08-04T11:00:00Z' }
    for (let count = 0; count < 12; count++) {
      await eve.client.schedules.create({ body: { ...early, title: `${count}`, visibility: isPublic } })
    }
    const late = { start_time: '2026-08-31T20:00:00Z', end_time: '2026-08-31T21:00:00Z' }
    await ann.client.schedules.create({ body: { ...late, title: 'Own' } })
    const page = await ann.client.schedules.list({
      query: { ...AUGUST, scope: 'all', most_per_owner: 3, limit: 5 },
    })
    assert.equal(page.at(-1)?.title, 'Own')
    assert.equal(page.filter(each => each.owner_id === eve.id).length, 3)
  })
})
