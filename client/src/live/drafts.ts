// Predicts the item that the server will create from a create body, so that it can be shown before the response.
import type { ChangeKind, ChangeResources } from '@daymark/contract/changes'
import { perText } from '@daymark/contract/planning/entry-texts'
import type { Tag } from '@daymark/contract/planning/tags'
import { recordFields } from '../timers/corrected-timers.ts'

export interface DraftContext {
  readonly account: string
  /** When the person acted, in epoch milliseconds. */
  readonly at: number
  tag(id: string): Tag | undefined
}

type Body = Readonly<Record<string, unknown>>

/** Converts request body fields to response fields. */
export function asRead(body: Body, { tag }: Pick<DraftContext, 'tag'>): Record<string, unknown> {
  // Drops `create_todo_options` and `at`, which responses do not contain, and `segments`, which `recordFields` sets.
  const {
    tag_ids,
    visibility,
    create_todo_options,
    at,
    segments,
    deadline,
    deadline_date,
    reminders,
    ...fields
  } = body
  return {
    ...fields,
    ...(reminders !== undefined && { reminders: reminders ?? [] }),
    ...dueFields({ deadline, deadline_date }),
    ...(tag_ids !== undefined && { tags: ((tag_ids ?? []) as string[]).flatMap(id => tag(id) ?? []) }),
    ...(visibility !== undefined && {
      visibility,
      visibility_level: (visibility as { level?: string } | null)?.level ?? null,
    }),
  }
}

const isDate = (text: unknown): boolean => /^\d{4}-\d{2}-\d{2}$/.test(String(text))

/**
 * Predicts `deadline` and `deadline_date`. A request may contain a date as `deadline`, which responses return as
 * `deadline_date`.
 */
function dueFields({ deadline, deadline_date }: Body): Body {
  if (deadline === undefined) {
    if (deadline_date === undefined) return {}
    return deadline_date === null ? { deadline_date } : { deadline: null, deadline_date }
  }
  if (deadline === null) return { deadline, deadline_date: deadline_date ?? null }
  return isDate(deadline) ? { deadline: null, deadline_date: deadline } : { deadline, deadline_date: null }
}

export function draftOf<K extends ChangeKind>(
  kind: K,
  body: Body,
  context: DraftContext,
): ChangeResources[K] | undefined {
  const defaults = (DEFAULTS as Partial<Record<ChangeKind, (body: Body) => object>>)[kind]
  if (!defaults) return undefined
  const at = new Date(context.at).toISOString()
  const dates = { created_at: at, updated_at: at }
  const given = Object.entries(asRead(body, context)).filter(([, value]) => value !== undefined)
  return { ...dates, ...COMMON, owner_id: context.account, ...defaults(body), ...nonNull(given) } as never
}

const COMMON = { description: null, is_shared: false, visibility_level: null }

/** Drops nulls, because null in a create body means the default. */
const nonNull = (fields: [string, unknown][]) =>
  Object.fromEntries(fields.filter(([, value]) => value !== null))

const DEFAULTS = {
  todo: (body: Body) => ({
    deadline: null,
    deadline_date: null,
    parent_id: null,
    status: 'UNSCHEDULED',
    estimate_minutes: null,
    priority: 0,
    position: null,
    completed_at: null,
    recurrence_rule: null,
    timezone: 'UTC',
    repeat_from: 'deadline',
    series_id: body['recurrence_rule'] ? (body['id'] ?? null) : null,
    reminders: [],
    tags: [],
    schedules: [],
    include_reason: 'MATCH',
  }),
  schedule: (body: Body) => ({
    ...perText(() => null),
    all_day: false,
    start_date: body['all_day'] ? body['start_time'] : null,
    end_date: body['all_day'] ? body['end_time'] : null,
    timezone: 'UTC',
    recurrence_rule: null,
    recurrence_end: null,
    parent_id: null,
    instance_start: null,
    source_todo_id: null,
    state: 'PLANNED',
    reminders: [],
    tags: [],
  }),
  timer: recordFields,
  tag: () => ({}),
  tag_group: () => ({ goal_ratios: null, goal_hours: null, is_todo_group: false, tags: [] }),
  meeting: () => ({
    time_slot_minutes: 30,
    timezone: 'UTC',
    confirmed_schedule_id: null,
    confirmed_slot: null,
  }),
}
