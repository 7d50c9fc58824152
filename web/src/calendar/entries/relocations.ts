// Maps old addresses of occurrences to new ones after their series was split or moved in this window.
import type { Schedule } from '@daymark/contract/planning/schedule'

interface Relocation {
  series: string
  /** Applies from this original start on. */
  from: number
  to: string
  /** How far the original starts moved, in milliseconds. */
  shift: number
}

type Address = Pick<Schedule, 'parent_id' | 'instance_start'>

export function relocations() {
  const all: Relocation[] = []
  return {
    add(relocation: Relocation): void {
      if (relocation.series !== relocation.to || relocation.shift !== 0) all.push(relocation)
    },
    /** The current position in the list of relocations, for `resolve`. */
    now: (): number => all.length,
    /**
     * Returns the entry with its current address, given one that was valid at `since`. A split is applied even if
     * it happened earlier, because the old series no longer has these occurrences. A moved series still has them.
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
