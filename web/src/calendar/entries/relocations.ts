// Splitting or moving a series changes the addresses of its occurrences.
import type { Schedule } from '@daymark/contract/planning/schedule'

export interface Relocation {
  series: string
  /** The first affected original start, in epoch milliseconds. */
  from: number
  to: string
  /** Added to original starts, in milliseconds. */
  shift: number
  /** Entries of this version or later already have the new address. */
  version: number
}

type Address = Pick<Schedule, 'parent_id' | 'instance_start' | 'version'>

/** Applies a relocation. Returns the same object if it does not affect the entry. */
export function relocated<T extends Address>(entry: T, { series, from, to, shift, version }: Relocation): T {
  const { parent_id, instance_start } = entry
  if ((entry.version ?? 0) >= version) return entry
  if (parent_id !== series || instance_start === null || Date.parse(instance_start) < from) return entry
  const start = shift === 0 ? instance_start : new Date(Date.parse(instance_start) + shift).toISOString()
  return { ...entry, parent_id: to, instance_start: start }
}
