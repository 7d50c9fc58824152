// A timer's schedule and todo must belong to its owner. Other people's items are reported as not found.
import { notFound } from '../../../platform/kernel/errors.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { linkStore } from './link-store.ts'

export interface Links {
  schedule_id: string | null
  todo_id: string | null
}

interface Given {
  schedule_id?: string | null | undefined
  todo_id?: string | null | undefined
}

/** Completes the links of a new timer: a schedule adds its todo, and a todo adds its earliest schedule. */
export async function linksOfNew(db: Db, ownerId: string, given: Given): Promise<Links> {
  const { schedule, todo } = await requireOwnLinks(db, ownerId, given)
  if (schedule) return { schedule_id: schedule.id, todo_id: todo?.id ?? schedule.source_todo_id }
  if (todo) return { schedule_id: await linkStore(db).earliestScheduleOf(todo.id), todo_id: todo.id }
  return { schedule_id: null, todo_id: null }
}

/** Throws 404 if a given schedule or todo does not belong to the owner. */
export async function requireOwnLinks(db: Db, ownerId: string, given: Given) {
  const store = linkStore(db)
  const schedule = given.schedule_id ? await store.ownSchedule(ownerId, given.schedule_id) : undefined
  if (given.schedule_id && !schedule) throw notFound('Schedule not found.')
  const todo = given.todo_id ? await store.ownTodo(ownerId, given.todo_id) : undefined
  if (given.todo_id && !todo) throw notFound('Todo not found.')
  return { schedule, todo }
}
