// Flags of node --test that make every run end, whatever a test does.

/** Far more than any suite takes on a busy machine: only what would never end gets here. */
const LONGEST_MS = 900_000

/**
 * A test that waits for something that never comes fails after a while. A file whose tests are over ends although one of
 * them left a server, a socket or an interval behind; it would keep the whole run waiting.
 */
export function endingFlags({ watch = false, longestMs = LONGEST_MS } = {}): string[] {
  // Node refuses the second one while it watches.
  return [`--test-timeout=${longestMs}`, ...(watch ? [] : ['--test-force-exit'])]
}
