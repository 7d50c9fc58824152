// Fills a SQLite file with people and their todos, each with two tags and a linked schedule.
import { DatabaseSync } from 'node:sqlite'
import { newSchedule, rangeOf } from '../../../server/src/features/planning/schedules/schedule.ts'
import { newTodo, ranksOf, type TodoStatus } from '../../../server/src/features/planning/todos/todo.ts'
import { newId } from '../../../server/src/platform/kernel/ids.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 0, 15, 10)
const TAGS = 10
const STATUSES: TodoStatus[] = ['UNSCHEDULED', 'SCHEDULED', 'DONE', 'CANCELLED']

export interface Seeded {
  owner: string
  todo_id: string
}

/** Creates `count` todos for one person. The tables must already exist. */
export function seedTodos(path: string, owner: string, count: number): Seeded {
  return { owner, todo_id: seedPeople(path, [owner], count) }
}

/** Creates `count` todos for each owner. Returns the last todo's id. */
export function seedPeople(path: string, owners: readonly string[], count: number): string {
  const db = new DatabaseSync(path)
  db.exec('pragma foreign_keys = off; pragma synchronous = off; begin')
  const insert = inserter(db)
  const ids = owners.map(owner => seedOwner(insert, owner, count))
  db.exec('commit')
  db.close()
  return ids.at(-1) ?? ''
}

function seedOwner(insert: Insert, owner: string, count: number): string {
  insert('users', {
    id: owner,
    display_name: owner,
    email_verified: 0,
    friend_code: owner,
    claims_at: 0,
    created_at: NOW,
    updated_at: NOW,
  })
  const group = newId()
  const stamps = { created_at: NOW, updated_at: NOW }
  insert('tag_groups', {
    id: group,
    owner_id: owner,
    name: 'Work',
    color: '#4F86C6',
    is_todo_group: 1,
    ...stamps,
  })
  const tags = Array.from({ length: TAGS }, (_, n) => {
    const id = newId()
    insert('tags', { id, owner_id: owner, group_id: group, name: `tag ${n}`, color: '#2E7D32', ...stamps })
    return id
  })
  let last = ''
  for (let n = 0; n < count; n++)
    last = insertTodo(insert, owner, group, n, [tags[n % TAGS], tags[(n + 3) % TAGS]])
  return last
}

type Insert = (table: string, row: Record<string, string | number | null>) => void

function insertTodo(
  insert: Insert,
  owner: string,
  group: string,
  n: number,
  tags: (string | undefined)[],
): string {
  const id = newId()
  const deadline = NOW + ((n * 7919) % 20_000) * HOUR
  const common = {
    owner_id: owner,
    title: `Todo number ${n}`,
    description: 'What there is to say about it',
    created_at: NOW + n,
  }
  const todo = newTodo({ ...common, id, tag_group_id: group, deadline, status: STATUSES[n % 4] ?? 'DONE' })
  insert('todos', { ...todo, ...ranksOf(todo) })
  const schedule = newSchedule({
    ...common,
    id: newId(),
    start_time: deadline,
    end_time: deadline + HOUR,
    source_todo_id: id,
  })
  insert('schedules', { ...schedule, all_day: 0, ...rangeOf(schedule) })
  for (const tag of tags) {
    insert('todo_tags', { todo_id: id, tag_id: tag ?? '' })
    insert('schedule_tags', { schedule_id: schedule.id, tag_id: tag ?? '' })
  }
  return id
}

function inserter(db: DatabaseSync): Insert {
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  return (table, row) => {
    const names = Object.keys(row)
    const text = `insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`
    const statement = prepared.get(text) ?? db.prepare(text)
    prepared.set(text, statement)
    statement.run(...Object.values(row))
  }
}
