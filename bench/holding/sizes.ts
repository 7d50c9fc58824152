// Tries very large accounts on a server with 256 MB of heap, beside another person who writes all the time:
//   npm run bench:holding -- --sizes                    all cases on both databases
//   npm run bench:holding -- --sizes removal levels     only these
// DATABASES=sqlite or postgres chooses one database, ENTRIES, TODOS, GROUP, LEVELS, SHARED and ADDRESSEES change the numbers.
// For each step: how long it takes, and the slowest and the 99th percentile of the other person's writes meanwhile.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseAddress } from '../../server/src/platform/storage/database-name.ts'
import { openStorage } from '../../server/src/platform/storage/open.ts'
import { CAPTURED } from '../../server/src/platform/storage/statements/captured-rows.ts'
import type { Db, Storage } from '../../server/src/platform/storage/unit-of-work.ts'
import { type RunningServer, startProgram } from '../../server/test/support/process.ts'
import { onBothDatabases } from '../support/databases.ts'
import { residentMemory } from '../support/process-memory.ts'
import { seedLarge } from '../support/seeds/large-seed.ts'
import type { Person } from './attacks.ts'
import { emptyDatabase, signUp } from './sign-up.ts'

const size = (name: string, usual: number) => Number(process.env[name] ?? usual)
const MB = 1_048_576
/** The list that `seedLarge` creates. */
const GROUP = '01900000-0001-7000-8000-000000000000'

const levelId = (n: number): string => `01900000-0001-7000-8000-${n.toString(16).padStart(12, '0')}`

/** What a case can do with the server. */
interface World {
  large: Person
  other: Person
  /** Sends a request of the person with the large account. Waits for the end of a job. */
  ask(method: string, path: string, body?: object): Promise<string>
  /** Sends a request of the other person, who is the administrator. */
  administer(method: string, path: string): Promise<{ status: number; body: string }>
  restart(): Promise<void>
}

interface Case {
  name: string
  seed(storage: Storage, person: Person): Promise<void>
  steps: readonly [name: string, run: (world: World) => Promise<string>][]
}

const nothing = { todos: 0, timers: 0, entries: 0, friends: 0, changes: 0 }
const group = `/v1/tags/groups/${GROUP}`
const undoLast = async ({ ask }: World): Promise<string> => {
  const [latest] = JSON.parse(await ask('GET', '/v1/history?limit=1')) as { batch_id: string }[]
  return ask('POST', `/v1/history/${latest?.batch_id}/undo`)
}
const read =
  (path: string) =>
  async ({ ask }: World) =>
    ask('GET', path)

const cases: readonly Case[] = [
  {
    name: 'removal',
    seed: (storage, { id }) =>
      seedLarge(storage, {
        ...{ ...nothing, owner: id, todos: size('TODOS', 100_000), entries: 10_000, friends: 1_000 },
        changes: size('ENTRIES', 3_000_000),
      }),
    steps: [
      [
        'delete the person: until the answer',
        async ({ administer, large }) => {
          const { status, body } = await administer('DELETE', `/v1/admin/people/${large.id}`)
          return `${status} ${body}`
        },
      ],
      [
        'kill -9, restart',
        async ({ restart }) => {
          await restart()
          return ''
        },
      ],
      [
        'until nothing is left',
        async ({ administer, large }) => {
          for (;;) {
            const { body } = await administer('GET', '/v1/admin/people')
            if (body.includes('"id"') && !body.includes(large.id)) return ''
            await pause(500)
          }
        },
      ],
    ],
  },
  {
    name: 'group',
    seed: (storage, { id }) => seedLarge(storage, { ...nothing, owner: id, todos: size('GROUP', 40_000) }),
    steps: [
      ['delete a list', ({ ask }) => ask('DELETE', group)],
      ['undo', undoLast],
      ['delete it again', ({ ask }) => ask('DELETE', group)],
      ['the trash', read('/v1/trash')],
      ['empty the trash', ({ ask }) => ask('DELETE', '/v1/trash')],
    ],
  },
  {
    name: 'million',
    seed: (storage, { id }) => seedLarge(storage, { ...nothing, owner: id, todos: size('TODOS', 1_000_000) }),
    steps: [
      ['50 todos', read('/v1/todos?limit=50')],
      ['all todos, as far as they are sent', read('/v1/todos')],
      ['statistics', read('/v1/todos/stats')],
      ['search', read('/v1/search?q=report&limit=20')],
      ['snapshot', read('/v1/changes/snapshot?kinds=todo&limit=500')],
      ['export', read('/v1/account/export')],
    ],
  },
  {
    name: 'levels',
    seed: (storage, { id, group }) => seedLevels(storage, id, group, size('LEVELS', 12_000)),
    steps: [
      ['list', read('/v1/todos?limit=500')],
      ['list with totals', read('/v1/todos?limit=500&include_totals=true')],
      ['search', read('/v1/search?q=level&limit=50')],
      ['the deepest todo', ({ ask }) => ask('GET', `/v1/todos/${levelId(size('LEVELS', 12_000) - 1)}`)],
      ['the highest todo', read(`/v1/todos/${levelId(0)}?include_totals=true`)],
      [
        'change the deepest todo',
        ({ ask }) => ask('PATCH', `/v1/todos/${levelId(size('LEVELS', 12_000) - 1)}`, { title: 'Changed' }),
      ],
      ['export', read('/v1/account/export')],
      ['delete the list', ({ ask, large }) => ask('DELETE', `/v1/tags/groups/${large.group}`)],
      ['undo', undoLast],
    ],
  },
  {
    name: 'shared',
    seed: (storage, { id, group }) =>
      seedShared(storage, id, group, { items: size('SHARED', 1_000), addressees: size('ADDRESSEES', 1_000) }),
    steps: [
      [
        'delete shared items in bulk',
        ({ ask }) => {
          const ids = Array.from({ length: size('SHARED', 1_000) }, (_, at) => levelId(at))
          return ask('POST', '/v1/todos/bulk', { ids, change: { delete: true } })
        },
      ],
      ['undo', undoLast],
    ],
  },
]

const STEP = 5_000

async function seedRows(
  storage: Storage,
  owner: string,
  count: number,
  statement: (db: Db, series: string, idOf: (n: string) => string) => string,
): Promise<void> {
  for (let from = 0; from < count; from += STEP)
    await storage.write([owner], async tx => {
      const to = Math.min(from + STEP, count) - 1
      const isSqlite = tx.dialect.name === 'sqlite'
      const series = isSqlite
        ? `from (with recursive c (n) as (select ${from} union all select n + 1 from c where n < ${to}) select n from c) as s`
        : `from generate_series(${from}::bigint, ${to}::bigint) as s (n)`
      const idOf = (n: string) =>
        isSqlite
          ? `printf('01900000-0001-7000-8000-%012x', ${n})`
          : `('01900000-0001-7000-8000-' || lpad(to_hex((${n})::bigint), 12, '0'))::uuid`
      await tx.execute(`${statement(tx, series, idOf)} ${CAPTURED}`, [])
    })
}

/** A chain as it could be made before levels were limited. */
const seedLevels = (storage: Storage, owner: string, groupId: string, levels: number): Promise<void> =>
  seedRows(
    storage,
    owner,
    levels,
    (
      _,
      series,
      idOf,
    ) => `insert into todos (id, owner_id, tag_group_id, parent_id, title, status, status_rank,
        deadline_rank, newest_rank, created_at, updated_at)
      select ${idOf('n')}, '${owner}', '${groupId}', case when n > 0 then ${idOf('n - 1')} end, 'Level ' || n,
        'UNSCHEDULED', 1, 9007199254740991, -n, n, n ${series}`,
  )

async function seedShared(
  storage: Storage,
  owner: string,
  groupId: string,
  { items, addressees }: { items: number; addressees: number },
): Promise<void> {
  const bool = String(storage.dialect.bool(true))
  await seedRows(
    storage,
    owner,
    addressees,
    (
      _,
      series,
    ) => `insert into users (id, display_name, email, email_verified, friend_code, claims_at, created_at, updated_at)
      select 'reader-' || n, 'Reader ' || n, 'reader' || n || '@example.net', ${bool}, 'reader-' || n, 0, 0, 0 ${series}`,
  )
  await seedRows(
    storage,
    owner,
    items,
    (
      _,
      series,
      idOf,
    ) => `insert into todos (id, owner_id, tag_group_id, title, status, status_rank, deadline_rank,
        newest_rank, level, created_at, updated_at)
      select ${idOf('n')}, '${owner}', '${groupId}', 'Shared ' || n, 'UNSCHEDULED', 1, 9007199254740991, -n,
        case when n % 2 = 0 then 'selected' else 'allowed_emails' end, n, n ${series}`,
  )
  await seedRows(
    storage,
    owner,
    items,
    (
      _,
      series,
      idOf,
    ) => `insert into visibility (id, resource_type, resource_id, owner_id, level, created_at, updated_at)
      select ${idOf('n')}, 'todo', ${idOf('n')}, '${owner}',
        case when n % 2 = 0 then 'selected' else 'allowed_emails' end, n, n ${series}`,
  )
  const list = (table: string, column: string, value: string, each: number, rest: number) =>
    seedRows(
      storage,
      owner,
      Math.ceil(items / 2) * each,
      (_, series, idOf) => `insert into ${table} (visibility_id, resource_type, resource_id, ${column})
        select ${idOf(`(n / ${each}) * 2 + ${rest}`)}, 'todo', ${idOf(`(n / ${each}) * 2 + ${rest}`)}, ${value} ${series}`,
    )
  await list('visibility_users', 'user_id', `'reader-' || (n % ${addressees})`, addressees, 0)
  await list('visibility_emails', 'email', `'reader' || (n % 500) || '@example.net'`, 500, 1)
  await list('visibility_domains', 'domain', `'d' || (n % 500) || '.example.com'`, 500, 1)
  await storage.write([owner], tx =>
    tx.execute(
      `update change_totals set todos = todos + ${items}, shares = shares + ${items} where owner_id = '${owner}'`,
      [],
    ),
  )
}

export async function measureSizes(chosen: readonly string[]): Promise<void> {
  console.log('| database | case | step | time | memory | p99 of others | slowest of others | result |')
  console.log('|---|---|---|---|---|---|---|---|')
  const databases = process.env['DATABASES'] ?? 'sqlite postgres'
  const wanted = cases.filter(({ name }) => chosen.length === 0 || chosen.includes(name))
  await onBothDatabases(async (database, postgresUrl) => {
    if (databases.includes(database.toLowerCase().slice(0, 6)))
      for (const each of wanted) await measure(database, each, postgresUrl)
  })
}

async function measure(database: string, { name, seed, steps }: Case, postgresUrl?: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-sizes-'))
  const settings = {
    DATA_DIR: folder,
    NODE_OPTIONS: '--max-old-space-size=256',
    ...(postgresUrl !== undefined && { DATABASE_URL: await emptyDatabase(postgresUrl) }),
  }
  let server: RunningServer | undefined
  try {
    server = await startProgram(settings)
    const [other, large] = await signUp(server.url, settings, 2)
    if (!other || !large) throw new Error('Nobody has signed up.')
    const send = (person: Person, method: string, path: string, body?: object) =>
      fetch(`${server?.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    // The seed copies an update and a deletion of the log.
    const sample = await send(large, 'POST', '/v1/todos', { title: 'Sample', tag_group_id: large.group })
    const { id } = (await sample.json()) as { id: string }
    await send(large, 'PATCH', `/v1/todos/${id}`, { title: 'Changed' })
    await send(large, 'DELETE', `/v1/todos/${id}`)
    await server.stop()
    const address: DatabaseAddress = settings.DATABASE_URL
      ? { kind: 'postgres', url: settings.DATABASE_URL }
      : { kind: 'sqlite', path: join(folder, 'daymark.db') }
    const storage = await openStorage(address)
    await seed(storage, large)
    await storage.close()
    server = await startProgram(settings)
    const world: World = {
      large,
      other,
      async ask(method, path, body) {
        const response = await send(large, method, path, body)
        const isText = response.headers.get('content-type')?.includes('json')
        const text = isText ? await response.text() : `${(await response.arrayBuffer()).byteLength} bytes`
        if (response.status !== 202) return response.ok ? text : `${response.status} ${text}`
        const job = response.headers.get('location') ?? ''
        for (;;) {
          const found = (await (await send(large, 'GET', job)).json()) as { status: string }
          if (found.status !== 'running') return JSON.stringify(found)
          await pause(200)
        }
      },
      async administer(method, path) {
        const response = await send(other, method, path)
        return { status: response.status, body: await response.text() }
      },
      async restart() {
        await server?.kill()
        server = await startProgram(settings)
      },
    }
    for (const [step, run] of steps) {
      const writing = writesOf(() =>
        send(other, 'POST', '/v1/todos', { title: 'Other', tag_group_id: other.group }),
      )
      const started = performance.now()
      const result = await run(world).catch((error: unknown) => `FAILED: ${error}`)
      const seconds = (performance.now() - started) / 1000
      const times = await writing.end()
      const isUp = await fetch(`${server.url}/health`).then(
        () => true,
        () => false,
      )
      const memory = isUp ? `${Math.round(residentMemory(server.pid).own / MB)} MB` : 'ENDED'
      const cells = [
        ...[database, name, step, `${seconds.toFixed(1)} s`, memory],
        ...[`${at(times, 0.99)} ms`, `${at(times, 1)} ms`, result.slice(0, 80).replaceAll('|', '/')],
      ]
      console.log(`| ${cells.join(' | ')} |`)
    }
  } finally {
    await server?.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

const at = (times: readonly number[], part: number): string =>
  (times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0).toFixed(0)

/** Writes until `end` is called, which returns how long the writes have taken, the slowest last. */
function writesOf(write: () => Promise<Response>): { end(): Promise<number[]> } {
  const times: number[] = []
  let isEnding = false
  const running = (async () => {
    while (!isEnding) {
      const started = performance.now()
      // A restart ends the connection.
      const isDone = await write().then(
        async response => Boolean(await response.arrayBuffer()),
        () => false,
      )
      if (isDone) times.push(performance.now() - started)
      await pause(20)
    }
  })()
  return {
    async end() {
      isEnding = true
      await running
      return times.sort((a, b) => a - b)
    },
  }
}
