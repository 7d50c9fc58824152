// Counts the rows that the deletion of an item writes.
import { type RawBuilder, sql } from 'kysely'
import { slicesOf } from '../../platform/storage/statements/in-steps.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { Deletable } from './weight.ts'

type Id = RawBuilder<unknown>

const TABLES = { todo: 'todos', schedule: 'schedules', timer: 'timers' } as const

interface Dependents {
  tables: RawBuilder<unknown>
  where(id: Id): RawBuilder<unknown>
}

const linkedBy = (table: string, column: string): Dependents => ({
  tables: sql`${sql.table(table)} d`,
  where: id => sql`${sql.ref(`d.${column}`)} = ${id}`,
})

const namesOf = (type: Deletable): Dependents[] =>
  ['visibility_users', 'visibility_emails', 'visibility_domains'].map(list => ({
    tables: sql`visibility v, ${sql.table(list)} d`,
    where: id => sql`d.visibility_id = v.id and v.resource_type = ${type} and v.resource_id = ${id}`,
  }))

const OF_SCHEDULE = [
  ...namesOf('schedule'),
  linkedBy('schedule_exceptions', 'series_id'),
  linkedBy('timers', 'schedule_id'),
]

/** What is deleted or unlinked with an item. A todo's schedules are deleted with it. */
const DEPENDENTS: Readonly<Record<Deletable, readonly Dependents[]>> = {
  timer: namesOf('timer'),
  schedule: OF_SCHEDULE,
  todo: [
    ...namesOf('todo'),
    linkedBy('todos', 'parent_id'),
    linkedBy('timers', 'todo_id'),
    linkedBy('schedules', 'source_todo_id'),
    ...OF_SCHEDULE.map(({ tables, where }) => ({
      tables: sql`schedules s, ${tables}`,
      where: (id: Id) => sql`s.source_todo_id = ${id} and ${where(sql.ref('s.id'))}`,
    })),
  ],
}

/** Counts at most `most` rows of each kind, so that an item with very many of them costs little. */
export async function weightsOf(
  db: Db,
  type: Deletable,
  ids: readonly string[],
  most: number,
): Promise<Map<string, number>> {
  const weights = new Map(ids.map(id => [id, 1]))
  const counts = DEPENDENTS[type].map(
    ({ tables, where }) =>
      sql`(select count(*) from (select 1 from ${tables} where ${where(sql.ref('i.id'))} limit ${most}) c)`,
  )
  for (const some of slicesOf(ids)) {
    const { rows } = await sql<{ id: string; rows: number }>`
      select i.id, 1 + ${sql.join(counts, sql` + `)} as rows from ${sql.table(TABLES[type])} i
      where ${db.dialect.idIn('i.id', some)}`.execute(db.sql)
    for (const { id, rows: count } of rows) weights.set(id, Number(count))
  }
  return weights
}
