// Finds overlapping entries that can cover each other in part, because the titles of all of them stay visible. Pure.
import type { EventInput } from '@fullcalendar/react'
import { localOf } from '../../session/region/zone-time.ts'

export interface TimedPart {
  id: string
  /** Epoch milliseconds. */
  start: number
  end: number
  /** True for deadlines, which the grid places before everything else. */
  isFirst?: boolean
}

export interface Step {
  /** The number of entries that it covers, one above the other. Each moves it to the right. */
  step: number
  /** The number of columns in which the grid would place the overlapping entries. */
  columns: number
}

/** The space that a title needs above the entry that covers the rest. */
const TITLE_MS = 30 * 60_000
/** More would leave too little width. */
const MOST_COLUMNS = 4

/**
 * Returns the steps of entries that cover others or are covered. Entries that begin at nearly the same time are missing:
 * they are beside each other, and so is everything that overlaps them.
 */
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

/** Undefined if a title would be covered, or if the grid places the entries in another order. */
function stepsIn(group: readonly TimedPart[], zone: string): number[] | undefined {
  const steps: number[] = []
  for (const [at, part] of group.entries()) {
    const before = group[at - 1]
    if (part.isFirst || (before && part.start - before.start < TITLE_MS)) return undefined
    const taken = steps.filter((_, index) => (group[index]?.end ?? 0) > part.start)
    const step = Math.max(-1, ...taken) + 1
    // A column that is free again would be used by the grid, below the entry beside it.
    const isFree = Array.from({ length: step }, (_, column) => column).some(column => !taken.includes(column))
    if (isFree || step >= MOST_COLUMNS || isOvernight(part, zone)) return undefined
    steps.push(step)
  }
  return steps
}

/** The grid divides such an entry between two days. */
const isOvernight = ({ start, end }: TimedPart, zone: string): boolean =>
  localOf(start, zone).date !== localOf(end - 1, zone).date

/** Adds the class of its step to each event that covers others in part, or is covered. */
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
