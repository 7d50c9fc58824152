// Where occurrences are after their series was split or moved in this window: what was shown before knows the old address.
import type { Schedule } from '@daymark/contract/planning/schedule'

interface Relocation {
  series: string
  /** From this original start on; earlier ones stay. */
  from: number
  to: string
  /** By how much the original starts have moved. */
  shift: number
}

type Address = Pick<Schedule, 'parent_id' | 'instance_start'>

export function relocations() {
  const all: Relocation[] = []
  return {
    add(relocation: Relocation): void {
      if (relocation.series !== relocation.to || relocation.shift !== 0) all.push(relocation)
    },
    /** This moment, for `resolve`. */
    now: (): number => all.length,
    /**
     * The entry at its address of now, when the one it has was right at that moment. A split is understood even if
     * it was earlier: the old series has no such occurrences any more. A series that moved as a whole has.
     */
    resolve<T extends Address>(entry: T, since: number): T {
      let { parent_id, instance_start } = entry
      for (const [index, { series, from, to, shift }] of all.entries()) {
        if (parent_id !== series || instance_start === null || Date.parse(instance_start) < from) continue
        if (index < since && to === series) continue
        parent_id = to
        if (shift !== 0) instance_start = new Date(Date.parse(instance_start) + shift).toISOString()
      }
      return { ...entry, parent_id, instance_start }
    },
  }
}
