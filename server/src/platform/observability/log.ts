// The log: one line of JSON for each event on standard output, never a token, an address with a query or a body.
import { destination, type Logger, pino, symbols } from 'pino'

/** Lines of busy moments are written together, and none waits longer than this; at exit the rest is written. */
const LATEST_MS = 100
const TOGETHER_BYTES = 4096
/** Beyond this, lines that nobody reads are dropped. */
const MOST_WAITING_BYTES = 16_777_216

/** The message of every refused credential; the line names the client's address, for programs such as fail2ban. */
export const SIGN_IN_REFUSED = 'sign-in refused'

/** `more` gives what every line also carries. */
export const openLog = (level: string, more?: () => object): Logger =>
  pino(
    { level, ...(more && { mixin: more }) },
    destination({
      sync: false,
      minLength: TOGETHER_BYTES,
      maxLength: MOST_WAITING_BYTES,
      periodicFlush: LATEST_MS,
    }),
  )

const GOODBYE_MS = 500

/**
 * To be called before the process ends. Lines that nobody reads by then are lost: the library would wait for their
 * reader at the exit without end, also for one that is gone.
 */
export async function closeLog(log: Logger): Promise<void> {
  const patience = Promise.withResolvers<void>()
  const timer = setTimeout(patience.resolve, GOODBYE_MS)
  log.flush(() => patience.resolve())
  await patience.promise
  clearTimeout(timer)
  Object.assign(Reflect.get(log, symbols.streamSym), { flushSync: () => {} })
}
