// The log: one JSON line per event on standard output; never a token, a query string or a body.
import { destination, type Logger, pino, symbols } from 'pino'

/** Lines of busy moments are written together, none later than after this time; the rest is written at exit. */
const LATEST_MS = 100
const TOGETHER_BYTES = 4096
/** Beyond this, lines are dropped if nothing reads them. */
const MAX_WAITING_BYTES = 16_777_216

/**
 * The message of every rejected credential; the line contains the client's address, for programs such as fail2ban.
 */
export const SIGN_IN_REFUSED = 'sign-in refused'

/** `more` returns fields that are added to every line. */
export const openLog = (level: string, more?: () => object): Logger =>
  pino(
    { level, ...(more && { mixin: more }) },
    destination({
      sync: false,
      minLength: TOGETHER_BYTES,
      maxLength: MAX_WAITING_BYTES,
      periodicFlush: LATEST_MS,
    }),
  )

const SHUTDOWN_MS = 500

/**
 * Call it before the process ends. Lines that nothing has read by then are lost: the library would otherwise wait at
 * exit for a reader that may be gone.
 */
export async function closeLog(log: Logger): Promise<void> {
  const patience = Promise.withResolvers<void>()
  const timer = setTimeout(patience.resolve, SHUTDOWN_MS)
  log.flush(() => patience.resolve())
  await patience.promise
  clearTimeout(timer)
  Object.assign(Reflect.get(log, symbols.streamSym), { flushSync: () => {} })
}
