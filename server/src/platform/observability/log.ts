// The log: one JSON line per event on standard output, never with a token, a query string or a body.
import { destination, type Logger, pino } from 'pino'

/** Lines are buffered for at most this time. Remaining lines are written at exit. */
const LATEST_MS = 100
const TOGETHER_BYTES = 4096
/** If nothing reads the output, lines beyond this buffer size are dropped. */
const MAX_WAITING_BYTES = 16_777_216

/** The message for every rejected credential. The line contains the client address, for tools such as fail2ban. */
export const SIGN_IN_REFUSED = 'sign-in refused'

/** Standard output with a buffer, so that a log line does not block a request. */
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
 * Writes the remaining lines, and gives up soon if nothing reads them. Without `destroy`, the library would
 * write them synchronously at exit, which blocks forever if the reader is gone.
 */
export async function closeLog(stream: LogStream): Promise<void> {
  const timeout = Promise.withResolvers<void>()
  const timer = setTimeout(timeout.resolve, SHUTDOWN_MS)
  stream.flush(() => timeout.resolve())
  await timeout.promise
  clearTimeout(timer)
  stream.destroy()
}
