// Keeps a running server from writing to a database that a newer program has upgraded.
import { Problem } from '../../kernel/errors.ts'

/** The position of the last migration. Null in a database without migrations. */
export const SCHEMA_POSITION = '(select max(position) from migrations)'

/** How often a server looks for an upgrade, even if nobody writes. */
export const WATCH_MS = 1_000
const RETRY_S = 5

export const OUTDATED =
  'The database is being upgraded to a newer version of Daymark, so this instance no longer accepts requests. Try again in a few seconds.'

export class Outdated extends Problem {
  constructor() {
    super('unavailable', OUTDATED, { retry_after: RETRY_S })
  }
}

export interface Fence {
  /** False if the database had no schema when it was opened. */
  readonly isThere: boolean
  /** Throws if the schema is no longer the one that this program opened. */
  require(position: unknown): void
  /** Call this when an upgrade has begun. */
  raise(): void
}

/** `outdated` is called once. */
export function openFence(opened: unknown, outdated: () => void = () => {}): Fence {
  let isUp = false
  const raise = () => {
    if (isUp) return
    isUp = true
    outdated()
  }
  return {
    isThere: opened !== undefined,
    require(position) {
      if (position === opened) return
      raise()
      throw new Outdated()
    },
    raise,
  }
}
