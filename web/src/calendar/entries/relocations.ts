// Maps old addresses of occurrences to new ones after their series was split or moved. Pure.
import type { Schedule } from '@daymark/contract/planning/schedule'

export interface Relocation {
  series: string
  /** The first original start that is affected. */
  from: number
  to: string
  /** How far the original starts moved, in milliseconds. */
  shift: number
  /** Entries that were read at this version or later already have the new address. */
  version: number
}

type Address = Pick<Schedule, 'parent_id' | 'instance_start' | 'version'>

/** Returns the entry with its new address, or the same entry if the relocation does not affect it. */
export function relocated<T extends Address>(entry: T, { series, from, to, shift, version }: Relocation): T {
  const { parent_id, instance_start } = entry
  if ((entry.version ?? 0) >= version) return entry
  if (parent_id !== series || instance_start === null || Date.parse(instance_start) < from) return entry
  const start = shift === 0 ? instance_start : new Date(Date.parse(instance_start) + shift).toISOString()
  return { ...entry, parent_id: to, instance_start: start }
}
