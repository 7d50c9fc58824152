// Turns a parsed line into a create request body, for the server, the web app and the command line.
import type { Draft, RecordDraft, ScheduleDraft, TimerDraft, TodoDraft } from './draft.ts'

export type CreateBody =
  | { kind: 'todo'; body: TodoDraft & { tag_group_id: string } }
  | { kind: 'schedule'; body: ScheduleDraft }
  | { kind: 'timer'; body: TimerDraft & { allocated_duration: number } }
  | { kind: 'record'; body: RecordDraft }

const DEFAULT_TIMER_MINUTES = 25

/** Returns undefined for a todo if no group is known. `timer_minutes` is the person's default timer length. */
export function createBody(line: Draft, timer_minutes?: number | null): CreateBody | undefined {
  if (line.kind === 'schedule') return { kind: 'schedule', body: line.draft }
  if (line.kind === 'record') return { kind: 'record', body: line.draft }
  if (line.kind === 'timer') {
    const allocated_duration = (timer_minutes ?? DEFAULT_TIMER_MINUTES) * 60
    return { kind: 'timer', body: { allocated_duration, ...line.draft } }
  }
  const { tag_group_id } = line.draft
  return tag_group_id === undefined ? undefined : { kind: 'todo', body: { ...line.draft, tag_group_id } }
}
