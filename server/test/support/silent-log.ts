// A log for servers in the process. `openLog` writes to standard output every 100 ms until the process ends, even if
// it has no lines. With dozens of servers in a process, that took 3% of the CPU time.
import { openLog } from '../../src/platform/observability/log.ts'

export const silentLog = openLog('silent', undefined, {
  write: () => {},
  flush: done => done?.(),
  destroy: () => {},
})
