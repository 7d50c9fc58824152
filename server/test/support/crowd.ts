// Writes many people with many shared items directly to the tables, for benchmarks and query plans.
import { RESOURCE_TYPES, type ResourceType } from '@daymark/contract/people/visibility'
import { sql } from 'kysely'
import { newId } from '../../src/platform/kernel/ids.ts'
import type { Storage, Tx } from '../../src/platform/storage/unit-of-work.ts'

export interface CrowdSize {
  people: number
  friends: number
  things_per_type: number
}

/** This person sees some of the items that others share, and is blocked by some people. */
export const VIEWER = 'person-0'
export const VIEWER_EMAIL = 'viewer@corp.com'
/** This person shares nothing, and has about as many items of each type as the viewer sees. */
export const HEAVY = 'person-1'

const LEVELS = ['private', 'friends', 'selected', 'allowed_emails', 'public'] as const
const NOW = Date.UTC(2026, 0, 1)
const HOUR = 3_600_000
const YEAR = 365 * 24 * HOUR
const stamps = { created_at: NOW, updated_at: NOW }

/** Multiples of the golden ratio spread times evenly over a year but unsorted. */
const spread = (i: number): number => NOW + Math.floor(((i * 0.618_033_988_75) % 1) * YEAR)

type Row = Record<string, unknown>

interface Thing {
  id: string
  owner_id: string
  level: (typeof LEVELS)[number]
  /** When the item was created, or when it starts or started. */
  at: number
}

export async function fillCrowd(storage: Storage, size: CrowdSize): Promise<void> {
  await storage.write([], async tx => {
    await fillPeople(tx, size)
    for (const type of RESOURCE_TYPES) await fillThings(tx, type, size)
  })
}

async function fillPeople(tx: Tx, size: CrowdSize): Promise<void> {
  const ids = Array.from({ length: size.people }, (_, i) => `person-${i}`)
  const person = { avatar_url: null, claims_at: 0, ...stamps }
  await insert(
    tx,
    'users',
    ids.map(id => ({
      ...person,
      id,
      display_name: id,
      friend_code: id,
      email: id === VIEWER ? VIEWER_EMAIL : null,
      email_verified: id === VIEWER,
    })),
  )
  const group = { name: 'g', color: '#000000', is_todo_group: true, ...stamps }
  await insert(
    tx,
    'tag_groups',
    ids.map(id => ({ id: groupOf(id), owner_id: id, ...group })),
  )
  const pairs = Array.from({ length: size.friends }, (_, i) => ({ id: newId(), other: `person-${i + 2}` }))
  await insert(
    tx,
    'friendships',
    pairs.map(({ id, other }) => ({
      ...{ id, requester_id: VIEWER, addressee_id: other, low_id: VIEWER, high_id: other },
      ...{ status: 'accepted', ...stamps },
    })),
  )
  await insert(
    tx,
    'friends',
    pairs.flatMap(({ id, other }) => [
      { user_id: VIEWER, friend_id: other, friendship_id: id, since: NOW },
      { user_id: other, friend_id: VIEWER, friendship_id: id, since: NOW },
    ]),
  )
  const blockers = ids.slice(-Math.ceil(size.people / 200))
  await insert(
    tx,
    'blocks',
    blockers.map(id => ({ id: newId(), blocker_id: id, blocked_id: VIEWER, created_at: NOW })),
  )
}

const groupOf = (person: string): string =>
  `01a1dd40-93c2-7156-a99d-${person.slice('person-'.length).padStart(12, '0')}`

async function fillThings(tx: Tx, type: ResourceType, size: CrowdSize): Promise<void> {
  const things: Thing[] = Array.from({ length: size.things_per_type }, (_, i) => ({
    id: newId(),
    owner_id: `person-${2 + ((i * 7919) % (size.people - 2))}`,
    level: LEVELS[i % LEVELS.length] ?? 'private',
    at: spread(i),
  }))
  const own: Thing[] = Array.from({ length: Math.ceil(size.things_per_type / LEVELS.length) }, (_, i) => ({
    id: newId(),
    owner_id: HEAVY,
    level: 'private',
    at: spread(i),
  }))
  const table = { todo: 'todos', schedule: 'schedules', timer: 'timers', meeting: 'meetings' }[type]
  await insert(
    tx,
    table,
    [...things, ...own].map(thing => ({ ...rowOf(type, thing), ...common(thing) })),
  )
  await fillSettings(tx, type, things)
}

async function fillSettings(tx: Tx, type: ResourceType, things: Thing[]): Promise<void> {
  const settings = things
    .filter(thing => thing.level !== 'private')
    .map(({ id, owner_id, level }) => ({
      ...{ id: newId(), resource_type: type, resource_id: id, owner_id, level, ...stamps },
    }))
  await insert(tx, 'visibility', settings)
  const entries = (level: string) =>
    settings
      .filter(setting => setting.level === level)
      .map(({ id, resource_type, resource_id }) => ({ visibility_id: id, resource_type, resource_id }))
  await insert(
    tx,
    'visibility_users',
    entries('selected').flatMap((entry, i) => [
      { ...entry, user_id: i % 100 === 0 ? VIEWER : 'person-3' },
      { ...entry, user_id: 'person-4' },
    ]),
  )
  const byMail = entries('allowed_emails')
  await insert(
    tx,
    'visibility_emails',
    byMail.map((entry, i) => ({ ...entry, email: i % 100 === 0 ? VIEWER_EMAIL : `n${i}@example.org` })),
  )
  await insert(
    tx,
    'visibility_domains',
    byMail.map((entry, i) => ({ ...entry, domain: i % 100 === 1 ? 'corp.com' : `n${i % 500}.org` })),
  )
}

const common = ({ id, owner_id, level, at }: Thing): Row => ({
  ...{ id, owner_id, level, title: 'A thing', description: null, created_at: at, updated_at: at },
})

function rowOf(type: ResourceType, { owner_id, at }: Thing): Row {
  if (type === 'todo') {
    const ranks = { status_rank: 0, deadline_rank: 0, newest_rank: -at }
    return { tag_group_id: groupOf(owner_id), status: 'UNSCHEDULED', ...ranks }
  }
  if (type === 'schedule') {
    const range = { range_start: at, range_end: at + HOUR, range_class: 0 }
    return { start_time: at, end_time: at + HOUR, timezone: 'UTC', state: 'PLANNED', ...range }
  }
  if (type === 'timer') {
    const history = JSON.stringify([
      ['start', at],
      ['stop', at + HOUR],
    ])
    return { allocated_duration: 60, status: 'COMPLETED', started_at: at, history }
  }
  const days = { start_date: '2026-01-01', end_date: '2026-01-10', available_days: '[0,1,2]' }
  return { ...days, start_time: '09:00:00', end_time: '17:00:00', time_slot_minutes: 30, timezone: 'UTC' }
}

/** Inserts many rows per statement, within the parameter limit of both databases. */
async function insert(tx: Tx, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const size = Math.floor(30_000 / columns.length)
  for (let from = 0; from < rows.length; from += size) {
    const tuples = rows
      .slice(from, from + size)
      .map(row => sql`(${sql.join(columns.map(name => row[name]))})`)
    const into = sql.join(columns.map(name => sql.ref(name)))
    await sql`insert into ${sql.table(table)} (${into}) values ${sql.join(tuples)}`.execute(tx.sql)
  }
}
