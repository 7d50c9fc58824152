// Finds the timers that a transaction has split, so that related data can be moved or copied to the second part. Pure.
import type { NetRow } from '../../../platform/changes/recording/net-rows.ts'
import { readHistory } from '../history.ts'
import { closedSegments } from './segments.ts'

export interface Split {
  readonly first: string
  readonly second: string
}

export function splitsIn(rows: readonly NetRow[]): Split[] {
  const timers = rows.filter(({ table }) => table === 'timers')
  // A split creates a timer that is already corrected. An undo or an archive import can do the same, but then there is
  // usually no `source`.
  const created = timers.filter(({ before, after }) => before === null && isSet(after?.['corrected_at']))
  return created.flatMap(({ key, after }) => {
    const source = timers.find(
      row =>
        row.before !== null &&
        row.after !== null &&
        row.changed.includes('history') &&
        row.key['owner_id'] === key['owner_id'] &&
        // The second part of a split timer ends when the whole timer ended.
        endOf(row.before['history']) === endOf(after?.['history']),
    )
    return source ? [{ first: String(source.key['id']), second: String(key['id']) }] : []
  })
}

const isSet = (value: unknown): boolean => value !== null && value !== undefined

const endOf = (history: unknown): number | undefined =>
  closedSegments(readHistory(String(history))).at(-1)?.end
