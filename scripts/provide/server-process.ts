// Starts a server program, waits until it says that it is ready, and can end it in a chosen way.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Socket } from 'node:net'
import type { Account } from './account.ts'
import { hold, release } from './guard.ts'

const OUTPUT_KEPT = 4_000

export interface Launch {
  command: string
  args: string[]
  cwd: string
  account?: Account | undefined
  /** Given to the program on its standard input. */
  input?: string
  /** The words in its output that mean it accepts connections. */
  readyWords: string
  /** What the watchdog sends if this process dies first. */
  quickEnd: NodeJS.Signals
}

export class ServerProcess {
  readonly pid: number
  readonly #child: ChildProcess

  constructor(child: ChildProcess, pid: number) {
    this.#child = child
    this.pid = pid
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.isRunning) return
    this.#child.ref()
    const exited = once(this.#child, 'exit')
    this.#child.kill(signal)
    await exited
  }
}

export async function launch(options: Launch): Promise<ServerProcess> {
  const child = spawn(options.command, options.args, {
    ...options.account,
    cwd: options.cwd,
    // Its own group: Ctrl-C in the terminal is for the tests, which may still need their servers.
    detached: true,
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    stdio: 'pipe',
  })
  const { pid } = child
  if (pid === undefined) {
    const [error] = await once(child, 'error')
    throw error
  }
  const guarded = { kind: 'group', pid, signal: options.quickEnd } as const
  hold(guarded)
  child.once('exit', () => release(guarded))
  child.stdin.on('error', () => {})
  child.stdin.end(options.input ?? '')
  await ready(child, options)
  letOwnerEnd(child)
  return new ServerProcess(child, pid)
}

function ready(child: ChildProcess, { command, readyWords }: Launch): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const listen = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-OUTPUT_KEPT)
      if (output.includes(readyWords)) resolve()
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('close', (code, signal) =>
      reject(new Error(`${command} ended with ${signal ?? code} before it was ready:\n${output.trim()}`)),
    )
  })
}

// A test that forgets to stop its server still ends; the watchdog then ends the server.
function letOwnerEnd(child: ChildProcess): void {
  child.unref()
  for (const stream of [child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref()
}
