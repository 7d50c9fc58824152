import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { type Launch, program } from '../program/program.ts'
import { collector } from './collector.ts'
import { EXIT_OUTDATED } from './exit-codes.ts'
import { restartDelay } from './restart-delay.ts'
import { passOnUnaccepted } from './unaccepted.ts'
import { fromWorker, type SetupCode } from './worker-message.ts'

export interface SupervisorParts {
  count: number
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

export interface Supervisor {
  /**
   * Replaces each worker with a new one that reads the settings again. Stops at the first worker that fails to start,
   * and keeps the remaining old workers.
   */
  roll(): Promise<void>
  /** Resolves to the supervisor's exit code. */
  stop(): Promise<number>
}

export class WorkerDidNotStart extends Error {
  constructor({ code, signal }: Ending) {
    super(`Daymark cannot start: a worker ended with ${signal ?? `exit code ${code}`} before it could serve.`)
    this.name = 'WorkerDidNotStart'
  }
}

interface Listening {
  address: string
  setup: SetupCode | undefined
}

interface Ending {
  code: number | null
  signal: string | null
}

interface Member {
  readonly worker: Worker
  /** Resolves once the worker accepts requests, or with undefined if it ends first. */
  readonly listening: Promise<Listening | undefined>
  readonly ended: Promise<Ending>
  state: 'starting' | 'listening' | 'leaving'
}

/** Longer than the 9 seconds after which a worker ends itself. */
const KILL_MS = 12_000
/** A worker that has run this long was healthy, so its end does not delay the next start. */
const HEALTHY_MS = 60_000

/**
 * Resolves with the address once all workers accept requests. The first worker starts alone, so that migrations run
 * once and an invalid setting is reported once.
 */
export async function supervise({
  count,
  log,
}: SupervisorParts): Promise<Listening & { supervisor: Supervisor }> {
  const launch = sameVersion()
  const members = new Set<Member>()
  const metrics = collector(() => ({
    wanted: count,
    listening: [...members].filter(({ state }) => state === 'listening').length,
    reporting: [...members].filter(({ state }) => state !== 'starting').map(({ worker }) => worker),
  }))
  let isStarted = false
  let isStopping = false
  let failures = 0
  let restarting: NodeJS.Timeout | undefined
  let rolling: Promise<void> | undefined
  let rollAgain = false

  const staying = () => [...members].filter(({ state }) => state !== 'leaving').length
  const serving = () => [...members].some(({ state }) => state === 'listening')

  function start(): Member {
    const worker = cluster.fork(launch.options.env)
    passOnUnaccepted(worker)
    const listening = Promise.withResolvers<Listening | undefined>()
    const ended = Promise.withResolvers<Ending>()
    const member: Member = { worker, listening: listening.promise, ended: ended.promise, state: 'starting' }
    members.add(member)
    let since = Number.POSITIVE_INFINITY
    worker.on('message', (given: unknown) => {
      const message = fromWorker(given)
      if (message?.daymark === 'listening') {
        if (member.state === 'starting') member.state = 'listening'
        since = performance.now()
        listening.resolve({ address: message.address, setup: message.setup })
      } else if (message) metrics.receive(worker, message)
    })
    worker.once('exit', (code: number | null, signal: string | null) => {
      members.delete(member)
      metrics.ended(worker)
      const wasExpected = member.state === 'leaving'
      listening.resolve(undefined)
      ended.resolve({ code, signal })
      if (isStopping || wasExpected || !isStarted) return
      if (code === EXIT_OUTDATED) return void endOutdated()
      failures = performance.now() - since > HEALTHY_MS ? 1 : failures + 1
      log.error({ worker: worker.process.pid, code, signal }, 'a worker ended unexpectedly')
      metrics.restarted()
      refill()
    })
    return member
  }

  /** All workers end, because a newer program has upgraded their database. A new worker could not start. */
  async function endOutdated(): Promise<void> {
    await stop()
    process.exit(EXIT_OUTDATED)
  }

  /** Starts workers in sequence until there are enough, and waits longer after each failure. */
  function refill(): void {
    if (isStopping || restarting !== undefined || staying() >= count) return
    restarting = setTimeout(async () => {
      restarting = undefined
      const fresh = start()
      if (await fresh.listening) log.info({ worker: fresh.worker.process.pid }, 'a worker replaces it')
      else if (!isStopping && !serving()) {
        log.error('no worker is left, and a new one failed to start')
        process.exit(await stop(1))
      }
      refill()
    }, restartDelay(failures))
  }

  async function leave(member: Member): Promise<Ending> {
    member.state = 'leaving'
    member.worker.process.kill('SIGTERM')
    const timer = setTimeout(() => member.worker.process.kill('SIGKILL'), KILL_MS)
    const ending = await member.ended
    clearTimeout(timer)
    return ending
  }

  async function rollOnce(): Promise<void> {
    for (const old of [...members]) {
      if (isStopping) return
      const fresh = start()
      if (!(await fresh.listening)) {
        if (!isStopping) log.error('a new worker failed to start; the others continue with the old settings')
        return
      }
      if (members.has(old)) await leave(old)
      refill()
    }
    log.info({ workers: count }, 'all workers were replaced')
  }

  async function stop(worst = 0): Promise<number> {
    isStopping = true
    clearTimeout(restarting)
    const endings = await Promise.all([...members].map(leave))
    return endings.some(({ code }) => code !== 0) ? 1 : worst
  }

  const firstWorker = start()
  const first = await firstWorker.listening
  if (first === undefined) throw new WorkerDidNotStart(await firstWorker.ended)
  const others = Array.from({ length: count - 1 }, start)
  for (const each of others) {
    if (await each.listening) continue
    const ending = await each.ended
    await stop()
    throw new WorkerDidNotStart(ending)
  }
  isStarted = true
  refill()

  const roll = async (): Promise<void> => {
    do {
      rollAgain = false
      await rollOnce()
    } while (rollAgain && !isStopping)
  }
  return {
    ...first,
    supervisor: {
      roll() {
        rollAgain = true
        rolling ??= roll().finally(() => {
          rolling = undefined
        })
        return rolling
      },
      stop,
    },
  }
}

/** Workers that start after an upgrade of the folder still run this version, so that no two versions serve at once. */
function sameVersion(): Launch {
  const launch = program.launch('start')
  const { execPath, execArgv, stdio } = launch.options
  // `cluster` starts workers with this path and has no setting for it.
  if (execPath !== undefined) process.execPath = execPath
  cluster.setupPrimary({ exec: launch.path, ...(execArgv && { execArgv }), ...(stdio && { stdio }) })
  return launch
}
