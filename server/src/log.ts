// The log: one line of JSON for each event on standard output, never a token, an address with a query or a body.
import { destination, type Logger, pino } from 'pino'

/** Lines of busy moments are written together, and none waits longer than this; at exit the rest is written. */
const LATEST_MS = 100
const TOGETHER_BYTES = 4096

/** `more` gives what every line also carries. */
export const openLog = (level: string, more?: () => object): Logger =>
  pino(
    { level, ...(more && { mixin: more }) },
    destination({ sync: false, minLength: TOGETHER_BYTES, periodicFlush: LATEST_MS }),
  )
