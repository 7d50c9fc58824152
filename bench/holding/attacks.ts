// What one person, or nobody, can do to the others through the public interface.
import { newId } from '../../server/src/platform/kernel/ids.ts'
import { zipOf } from '../../server/test/support/write-zip.ts'

export interface Target {
  url: string
  /** A server that misbehaves; see `hostile-server.ts`. */
  hostile: string
}

export interface Person {
  id: string
  email: string
  token: string
  group: string
}

export interface Attack {
  name: string
  prepare?(target: Target, person: Person): Promise<unknown>
  /** One round. The benchmark repeats it until the time is up. */
  run(target: Target, person: Person, end: AbortSignal): Promise<unknown>
}

const PARALLEL = 10

interface Options {
  body?: object | Uint8Array | string
  headers?: Record<string, string>
  signal?: AbortSignal
}

async function ask(
  { url }: Target,
  person: Person | undefined,
  method: string,
  path: string,
  { body, headers, signal }: Options = {},
): Promise<unknown> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(person && { authorization: `Bearer ${person.token}` }),
      'content-type': isRaw ? 'application/octet-stream' : 'application/json',
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? Buffer.from(body as string) : JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  const text = await response.text()
  return /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

const inParallel = (count: number, make: (index: number) => Promise<unknown>): Promise<unknown> =>
  Promise.allSettled(times(count, make))

/** 120 MB of line breaks, commas or numbers, which pack into a few KB. */
const BOMB = 120 * 1_048_576
let bombs: Uint8Array[] | undefined
const uploads = (): Uint8Array[] => {
  bombs ??= [
    zipOf({ 'todos.csv': Buffer.alloc(BOMB, '\n') }),
    zipOf({ 'todos.csv': Buffer.alloc(BOMB, ',') }),
    zipOf({
      'todos.json': Buffer.concat([Buffer.from('['), Buffer.alloc(BOMB / 2, '0,'), Buffer.from('0]')]),
    }),
    zipOf({ 'todos.json': Buffer.alloc(BOMB / 2, '[],') }),
    Buffer.from(`title,due\n${'x'.repeat(5_000_000)},2026-01-01\n`),
    Buffer.from(`${times(1_000_000, index => `c${index}`).join(',')}\n1\n`),
  ]
  return bombs
}

const csvOf = (rows: number) =>
  `id,title,list\n${times(rows, index => `${newId()},Todo ${index},Many`).join('\n')}\n`

const LIST = `query { calendar(startDate: "2026-01-01", endDate: "2026-12-31") { days { events { id title } } } }`

const report = `<?xml version="1.0"?><c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><d:getetag/><c:calendar-data/></d:prop>
  <c:filter><c:comp-filter name="VCALENDAR"/></c:filter></c:calendar-query>`

/** The `Authorization` of calendar apps, by the id of the person. */
const calendarApps = new Map<string, string>()

async function newCalendarApp(target: Target, person: Person): Promise<void> {
  const body = { name: 'bench' }
  const created = await ask(target, person, 'POST', '/v1/account/device_passwords', { body })
  const { username, password } = created as { username: string; password: string }
  calendarApps.set(person.id, `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`)
}

async function manySeries(target: Target, person: Person): Promise<void> {
  for (let index = 0; index < 300; index++)
    await ask(target, person, 'POST', '/v1/schedules', {
      body: {
        title: `Series ${index}`,
        start_time: '2016-01-01T09:00:00Z',
        end_time: '2016-01-01T09:30:00Z',
        recurrence_rule: 'FREQ=DAILY',
      },
    })
}

async function manyTodos(target: Target, person: Person, rows: number): Promise<void> {
  await ask(target, person, 'POST', '/v1/import/csv', { body: csvOf(rows) })
}

const LARGE_READS = ['/v1/todos', '/v1/history', '/v1/changes?limit=1000', '/v1/trash', '/v1/timers']

/** A deletion of todos that are shared with many, which fills several megabytes of the trash. */
async function largeDeletion(target: Target, person: Person): Promise<void> {
  const visibility = {
    level: 'allowed_emails',
    allowed_emails: times(500, index => `a${index}@example.org`),
    allowed_domains: times(500, index => `d${index}.example.org`),
  }
  const ids = times(40, () => newId())
  for (const id of ids)
    await ask(target, person, 'POST', '/v1/todos', {
      body: { id, title: 'Shared', tag_group_id: person.group, visibility },
    })
  await ask(target, person, 'POST', '/v1/todos/bulk', { body: { ids, change: { delete: true } } })
}

/** The paths of the guests' answers, by the owner of the poll. */
const answers = new Map<string, string>()
let answered = 0

export const attacks: readonly Attack[] = [
  {
    name: 'uploads',
    run: (target, person, signal) => {
      const all = uploads()
      const [body = ''] = [all[Math.floor(Math.random() * all.length)]]
      return ask(target, person, 'POST', '/v1/import/auto', { body, signal })
    },
  },
  {
    name: 'imports-and-deletions',
    async run(target, person, signal) {
      await ask(target, person, 'POST', '/v1/import/csv', { body: csvOf(20_000), signal })
      const groups = (await ask(target, person, 'GET', '/v1/tags/groups')) as { id: string; name: string }[]
      for (const { id, name } of groups)
        if (name === 'Many') await ask(target, person, 'DELETE', `/v1/tags/groups/${id}`, { signal })
      await ask(target, person, 'DELETE', '/v1/trash', { signal })
    },
  },
  {
    name: 'keyed-graphql',
    prepare: manySeries,
    run: (target, person, signal) =>
      ask(target, person, 'POST', '/v1/graphql', {
        body: { query: LIST },
        headers: { 'idempotency-key': newId() },
        signal,
      }),
  },
  {
    name: 'graphql-aliases',
    prepare: manySeries,
    run: (target, person, signal) => {
      const day = 'calendar(startDate: "2026-01-01", endDate: "2026-12-31") { days { events { id } } }'
      const query = `query { ${times(PARALLEL, index => `a${index}: ${day}`).join(' ')} }`
      return ask(target, person, 'POST', '/v1/graphql', { body: { query }, signal })
    },
  },
  {
    name: 'large-reads',
    prepare: async (target, person) => {
      await manyTodos(target, person, 10_000)
      await largeDeletion(target, person)
    },
    run: (target, person, signal) =>
      inParallel(PARALLEL, index =>
        ask(target, person, 'GET', LARGE_READS[index % LARGE_READS.length] ?? '', { signal }),
      ),
  },
  {
    name: 'answers-of-guests',
    prepare: async (target, person) => {
      const poll = {
        title: 'Poll',
        start_date: '2026-03-01',
        end_date: '2026-04-30',
        available_days: [0, 1, 2, 3, 4, 5, 6],
      }
      const hours = { start_time: '00:00', end_time: '24:00', time_slot_minutes: 15 }
      const { id } = (await ask(target, person, 'POST', '/v1/meetings', { body: { ...poll, ...hours } })) as {
        id: string
      }
      const { link } = (await ask(target, person, 'PUT', `/v1/meetings/${id}/link`)) as { link: string }
      const body = { display_name: 'Guest', time_slots: [] }
      const { edit_token } = (await ask(target, undefined, 'POST', `/v1/polls/${link}/answers`, {
        body,
      })) as {
        edit_token: string
      }
      answers.set(person.id, `/v1/polls/${link}/answers/${edit_token}`)
    },
    run: async (target, person, signal) => {
      const odd = answered++ % 2
      const time_slots = times(500, index => ({
        slot_date: `2026-03-${String(1 + (index % 30)).padStart(2, '0')}`,
        start_time: `${String(Math.floor(index / 30)).padStart(2, '0')}:${odd === 0 ? '00' : '30'}`,
        end_time: `${String(Math.floor(index / 30)).padStart(2, '0')}:${odd === 0 ? '15' : '45'}`,
      }))
      const body = { display_name: 'Guest', time_slots }
      await ask(target, undefined, 'PUT', answers.get(person.id) ?? '', { body, signal })
    },
  },
  {
    name: 'caldav-reports',
    async prepare(target, person) {
      await manySeries(target, person)
      await newCalendarApp(target, person)
    },
    run: (target, person, signal) =>
      inParallel(PARALLEL * 2, () =>
        ask(target, undefined, 'REPORT', `/dav/${person.id}/schedules/`, {
          body: report,
          headers: {
            authorization: calendarApps.get(person.id) ?? '',
            'content-type': 'application/xml',
            depth: '1',
          },
          signal,
        }),
      ),
  },
  {
    name: 'exports',
    prepare: (target, person) => manyTodos(target, person, 20_000),
    run: (target, person, signal) =>
      inParallel(PARALLEL, () => ask(target, person, 'GET', '/v1/account/export?history=true', { signal })),
  },
  {
    name: 'search',
    prepare: (target, person) => manyTodos(target, person, 20_000),
    run: (target, person, signal) =>
      inParallel(PARALLEL, index =>
        ask(target, person, 'GET', `/v1/search?q=t%20o%20d%20${index}`, { signal }),
      ),
  },
  {
    name: 'deep-trees',
    async run(target, person, signal) {
      let parent: string | null = null
      for (let level = 0; level < 34; level++) {
        const body: object = { title: `Level ${level}`, tag_group_id: person.group, parent_id: parent }
        const { id } = (await ask(target, person, 'POST', '/v1/todos', { body, signal })) as { id?: string }
        parent = id ?? parent
      }
      const todos = (await ask(target, person, 'GET', '/v1/todos?limit=500', { signal })) as { id: string }[]
      const ids = todos.map(({ id }) => id)
      await ask(target, person, 'POST', '/v1/todos/bulk', { body: { ids, change: { priority: 1 } }, signal })
      await ask(target, person, 'POST', '/v1/todos/bulk', { body: { ids, change: { delete: true } }, signal })
    },
  },
  {
    name: 'shared-with-many',
    async run(target, person, signal) {
      const visibility = {
        level: 'allowed_emails',
        allowed_emails: times(500, index => `a${index}@example.org`),
        allowed_domains: times(500, index => `d${index}.example.org`),
      }
      const ids: string[] = times(100, () => newId())
      for (const id of ids)
        await ask(target, person, 'POST', '/v1/todos', {
          body: { id, title: 'Shared', tag_group_id: person.group, visibility },
          signal,
        })
      await ask(target, person, 'POST', '/v1/todos/bulk', { body: { ids, change: { delete: true } }, signal })
    },
  },
  {
    name: 'webhooks',
    run: (target, person, signal) =>
      inParallel(4, async index => {
        const path = ['upgrade', 'silent', 'headers', 'body'][index] ?? ''
        const body = { name: path, url: `${target.hostile}/${path}`, kinds: ['todo'] }
        const { id } = (await ask(target, person, 'POST', '/v1/webhooks', { body, signal })) as { id: string }
        const headers = { 'idempotency-key': newId() }
        await ask(target, person, 'POST', `/v1/webhooks/${id}/test`, { headers, signal })
        await ask(target, person, 'DELETE', `/v1/webhooks/${id}`, { signal })
      }),
  },
  {
    name: 'subscriptions',
    run: (target, person, signal) =>
      inParallel(4, index => {
        const path = ['upgrade', 'silent', 'headers', 'body'][index] ?? ''
        const body = { name: path, url: `${target.hostile}/${path}` }
        return ask(target, person, 'POST', '/v1/subscriptions', { body, signal })
      }),
  },
  {
    name: 'authorize',
    run: (target, _person, signal) =>
      inParallel(PARALLEL, () => {
        const client = encodeURIComponent(`https://${newId()}.invalid/client.json`)
        const path = `/auth/oauth/authorize?client_id=${client}&response_type=code&redirect_uri=${client}&scope=openid&state=x&code_challenge=${'x'.repeat(43)}&code_challenge_method=S256`
        return ask(target, undefined, 'GET', path, { signal })
      }),
  },
]
