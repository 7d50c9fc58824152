// Starts a program that cannot outlive this process; see supervisor.ts.
import { type ChildProcess, fork } from 'node:child_process'
import { Socket } from 'node:net'
import { join } from 'node:path'

const OUTPUT_KEPT = 4_000

export interface Program {
  command: string
  args: string[]
  cwd: string
  env: NodeJS.ProcessEnv
  /** Runs the program as this user instead of the current one. Requires root. */
  account?: Account | undefined
  /** The signal that ends the program fastest, used if this process has died. */
  quickEnd: NodeJS.Signals
  /** Folders to remove if this process dies. */
  folder?: string | readonly string[] | undefined
}

export interface Account {
  uid: number
  gid: number
}

type Message = { pid: number } | { exit: Exit }
/** An exit code, a signal name, or the reason why the program could not be started. */
type Exit = number | string

export class RunningProgram {
  /** Resolves when the program and its whole process group have ended. */
  readonly exited: Promise<Exit>
  isRunning = true
  pid = 0
  #output = ''
  readonly #program: Program
  readonly #supervisor: ChildProcess

  constructor(program: Program, output: 'inherit' | 'pipe') {
    this.#program = program
    this.#supervisor = fork(join(import.meta.dirname, 'supervisor.ts'), {
      // Uses a separate session, so that Ctrl+C reaches only this process, which may still need its servers.
      detached: true,
      execArgv: [],
      stdio: ['ignore', output, output, 'ipc'],
    })
    this.#supervisor.send(program)
    for (const stream of [this.#supervisor.stdout, this.#supervisor.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#output = (this.#output + chunk.toString()).slice(-OUTPUT_KEPT)
      })
    const { promise, resolve } = Promise.withResolvers<Exit>()
    this.exited = promise
    let exit: Exit = 'the supervisor ended'
    this.#supervisor.on('message', (message: Message) => {
      if ('pid' in message) this.pid = message.pid
      else exit = message.exit
    })
    this.#supervisor.once('close', () => {
      this.isRunning = false
      resolve(exit)
    })
  }

  /** Resolves when this text appears in the output. Rejects if the program ends first. */
  async ready(words: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = () => this.#output.includes(words) && resolve()
    for (const stream of [this.#supervisor.stdout, this.#supervisor.stderr]) stream?.on('data', look)
    await Promise.race([promise, this.exited.then(() => this.#fail())])
    this.#unref()
  }

  /** Resolves when the program has ended. Rejects if its exit code is not 0. */
  async succeeded(): Promise<void> {
    if ((await this.exited) !== 0) await this.#fail()
  }

  signal(signal: NodeJS.Signals): void {
    if (this.#supervisor.connected) this.#supervisor.send(signal)
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    this.#supervisor.ref()
    this.signal(signal)
    await this.exited
  }

  async #fail(): Promise<never> {
    throw new Error(`${this.#program.command} ended with ${await this.exited}:\n${this.#output.trim()}`)
  }

  /** Lets a test process exit even if it forgets to stop its server. The supervisor then stops the server. */
  #unref(): void {
    this.#supervisor.unref()
    this.#supervisor.channel?.unref()
    for (const stream of [this.#supervisor.stdout, this.#supervisor.stderr])
      if (stream instanceof Socket) stream.unref()
  }
}
