const FIRST_MS = 500
const MAX_MS = 30_000

/** The first replacement starts immediately. After that, each consecutive failure doubles the delay. */
export const restartDelay = (failures: number): number =>
  failures <= 1 ? 0 : Math.min(MAX_MS, FIRST_MS * 2 ** (failures - 2))
