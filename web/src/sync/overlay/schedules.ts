import { absoluteBody, isContained, type OutboxEntry, singleEntries, withEntries } from '@daymark/client'
import type { Schedule } from '@daymark/contract/planning/schedule'
import { isDate } from '../../session/region/zone-time.ts'
import type { TagOf } from './lists.ts'
import { type SeriesMove, withMove } from './series-moves.ts'

/** Expands a new series into its occurrences. */
export type Expand = (series: Schedule) => Schedule[]

interface Options {
  tag?: TagOf
  expand?: Expand
}

type Body = Partial<Schedule> & { tag_ids?: string[] }

export function schedulesWith(
  list: readonly Schedule[],
  entries: readonly OutboxEntry[],
  { tag = () => undefined, expand = series => [series] }: Options = {},
): readonly Schedule[] {
  let shown = list
  for (const entry of singleEntries(entries)) {
    if (entry.kind === 'todo' && entry.operation.startsWith('DELETE '))
      shown = shown.filter(each => each.source_todo_id !== entry.id)
    if (entry.kind === 'schedule') shown = after(shown, entry, tag, expand)
  }
  return shown
}

function after(
  list: readonly Schedule[],
  entry: OutboxEntry,
  tag: TagOf,
  expand: Expand,
): readonly Schedule[] {
  if (entry.operation.startsWith('POST ')) return withNew(list, entry, tag, expand)
  const isMeant = meantBy(entry)
  if (entry.operation.startsWith('DELETE ')) return list.filter(each => !isMeant(each))
  const move = moveOf(entry, list)
  return list.map(each => {
    if (!isMeant(each) || includes(each, entry)) return each
    const { tag_ids, start_time, end_time, ...fields } = absoluteBody(entry.body, each) as Body
    const change = {
      ...shownFields(fields),
      ...(tag_ids && { tags: tag_ids.flatMap(id => tag(id) ?? []) }),
    }
    if (move) return { ...withMove(each, move), ...change }
    return withDates({ ...each, ...change, ...(start_time && { start_time }), ...(end_time && { end_time }) })
  })
}

/** True if the loaded schedule already includes the write. */
const includes = ({ id, parent_id, instance_start, version }: Schedule, entry: OutboxEntry): boolean =>
  isContained(entry, instance_start === null ? id : (parent_id ?? id), version)

/**
 * Converts all-day dates. Requests have them in `start_time` and `end_time`, and responses in `start_date` and
 * `end_date`.
 */
function withDates(entry: Schedule): Schedule {
  if (!entry.all_day) return { ...entry, start_date: null, end_date: null }
  const { start_time, end_time } = entry
  return {
    ...entry,
    ...(isDate(start_time) && { start_date: start_time }),
    ...(isDate(end_time) && { end_date: end_time }),
  }
}

/** Drops the recurrence rule and its end, because occurrences have neither. */
function shownFields({ recurrence_rule: _rule, recurrence_end: _end, ...fields }: Body): Partial<Schedule> {
  return fields
}

function withNew(
  list: readonly Schedule[],
  entry: OutboxEntry,
  tag: TagOf,
  expand: Expand,
): readonly Schedule[] {
  if (list.some(each => each.id === entry.id || each.parent_id === entry.id)) return list
  const created = withEntries('schedule', new Map(), [entry], { tag }).get(entry.id ?? '')
  if (!created) return list
  const dated = withDates(created)
  return [...list, ...(dated.recurrence_rule ? expand(dated) : [dated])]
}

/** Returns a predicate for the schedules that the write affects. */
function meantBy({ id, query }: OutboxEntry): (entry: Schedule) => boolean {
  const { instance_start, apply_to = 'this' } = query
  if (typeof instance_start !== 'string' || apply_to === 'all')
    return each => each.id === id || each.parent_id === id
  const from = Date.parse(instance_start)
  return each => {
    if (each.parent_id !== id || each.instance_start === null) return false
    const at = Date.parse(each.instance_start)
    return apply_to === 'following' ? at >= from : at === from
  }
}

/** Returns undefined if the write does not move several occurrences. */
function moveOf({ id, query, body }: OutboxEntry, list: readonly Schedule[]): SeriesMove | undefined {
  const { instance_start, apply_to } = query
  const { start_time, end_time } = (body ?? {}) as Body
  if (typeof instance_start !== 'string' || (apply_to !== 'following' && apply_to !== 'all')) return undefined
  if (start_time === undefined && end_time === undefined) return undefined
  const known = list.find(each => each.parent_id === id && isAt(each.instance_start, instance_start))
  return {
    series: id ?? '',
    at: instance_start,
    following: apply_to === 'following',
    start_time: start_time ?? known?.start_date ?? known?.start_time ?? instance_start,
    end_time: end_time ?? known?.end_date ?? known?.end_time ?? instance_start,
  }
}

const isAt = (one: string | null, other: string): boolean => Date.parse(one ?? '') === Date.parse(other)
