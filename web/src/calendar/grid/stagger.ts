// Finds overlapping entries that may cover each other in part without hiding a title.
import type { EventInput } from '@fullcalendar/react'
import { localOf } from '../../session/region/zone-time.ts'

export interface TimedPart {
  id: string
  /** In epoch milliseconds. */
  start: number
  /** In epoch milliseconds. */
  end: number
  /** True for deadlines, which the grid places first. */
  isFirst?: boolean
}

export interface Step {
  /** The indentation: 0, or one more than the highest step of the entries that this entry covers. */
  step: number
  /** The number of columns that the grid would use for the group. */
  columns: number
}

/** A covering entry must start at least this much later, so that the title below stays visible. */
const TITLE_MS = 30 * 60_000
/** With more overlapping entries, each one would be too narrow. */
const MOST_COLUMNS = 4

/** Returns steps keyed by entry id. Omits groups that must be side by side, because the grid already places them so. */
export function stepsOf(parts: readonly TimedPart[], zone: string): Map<string, Step> {
  const steps = new Map<string, Step>()
  let group: TimedPart[] = []
  let groupEnd = Number.NEGATIVE_INFINITY
  const close = () => {
    const found = group.length > 1 ? stepsIn(group, zone) : undefined
    const columns = Math.max(0, ...(found ?? [])) + 1
    for (const [at, step] of found?.entries() ?? []) steps.set(group[at]?.id ?? '', { step, columns })
    group = []
    groupEnd = Number.NEGATIVE_INFINITY
  }
  for (const part of parts.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (part.start >= groupEnd) close()
    group.push(part)
    groupEnd = Math.max(groupEnd, part.end)
  }
  close()
  return steps
}

/**
 * Returns the step of each entry; undefined if they must be side by side, for example because a title would be covered.
 */
function stepsIn(group: readonly TimedPart[], zone: string): number[] | undefined {
  const steps: number[] = []
  for (const [at, part] of group.entries()) {
    const before = group[at - 1]
    if (part.isFirst || (before && part.start - before.start < TITLE_MS)) return undefined
    const taken = steps.filter((_, index) => (group[index]?.end ?? 0) > part.start)
    const step = Math.max(-1, ...taken) + 1
    // If a column is free, the grid places the entry there. The margin would then move the entry to the wrong place.
    const isFree = Array.from({ length: step }, (_, column) => column).some(column => !taken.includes(column))
    if (isFree || step >= MOST_COLUMNS || isOvernight(part, zone)) return undefined
    steps.push(step)
  }
  return steps
}

/** True for an entry that continues on the next day, because the grid splits it. */
const isOvernight = ({ start, end }: TimedPart, zone: string): boolean =>
  localOf(start, zone).date !== localOf(end - 1, zone).date

export function staggered(events: readonly EventInput[], zone: string): EventInput[] {
  const timed = events.filter(event => !event.allDay).map(partOf)
  const steps = stepsOf(timed, zone)
  return events.map(event => {
    const found = steps.get(String(event.id))
    if (!found) return event
    return { ...event, className: `${event['className']} stepped step-${found.step} of-${found.columns}` }
  })
}

const partOf = ({ id, start, end, extendedProps }: EventInput): TimedPart => ({
  id: String(id),
  start: Date.parse(String(start)),
  end: Date.parse(String(end)),
  isFirst: extendedProps?.['isDeadline'] === true,
})
