// Reads of todos in the limit: the statements of the server, and the same JSON made of their rows.
import type { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import { utc } from '../../server/src/kernel/zone.ts'

export interface Statements {
  one: string
  list: string
  tags: string
}

type Row = Record<string, string | number | null>

export function readTodos(app: FastifyInstance, db: DatabaseSync, statements: Statements): void {
  const one = db.prepare(statements.one)
  const list = db.prepare(statements.list)
  const tags = db.prepare(statements.tags)
  app.get<{ Params: { id: string } }>(
    '/v1/todos/:id',
    async ({ params }) => answer([one.get(params.id) as Row])[0],
  )
  app.get<{ Params: { owner: string }; Querystring: { limit?: string } }>('/list/:owner', async request => {
    const limit = Number(request.query.limit ?? 10_000)
    return answer(list.all(request.params.owner, limit + 1).slice(0, limit) as Row[])
  })

  function answer(rows: Row[]) {
    const parsed = rows.map(row => ({ row, schedules: JSON.parse(String(row['schedules'])) as Row[][] }))
    const named = parsed.flatMap(({ row, schedules }) => [row['tag_ids'], ...schedules.map(each => each[12])])
    const ids = new Set(named.flatMap(text => (text ? String(text).split(',') : [])))
    const known = (tags.all(JSON.stringify([...ids])) as Row[]).map(toTag)
    const tagsOf = (text: unknown) => known.filter(tag => String(text).includes(String(tag.id)))
    return parsed.map(({ row, schedules }) => ({
      id: row['id'],
      title: row['title'],
      description: row['description'],
      deadline: time(row['deadline']),
      tag_group_id: row['tag_group_id'],
      parent_id: row['parent_id'],
      status: row['status'],
      created_at: time(row['created_at']),
      tags: tagsOf(row['tag_ids']),
      schedules: schedules.map(each => toSchedule(each, row, tagsOf(each[12]))),
      include_reason: row['include_reason'],
      ...own(row),
    }))
  }
}

const time = (ms: unknown) => (ms === null ? null : utc.format(Number(ms)))
const own = (row: Row) => ({
  owner_id: row['owner_id'],
  is_shared: false,
  visibility_level: null,
  visibility: null,
})

const toTag = (row: Row) => ({
  id: row['id'],
  name: row['name'],
  color: row['color'],
  description: row['description'],
  group_id: row['group_id'],
  created_at: time(row['created_at']),
  updated_at: time(row['updated_at']),
})

const toSchedule = (each: Row[string][] | Row[], todo: Row, tags: unknown[]) => ({
  id: each[0],
  title: each[1],
  description: each[2],
  start_time: time(each[3]),
  end_time: time(each[4]),
  timezone: each[5],
  recurrence_rule: each[6],
  recurrence_end: time(each[7]),
  parent_id: null,
  instance_start: null,
  source_todo_id: todo['id'],
  state: each[8],
  created_at: time(each[9]),
  updated_at: time(each[10]),
  tags,
  ...own(todo),
  source_todo: null,
})
