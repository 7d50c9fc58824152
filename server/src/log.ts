// The log: one line of JSON for each event on standard output, never a token, an address with a query or a body.
import { destination, type Logger, pino } from 'pino'

/** `more` gives what every line also carries. */
export const openLog = (level: string, more?: () => object): Logger =>
  pino({ level, ...(more && { mixin: more }) }, destination({ sync: false }))
