// Finds resources that show changed data, such as a renamed tag. Each gets an entry without content.
import { sql } from 'kysely'
import { eachInTurns, mapInTurns } from '../../kernel/concurrency/in-turns.ts'
import type { ChangeKind } from '../../storage/tracked-tables.ts'
import type { Db } from '../../storage/unit-of-work.ts'
import { NO_GROWTH } from '../growth.ts'
import type { OpenDraft } from './compose.ts'
import type { NetRow } from './net-rows.ts'

/** Returns the follow-up entries in a fixed order, without resources that already have an entry. */
export async function followUps(
  db: Db,
  rows: readonly NetRow[],
  drafts: readonly OpenDraft[],
): Promise<OpenDraft[]> {
  // A large import has tens of thousands of rows, so each step yields to other requests.
  const known = new Set(await mapInTurns(drafts, ({ kind, id }) => `${kind} ${id}`))
  const found = new Map<string, OpenDraft>()
  const add = (kind: ChangeKind, id: unknown) => {
    if (typeof id !== 'string') return
    const name = `${kind} ${id}`
    if (!known.has(name)) found.set(name, followUp(kind, id))
  }
  const tags = rows.filter(({ table }) => table === 'tags')
  for (const { key, after } of tags) {
    add('tag_group', key['group_id'])
    add('tag_group', after?.['group_id'])
  }
  const shown = tags.filter(({ before, after }) => before !== null && after !== null)
  for (const { kind, id } of await showingTags(
    db,
    shown.map(({ key }) => String(key['id'])),
  ))
    add(kind, id)
  const seen = new Set<unknown>()
  await eachInTurns(rows, ({ table, key, before, after }) => {
    if (table !== 'schedules') return
    seen.add(key['id'])
    add('todo', key['source_todo_id'])
    if (before?.['source_todo_id'] !== after?.['source_todo_id']) {
      add('todo', before?.['source_todo_id'])
      add('todo', after?.['source_todo_id'])
    }
  })
  const others: string[] = []
  await eachInTurns([...drafts, ...found.values()], ({ kind, id }) => {
    if (kind === 'schedule' && !seen.has(id)) others.push(id)
  })
  for (const id of await todosShowing(db, others)) add('todo', id)
  return [...found.values()].sort((a, b) => (`${a.kind} ${a.id}` < `${b.kind} ${b.id}` ? -1 : 1))
}

/** False for most writes, because tags and calendar entries are the only items that other resources show. */
export function mayHaveFollowUps(rows: readonly NetRow[], drafts: readonly OpenDraft[]): boolean {
  if (rows.length > FEW) return true
  return rows.some(({ table }) => table === 'tags') || drafts.some(draft => isShown(draft, rows, drafts))
}

/** For up to this many rows, comparing every row with every draft takes negligible time. */
const FEW = 16

/** True if the draft is about a calendar entry, and a todo without a draft may show that entry. */
function isShown({ kind, id }: OpenDraft, rows: readonly NetRow[], drafts: readonly OpenDraft[]): boolean {
  if (kind !== 'schedule') return false
  const row = rows.find(({ table, key }) => table === 'schedules' && key['id'] === id)
  if (!row) return true
  const { key, before, after } = row
  return [key, before, after].some(image => {
    const todo = image?.['source_todo_id']
    return typeof todo === 'string' && !drafts.some(draft => draft.kind === 'todo' && draft.id === todo)
  })
}

/** Creates an entry without content. The owner is looked up later if it is null. */
export const followUp = (kind: ChangeKind, id: string, owner_id: string | null = null): OpenDraft => ({
  owner_id,
  kind,
  id,
  action: 'updated',
  instance_start: null,
  title: null,
  at: null,
  detail: null,
  rows: null,
  growth: NO_GROWTH,
})

async function showingTags(db: Db, tagIds: readonly string[]): Promise<{ kind: ChangeKind; id: string }[]> {
  if (tagIds.length === 0) return []
  const tagged = (kind: string, table: string, column: string) => sql`
    select ${sql.lit(kind)} as kind, ${sql.ref(column)} as id from ${sql.table(table)}
    where ${db.dialect.idIn('tag_id', tagIds)}`
  const { rows } = await sql<{ kind: ChangeKind; id: string }>`
    ${tagged('todo', 'todo_tags', 'todo_id')} union ${tagged('schedule', 'schedule_tags', 'schedule_id')}
    union ${tagged('schedule', 'schedule_exception_tags', 'series_id')}
    union ${tagged('timer', 'timer_tags', 'timer_id')}`.execute(db.sql)
  return rows
}

async function todosShowing(db: Db, scheduleIds: readonly string[]): Promise<string[]> {
  if (scheduleIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select distinct source_todo_id as id from schedules
    where source_todo_id is not null and ${db.dialect.idIn('id', scheduleIds)}`.execute(db.sql)
  return rows.map(({ id }) => id)
}
