// Parses a line with the quick-add grammar and the names of the user's lists, tags and todos.
import { type CreateBody, createBody } from '@daymark/quick-add/create-body'
import { type QuickAdd, quickAdd } from '@daymark/quick-add/quick-add'
import { openTodos } from '../day/data.ts'
import type { Session } from '../session/session.ts'

export function readLine(session: Session, text: string): QuickAdd {
  const { live, format, preferences } = session
  const groups = [...live.store.tag_groups.all().values()]
  return quickAdd(text, {
    now: session.now(),
    timezone: format.timezone,
    language: format.language,
    groups,
    tags: [...live.store.tags.all().values()],
    todos: openTodos(session),
    default_group_id: preferences?.default_tag_group_id ?? null,
  })
}

/** Returns undefined for a todo if the user has no lists. */
export const bodyOf = (session: Session, line: QuickAdd): CreateBody | undefined =>
  createBody(line, session.preferences?.default_timer_minutes)

/** Parses a duration such as 45m, 1h 30m or 1시간 30분, and returns minutes. */
export function minutesOf(session: Session, text: string): number | undefined {
  const line = readLine(session, `start x for ${text}`)
  const korean =
    line.kind === 'timer' && line.draft.allocated_duration ? line : readLine(session, `start x ~${text}`)
  const seconds = korean.kind === 'timer' ? korean.draft.allocated_duration : undefined
  return seconds === undefined || korean.title !== 'x' ? undefined : seconds / 60
}
