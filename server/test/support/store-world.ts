// Writes people and shared items directly to the tables, including states that no request would produce.
import { userStore } from '../../src/features/people/users/store.ts'
import type { ResourceType } from '../../src/features/visibility/policy.ts'
import { visibilityStore } from '../../src/features/visibility/store.ts'
import { newId } from '../../src/platform/kernel/ids.ts'
import type { Db } from '../../src/platform/storage/unit-of-work.ts'
import type { World, WorldPerson } from './sharing-world.ts'

const NOW = Date.UTC(2026, 0, 15, 10)
const HOUR = 3_600_000
const stamps = { created_at: NOW, updated_at: NOW }

/** Returns the ids of the world's items in order. */
export async function storeWorld(db: Db, world: World): Promise<string[]> {
  for (const person of world.people) await storePerson(db, person)
  const idOf = (index: number) => world.people[index]?.id ?? ''
  for (const [a, b] of world.friends) await storeFriendship(db, idOf(a), idOf(b))
  for (const [a, b] of world.blocks) {
    await db.sql
      .insertInto('blocks')
      .values({ id: newId(), blocker_id: idOf(a), blocked_id: idOf(b), created_at: NOW })
      .execute()
  }
  const ids: string[] = []
  for (const { type, owner, ...sharing } of world.things) {
    const id = newId()
    const owner_id = idOf(owner)
    await storeThing(db, type, id, owner_id)
    await visibilityStore(db).replace({
      ...sharing,
      id: newId(),
      resource_type: type,
      resource_id: id,
      owner_id,
      ...stamps,
    })
    ids.push(id)
  }
  return ids
}

export async function storePerson(db: Db, { disabled, ...person }: WorldPerson): Promise<void> {
  await db.sql
    .insertInto('users')
    .values({
      ...person,
      display_name: person.id,
      avatar_url: null,
      friend_code: person.id,
      claims_at: 0,
      ...stamps,
    })
    .execute()
  if (disabled) await userStore(db).setDisabled(person.id, NOW)
}

export async function storeFriendship(db: Db, a: string, b: string): Promise<void> {
  const id = newId()
  await db.sql
    .insertInto('friendships')
    .values({
      id,
      requester_id: a,
      addressee_id: b,
      low_id: a < b ? a : b,
      high_id: a < b ? b : a,
      status: 'accepted',
      ...stamps,
    })
    .execute()
  await db.sql
    .insertInto('friends')
    .values([
      { user_id: a, friend_id: b, friendship_id: id, since: NOW },
      { user_id: b, friend_id: a, friendship_id: id, since: NOW },
    ])
    .execute()
}

async function storeThing(db: Db, type: ResourceType, id: string, owner_id: string): Promise<void> {
  const common = { id, owner_id, title: id, description: null, ...stamps }
  if (type === 'todo') {
    const tag_group_id = newId()
    await db.sql
      .insertInto('tag_groups')
      .values({
        ...stamps,
        id: tag_group_id,
        owner_id,
        name: 'g',
        color: '#000000',
        description: null,
        goal_ratios: null,
        is_todo_group: true,
      })
      .execute()
    await db.sql
      .insertInto('todos')
      .values({ ...common, tag_group_id, parent_id: null, deadline: null, status: 'UNSCHEDULED', ...RANKS })
      .execute()
  }
  if (type === 'schedule')
    await db.sql
      .insertInto('schedules')
      .values({ ...common, ...SCHEDULE })
      .execute()
  if (type === 'timer')
    await db.sql
      .insertInto('timers')
      .values({ ...common, ...TIMER })
      .execute()
  if (type === 'meeting')
    await db.sql
      .insertInto('meetings')
      .values({ ...common, ...MEETING })
      .execute()
}

const RANKS = { status_rank: 0, deadline_rank: 0, newest_rank: 0 }
const SCHEDULE = {
  start_time: NOW,
  end_time: NOW + HOUR,
  all_day: false,
  timezone: 'UTC',
  recurrence_rule: null,
  recurrence_end: null,
  source_todo_id: null,
  state: 'PLANNED' as const,
  range_start: NOW,
  range_end: NOW + HOUR,
  range_class: 0,
}
const TIMER = {
  schedule_id: null,
  todo_id: null,
  allocated_duration: 60,
  status: 'RUNNING' as const,
  started_at: NOW,
  history: JSON.stringify([['start', NOW]]),
}
const MEETING = {
  start_date: '2026-01-15',
  end_date: '2026-01-16',
  available_days: '[0,1,2,3,4]',
  start_time: '09:00:00',
  end_time: '17:00:00',
  time_slot_minutes: 30,
  timezone: 'UTC',
  confirmed_schedule_id: null,
  confirmed_slot: null,
}
