// Stores the page's state in the URL, so that reloading, going back and sharing a link preserve it.
import { FIRST_DATE, KINDS, type Kind, LAST_DATE, lastEnd } from './period.ts'

export const GROUPINGS = ['tag', 'tag_group', 'todo', 'schedule'] as const
export type RowGrouping = (typeof GROUPINGS)[number]

export interface View {
  kind: Kind
  /** Any day of the period. Undefined for today, so that a saved link shows the current period. */
  date?: string | undefined
  /** The last day of a custom period, which begins on `date`. */
  until?: string | undefined
  group?: string | undefined
  tag?: string | undefined
  todo?: string | undefined
  compare: boolean
  by: RowGrouping
}

export function viewOf(params: URLSearchParams): View {
  const kind = oneOf(KINDS, params.get('period')) ?? 'week'
  const date = dateIn(params.get('date'))
  const until = dateIn(params.get('until'))
  return {
    kind,
    date,
    until: kind === 'custom' && isEndOf(date, until) ? until : undefined,
    group: idIn(params.get('group')),
    tag: idIn(params.get('tag')),
    todo: idIn(params.get('todo')),
    compare: params.get('compare') === 'previous',
    by: oneOf(GROUPINGS, params.get('by')) ?? 'tag',
  }
}

export function paramsOf({ kind, date, until, group, tag, todo, compare, by }: View): URLSearchParams {
  const values = {
    ...{ period: kind === 'week' ? undefined : kind, date, until, group, tag, todo },
    compare: compare ? 'previous' : undefined,
    by: by === 'tag' ? undefined : by,
  }
  return new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

const oneOf = <T extends string>(all: readonly T[], text: string | null): T | undefined =>
  all.find(each => each === text)

/** True if `until` ends a valid custom period, which covers at most five years. */
const isEndOf = (date: string | undefined, until: string | undefined): boolean =>
  date !== undefined && until !== undefined && until >= date && until <= lastEnd(date)

/** Rejects dates that do not exist, such as February 30, and dates outside the range. */
function dateIn(text: string | null): string | undefined {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text) || text < FIRST_DATE || text > LAST_DATE) return undefined
  const at = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text ? undefined : text
}

const idIn = (text: string | null): string | undefined =>
  text && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : undefined
