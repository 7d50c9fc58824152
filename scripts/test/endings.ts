// Flags of node --test that make every run end, whatever a test does.

/** Far more than any suite takes on a busy machine: only tests that would never end reach it. */
const LONGEST_MS = 900_000

/**
 * A test that waits for something that never comes fails after a while. A file whose tests are over ends even if one
 * of them left a server, a socket or an interval behind, which would otherwise keep the whole run waiting.
 */
export function endingFlags({ watch = false, longestMs = LONGEST_MS } = {}): string[] {
  // Node rejects the second one in watch mode.
  return [`--test-timeout=${longestMs}`, ...(watch ? [] : ['--test-force-exit'])]
}
