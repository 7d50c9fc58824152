// The log: one JSON line per event on standard output; never a token, a query string or a body.
import { destination, type Logger, pino } from 'pino'

/** Lines of busy moments are written together, none later than after this time; the rest is written at exit. */
const LATEST_MS = 100
const TOGETHER_BYTES = 4096
/** Beyond this, lines are dropped if nothing reads them. */
const MAX_WAITING_BYTES = 16_777_216

/**
 * The message of every rejected credential; the line contains the client's address, for programs such as fail2ban.
 */
export const SIGN_IN_REFUSED = 'sign-in refused'

/** Standard output, written in batches. */
export const openLogStream = () =>
  destination({
    sync: false,
    minLength: TOGETHER_BYTES,
    maxLength: MAX_WAITING_BYTES,
    periodicFlush: LATEST_MS,
  })

export type LogStream = ReturnType<typeof openLogStream>

/** `more` returns fields that are added to every line. */
export const openLog = (level: string, more?: () => object, stream: LogStream = openLogStream()): Logger =>
  pino({ level, ...(more && { mixin: more }) }, stream)

const SHUTDOWN_MS = 500

/**
 * Writes what is left, and gives up after a moment if nothing reads it. Without `destroy` the library would write it
 * synchronously at exit and block forever if the reader is gone.
 */
export async function closeLog(stream: LogStream): Promise<void> {
  const patience = Promise.withResolvers<void>()
  const timer = setTimeout(patience.resolve, SHUTDOWN_MS)
  stream.flush(() => patience.resolve())
  await patience.promise
  clearTimeout(timer)
  stream.destroy()
}
