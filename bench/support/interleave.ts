// Compares servers in interleaved rounds. Each runs in its own process, and this process generates the load.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Load, load, median } from './load.ts'

export const CONNECTIONS = Number(process.env['CONNECTIONS'] ?? 64)
export const ROUNDS = Number(process.env['ROUNDS'] ?? 7)
const ROUND_MS = Number(process.env['ROUND_MS'] ?? 700)
const WARM_UP_MS = 4_000

/** A program sends this message once it is listening. */
export interface Started {
  port: number
  tokens?: Record<string, string>
}

export interface Program extends Started {
  pid: number
  /** CPU time so far in microseconds. */
  cpu(): Promise<number>
  stop(): Promise<void>
}

/** Starts a program in `bench/`. It receives `order` as its first message and replies with its port. */
export async function startProgram(file: string, order: object): Promise<Program> {
  // Discards the log, but the program still writes it, as in production.
  const child = fork(join(import.meta.dirname, '..', file), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.setMaxListeners(0)
  child.send(order)
  const started = await answerOf<Started>(child)
  return {
    ...started,
    pid: child.pid ?? 0,
    async cpu() {
      child.send({ ask: 'cpu' })
      const { user, system } = await answerOf<NodeJS.CpuUsage>(child)
      return user + system
    },
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

async function answerOf<T>(child: ChildProcess): Promise<T> {
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`A benchmark process exited with ${code}.`)
  })
  const [message] = await Promise.race([once(child, 'message'), failed])
  return message as T
}

export type Side = Omit<Load, 'connections' | 'milliseconds' | 'port'> & { program: Program }

export interface Figures {
  perSecond: number
  /** CPU time per request in microseconds, which other load hardly affects. */
  cpu: number
}

export interface Comparison {
  ours: Figures
  limit: Figures
  /** The median of all rounds' ratios, because other load affects both sides of a round equally. */
  ratio: number
  cpuRatio: number
}

export async function compare(ours: Side, limit: Side, rounds = ROUNDS): Promise<Comparison> {
  const found: { ours: Figures; limit: Figures }[] = []
  // Warms up both programs, because the first requests include JIT compilation.
  for (const side of [ours, limit]) await measure(side, WARM_UP_MS)
  for (let round = 0; round < rounds; round++)
    found.push({ ours: await measure(ours), limit: await measure(limit) })
  const of = (pick: (round: { ours: Figures; limit: Figures }) => number) => median(found.map(pick))
  return {
    ours: { perSecond: of(each => each.ours.perSecond), cpu: of(each => each.ours.cpu) },
    limit: { perSecond: of(each => each.limit.perSecond), cpu: of(each => each.limit.cpu) },
    ratio: of(each => each.ours.perSecond / each.limit.perSecond),
    cpuRatio: of(each => each.limit.cpu / each.ours.cpu),
  }
}

export async function measure({ program, ...what }: Side, milliseconds = ROUND_MS): Promise<Figures> {
  const before = await program.cpu()
  const { perSecond, requests } = await load({
    ...what,
    port: program.port,
    connections: CONNECTIONS,
    milliseconds,
  })
  return { perSecond, cpu: ((await program.cpu()) - before) / requests }
}

/** Compares any number of sides. Returns each round's figures, in the order of the sides. */
export async function compareAll(sides: readonly Side[], rounds = ROUNDS): Promise<Figures[][]> {
  const found: Figures[][] = []
  for (const side of sides) await measure(side, WARM_UP_MS)
  for (let round = 0; round < rounds; round++) {
    const figures: Figures[] = []
    for (const side of sides) figures.push(await measure(side))
    found.push(figures)
  }
  return found
}
