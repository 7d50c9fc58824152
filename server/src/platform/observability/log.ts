// Writes events to standard output, one line each in JSON. Never logs a token, query string or body.
import { destination, type Logger, pino, stdTimeFunctions } from 'pino'
import { prettyLine } from './pretty-line.ts'

/** Lines are buffered for at most this long, and flushed at exit. */
const LATEST_MS = 100
const TOGETHER_BYTES = 4000
/**
 * The largest write to a pipe that the operating system keeps in one piece, so that lines from several workers do not
 * mix.
 */
const PIPE_BYTES = 4096
/** If nothing reads the output, lines beyond this buffer size are dropped. */
const MAX_WAITING_BYTES = 16_777_216

export type LogFormat = 'json' | 'pretty'

export interface LogStream {
  write(line: string): void
  flush(done?: () => void): void
  destroy(): void
}

/** Buffers standard output, so that a log line does not block a request. */
export function openLogStream(format: LogFormat = 'json'): LogStream {
  const output = destination({
    sync: false,
    minLength: TOGETHER_BYTES,
    maxWrite: PIPE_BYTES,
    maxLength: MAX_WAITING_BYTES,
    periodicFlush: LATEST_MS,
  })
  if (format === 'json') return output
  const isColored = process.stdout.isTTY && process.stdout.hasColors()
  return {
    write: line => void output.write(prettyLine(line, isColored)),
    flush: done => output.flush(done),
    destroy: () => output.destroy(),
  }
}

export const logFormat = (chosen: LogFormat | undefined): LogFormat =>
  chosen ?? (process.stdout.isTTY ? 'pretty' : 'json')

/** `more` returns fields to add to every line. */
export const openLog = (level: string, more?: () => object, stream: LogStream = openLogStream()): Logger =>
  pino(
    {
      level,
      formatters: { level: name => ({ level: name }) },
      timestamp: stdTimeFunctions.isoTime,
      ...(more && { mixin: more }),
    },
    stream,
  )

const SHUTDOWN_MS = 500

/**
 * Flushes the buffer, but gives up soon if nothing reads it. Without `destroy`, the library would flush synchronously
 * at exit and block forever if the reader is gone.
 */
export async function closeLog(stream: LogStream): Promise<void> {
  const timeout = Promise.withResolvers<void>()
  const timer = setTimeout(timeout.resolve, SHUTDOWN_MS)
  stream.flush(() => timeout.resolve())
  await timeout.promise
  clearTimeout(timer)
  stream.destroy()
}
