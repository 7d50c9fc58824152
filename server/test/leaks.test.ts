// In random worlds, no response may contain the secret mark of an item that the caller may not see.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import fc, { runsOn } from '../../scripts/test/properties.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { type BuiltWorld, buildWorld, type Secret, type Ties } from './support/leak-world.ts'
import type { Person } from './support/people.ts'
import { pairs, worlds } from './support/sharing-world.ts'
import { forEachStorage } from './support/storages.ts'

const DAYS = 'start_date=2026-01-01&end_date=2026-02-01'
const EMBED = 'include_schedule=true&include_todo=true&tag_include_mode=inherit_from_schedule'
/** Enough items for a few worlds to cover most combinations. */
const MAX_THINGS = 30
const SCOPES = ['mine', 'shared', 'all']
const CALENDAR = `query ($scope: Scope) { calendar(startDate: "2026-01-01", endDate: "2026-01-31", scope: $scope) {
  days { events { id title description tags { name description } } } } }`

type Ask = [method: string, path: string, body?: unknown]

const lists: Ask[] = SCOPES.flatMap((scope): Ask[] => [
  ['GET', `/v1/todos?scope=${scope}`],
  ['GET', `/v1/todos?scope=${scope}&limit=2`],
  ['GET', `/v1/schedules?${DAYS}&scope=${scope}`],
  ['GET', `/v1/timers?scope=${scope}&${EMBED}`],
  ['GET', `/v1/meetings?scope=${scope}`],
  ['GET', `/v1/search?q=secret&scope=${scope}&limit=500`],
  ['POST', '/v1/graphql', { query: CALENDAR, variables: { scope: scope.toUpperCase() } }],
])

/** Includes the present, because the world's timers start now. */
const FIVE_YEARS = 'start_date=2025-01-01&end_date=2029-12-31'
const ROWS = ['tag', 'tag_group', 'todo', 'schedule']

const own: Ask[] = [
  ...ROWS.map((rows): Ask => ['GET', `/v1/reports/time?${FIVE_YEARS}&group_by=${rows}&compare=previous`]),
  ['GET', `/v1/reports/time?${FIVE_YEARS}&group_by=todo&bucket=month&format=csv`],
  ['GET', `/v1/reports/goals?${FIVE_YEARS}`],
  ['GET', `/v1/reports/accuracy?${FIVE_YEARS}`],
  ['GET', `/v1/reports/accuracy?${FIVE_YEARS}&format=csv`],
  ['GET', '/v1/reports/activity?year=2026'],
  ['GET', '/v1/todos/stats'],
  ['GET', '/v1/timers/active'],
  ['GET', '/v1/tags'],
  ['GET', '/v1/tags/groups'],
  ['GET', '/v1/friends'],
  ['GET', '/v1/friends/requests/received'],
]

/** Returns requests about one item. Only its owner may send those that change something. */
function about({ id, type }: Secret, groupId: string): Ask[] {
  const patch = { title: 'taken over', visibility: { level: 'public' } }
  const ofType: Record<string, Ask[]> = {
    todo: [
      ['GET', `/v1/todos/${id}`],
      ['GET', `/v1/todos/${id}/timers?${EMBED}`],
      ['GET', `/v1/todos/${id}/timers/active`],
      ['GET', `/v1/reports/time?${FIVE_YEARS}&todo_id=${id}&include_children=true&group_by=todo`],
      ['PATCH', `/v1/todos/${id}`, patch],
      ['POST', '/v1/todos', { title: 'below', tag_group_id: groupId, parent_id: id }],
    ],
    schedule: [
      ['GET', `/v1/schedules/${id}`],
      ['GET', `/v1/schedules/${id}?instance_start=2026-01-15T10:00:00Z`],
      ['GET', `/v1/schedules/${id}/timers?${EMBED}`],
      ['PATCH', `/v1/schedules/${id}`, patch],
      ['POST', `/v1/schedules/${id}/todo?tag_group_id=${groupId}`],
    ],
    timer: [
      ['GET', `/v1/timers/${id}?${EMBED}`],
      ['PATCH', `/v1/timers/${id}`, patch],
      ['DELETE', `/v1/timers/${id}`],
    ],
    meeting: [
      ['GET', `/v1/meetings/${id}`],
      ['GET', `/v1/meetings/${id}/availability`],
      ['GET', `/v1/meetings/${id}/result`],
      ['PATCH', `/v1/meetings/${id}`, patch],
      ['DELETE', `/v1/meetings/${id}`],
    ],
  }
  const name = type === 'source todo' ? 'todo' : type
  const settings: Ask[] = ['GET', 'DELETE'].map(method => [method, `/v1/visibility/${name}/${id}`])
  return [...(ofType[name] ?? []), ...settings]
}

forEachStorage('leaks', (open, name) => {
  let server: TestApp
  let count = 0

  before(async () => {
    server = await startTestApp(await open(), { WS_RATE_LIMIT_ENABLED: 'false' })
  })
  after(() => server.close())

  it('nobody receives a mark of an item that they may not see', async () => {
    const ties: fc.Arbitrary<Ties[]> = fc.array(
      fc.record({ nested: fc.boolean(), with_todo: fc.boolean(), with_schedule: fc.boolean() }),
      { minLength: MAX_THINGS, maxLength: MAX_THINGS },
    )
    await fc.assert(
      fc.asyncProperty(
        worlds(() => `leak${++count}`, { minLength: 25, maxLength: MAX_THINGS }),
        pairs,
        ties,
        async (world, ends, ties) => {
          const built = await buildWorld(server, world, ends, ties)
          try {
            for (const place of built.people.keys()) await search(built, place)
          } finally {
            await Promise.all(built.devices.map(device => device.close()))
          }
        },
      ),
      // Disables shrinking, because a world takes seconds and the message already names the leak.
      { numRuns: runsOn(name, 4), endOnFailure: true },
    )
  })

  async function search({ people, devices, secrets }: BuiltWorld, place: number): Promise<void> {
    const person = people[place] ?? assert.fail()
    const group = await person.client.tags.createGroup({ body: { name: 'G', color: '#000000' } })
    const foreign = secrets.filter(secret => !secret.mark.includes(person.id.replaceAll('-', '')))
    const asks: Ask[] = [
      ...lists,
      ...own,
      // Requests single items only on SQLite: the visibility rules decide about them, and SQL statements do not.
      ...(name === 'sqlite' ? foreign.flatMap(secret => about(secret, group.id)) : []),
      ...(await idsOf('tag_groups', people)).map((id): Ask => ['GET', `/v1/todos/${id}?scope=all`]),
      ...(await idsOf('tags', people)).flatMap((id): Ask[] => [
        ['GET', `/v1/todos?scope=all&tag_ids=${id}`],
        ['GET', `/v1/reports/time?${FIVE_YEARS}&group_by=todo&tag_ids=${id}`],
      ]),
    ]
    const token = await server.issuer.token({ sub: person.id, name: person.id, ...person.claims })
    const seen = new Set<string>()
    for (const [method, path, body] of asks) {
      const text = await answer(token, method, path, body)
      check(text, `${method} ${path}`)
    }
    await devices[place]?.settled()
    for (const message of devices[place]?.received ?? [])
      check(JSON.stringify(message), `socket ${message.type}`)
    for (const secret of secrets) {
      const shown = seen.has(secret.mark)
      if (secret.readers.has(place)) assert.ok(shown, `${person.id} finds ${secret.mark}`)
    }

    function check(text: string, where: string): void {
      for (const { mark, readers } of secrets) {
        if (!text.includes(mark)) continue
        seen.add(mark)
        assert.ok(readers.has(place), `${person.id} received ${mark} by ${where}: ${text}`)
      }
    }
  }

  async function idsOf(table: 'tags' | 'tag_groups', people: Person[]): Promise<string[]> {
    const owners = people.map(each => each.id)
    const rows = await server.storage.read(db =>
      db.sql.selectFrom(table).select('id').where('owner_id', 'in', owners).execute(),
    )
    return rows.map(row => row.id)
  }

  async function answer(token: string, method: string, path: string, body: unknown): Promise<string> {
    const response = await server.fetch(path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    assert.ok(response.status < 500, `${method} ${path}: ${response.status}`)
    return `${JSON.stringify([...response.headers])} ${await response.text()}`
  }
})
