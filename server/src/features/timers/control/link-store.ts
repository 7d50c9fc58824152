import type { Db } from '../../../platform/storage/unit-of-work.ts'

export const linkStore = ({ sql: db }: Db) => ({
  async ownSchedule(
    ownerId: string,
    id: string,
  ): Promise<{ id: string; source_todo_id: string | null } | undefined> {
    return db
      .selectFrom('schedules')
      .select(['id', 'source_todo_id'])
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .executeTakeFirst()
  },

  async ownTodo(ownerId: string, id: string): Promise<{ id: string } | undefined> {
    return db
      .selectFrom('todos')
      .select('id')
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .executeTakeFirst()
  },

  async earliestScheduleOf(todoId: string): Promise<string | null> {
    const row = await db
      .selectFrom('schedules')
      .select('id')
      .where('source_todo_id', '=', todoId)
      .orderBy('start_time')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    return row?.id ?? null
  },
})
