// Which entries are hidden because they are being deleted: one, one of a series, or a series from there on.
import type { Schedule } from '@daymark/contract/planning/schedule'
import { type ApplyTo, rowIdOf } from './address.ts'

type Address = Pick<Schedule, 'id' | 'parent_id' | 'instance_start'>

const FROM_THERE_ON = '+'

/** Names what is deleted, so that it is found again in whatever is read meanwhile. */
export function removalId(entry: Address, applyTo: ApplyTo = 'this'): string {
  const row = rowIdOf(entry)
  if (entry.instance_start === null || applyTo === 'all') return row
  return `${row} ${entry.instance_start}${applyTo === 'following' ? FROM_THERE_ON : ''}`
}

export function isGone(entry: Address, hidden: ReadonlySet<string>): boolean {
  if (hidden.size === 0) return false
  const row = rowIdOf(entry)
  const { instance_start } = entry
  if (hidden.has(row)) return true
  if (instance_start === null) return false
  if (hidden.has(`${row} ${instance_start}`)) return true
  return [...hidden].some(
    id =>
      id.startsWith(`${row} `) &&
      id.endsWith(FROM_THERE_ON) &&
      Date.parse(id.slice(row.length + 1, -1)) <= Date.parse(instance_start),
  )
}
