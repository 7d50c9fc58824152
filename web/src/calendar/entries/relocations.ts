// Where an occurrence is after its series was split or moved: an entry that was shown before has the old address. Pure.
import type { Schedule } from '@daymark/contract/planning/schedule'

export interface Relocation {
  series: string
  /** From this original start on; earlier ones stay. */
  from: number
  to: string
  /** By how much the original starts have moved. */
  shift: number
}

type Address = Pick<Schedule, 'parent_id' | 'instance_start'>

/** The entry at its address after the relocation; the same one when it is not affected. */
export function relocated<T extends Address>(entry: T, { series, from, to, shift }: Relocation): T {
  const { parent_id, instance_start } = entry
  if (parent_id !== series || instance_start === null || Date.parse(instance_start) < from) return entry
  const start = shift === 0 ? instance_start : new Date(Date.parse(instance_start) + shift).toISOString()
  return { ...entry, parent_id: to, instance_start: start }
}
