// These flags make `node --test` end even if a test hangs, without losing a result.
import { join } from 'node:path'

/** Far longer than any suite takes on a busy machine, so that only hanging tests reach it. */
const LONGEST_MS = 900_000

interface Run {
  watch?: boolean
  longestMs?: number | undefined
}

/**
 * The timeout fails a test that hangs. `--test-force-exit` ends a file after its last test, even if a test left a
 * server, a socket or an interval open.
 */
export function endingFlags({ watch = false, longestMs = LONGEST_MS }: Run = {}): string[] {
  // Node rejects --test-force-exit in watch mode.
  const forced = ['--test-force-exit', `--import=${join(import.meta.dirname, 'blocking-output.ts')}`]
  return [`--test-timeout=${longestMs}`, ...(watch ? [] : forced)]
}
