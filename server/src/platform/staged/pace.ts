// Chooses how many items a step may touch, so that a step takes about `TARGET_MS`. Pure.

/** Far below the 250 ms that a step may hold the writer, because other writes wait for a whole step. */
const TARGET_MS = 40
const FIRST = 20
const MAX = 1_000

export interface Pace {
  /** How many items the next step may touch. */
  most(): number
  took(items: number, ms: number): void
}

export function pace(): Pace {
  let most = FIRST
  return {
    most: () => most,
    took(items, ms) {
      if (items === 0) return
      const fitting = Math.floor((items * TARGET_MS) / Math.max(ms, 1))
      // Grows at most twofold, because a few small items say little about the next ones.
      most = Math.max(1, Math.min(MAX, most * 2, fitting))
    },
  }
}
