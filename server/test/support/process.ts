// Starts the server and its commands as separate processes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { serverProgram } from '../../../scripts/services/server-program.ts'

const SOURCE = join(import.meta.dirname, '../../src')

export type Settings = Record<string, string>

export interface Outcome {
  code: number | null
  out: string
  err: string
}

/** What differs from a usual start. A shell sets the limits before it becomes the program. */
interface Limits {
  /**
   * No file can grow beyond this size, as on a full disk. The program ignores the signal XFSZ, so that the write
   * fails instead of killing the process.
   */
  limitKiB?: number
  umask?: string
  /** The Node and the server to run instead of those of this checkout. */
  program?: readonly [node: string, main: string]
}

function start(
  file: string,
  args: readonly string[],
  settings: Settings,
  { limitKiB, umask, program: other }: Limits = {},
) {
  const path = file === 'main.ts' ? serverProgram() : join(SOURCE, file)
  const program = [...(other ?? [process.execPath, path]), ...args]
  const limits = [
    ...(limitKiB === undefined ? [] : [`trap '' XFSZ; ulimit -f ${limitKiB}`]),
    ...(umask === undefined ? [] : [`umask ${umask}`]),
  ]
  const limited = ['bash', '-c', `${limits.join('; ')}; exec "$@"`, 'bash', ...program]
  const [command = '', ...rest] = limits.length === 0 ? program : limited
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return spawn(command, rest, {
    env: { PATH, NODE_COMPILE_CACHE, DAYMARK_ENV_FILE: 'none', LOG_LEVEL: 'error', ...settings },
  })
}

export async function runProgram(
  file: string,
  args: readonly string[],
  settings: Settings,
  input = '',
  limits?: Limits,
): Promise<Outcome> {
  const child = start(file, args, settings, limits)
  child.stdin.end(input)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, out: out.trim(), err: err.trim() }
}

export interface RunningServer {
  readonly url: string
  readonly pid: number
  /** Stops the server gracefully, as an operator does. Returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  kill(): Promise<void>
  /** The output so far, including the log. */
  printed(): string
  /** `stalled` leaves the output in the pipe, and `gone` closes the pipe. */
  stopReading(how: 'stalled' | 'gone'): void
  /** Resolves with the exit code when the server has ended for any reason. */
  readonly ended: Promise<number | null>
}

/** Without `DATA_DIR`, the server has a folder of its own, because a folder belongs to one database. */
export async function startProgram(settings: Settings, limits?: Limits): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-server-'))
  const defaults = { PORT: '0', RATE_LIMIT_ENABLED: 'false', DATA_DIR: folder }
  const child = start('main.ts', [], { ...defaults, ...settings }, limits)
  child.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  child.stderr.pipe(process.stderr)
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  const listening = Promise.withResolvers<string>()
  let printed = ''
  let url: string | undefined
  child.stdout.on('data', chunk => {
    printed += String(chunk)
    url ??= /"listens":"(http:[^"]+)"/.exec(printed)?.[1]
    if (url) listening.resolve(url)
  })
  child.once('close', () => listening.reject(new Error(`The server did not start:\n${printed}`)))
  return {
    url: await listening.promise,
    pid: child.pid ?? 0,
    ended,
    printed: () => printed,
    stopReading: how => void (how === 'gone' ? child.stdout.destroy() : child.stdout.pause()),
    stop: (signal = 'SIGTERM') => end(signal),
    kill: async () => {
      await end('SIGKILL')
    },
  }
}
