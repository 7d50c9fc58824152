// What a test can do with a real server of its own: stop it, kill it, bring it back on the same port and data.
import { freePort } from './free-port.ts'
import type { ServerProcess } from './server-process.ts'

export interface ProvidedServer extends AsyncDisposable {
  readonly url: string
  readonly port: number
  /** What `dataDir` of another start must be to find the same data. */
  readonly dataDir: string
  readonly pid: number
  readonly isRunning: boolean
  /** Ends it in order and keeps its data. */
  stop(): Promise<void>
  /** Ends it as a crash would (SIGKILL to all its processes) and keeps its data. */
  kill(): Promise<void>
  /** Starts it again on the same port and data; stops it first if it runs. */
  restart(): Promise<void>
  /** Stops it and removes the temporary folder, if it was given none. */
  discard(): Promise<void>
}

export interface ServerPlan {
  url(port: number): string
  port: number | undefined
  dataDir: string
  start(port: number): Promise<ServerProcess>
  stop(running: ServerProcess): Promise<void>
  kill(running: ServerProcess): Promise<void>
  cleanUp(): Promise<void>
}

export async function provide(plan: ServerPlan): Promise<ProvidedServer> {
  let running: ServerProcess
  let port: number
  try {
    ;({ running, port } = await startSomewhere(plan))
  } catch (error) {
    await plan.cleanUp()
    throw error
  }
  const stop = () => plan.stop(running)
  const discard = async () => {
    await stop()
    await plan.cleanUp()
  }
  return {
    url: plan.url(port),
    port,
    dataDir: plan.dataDir,
    get pid() {
      return running.pid
    },
    get isRunning() {
      return running.isRunning
    },
    stop,
    kill: () => plan.kill(running),
    async restart() {
      await stop()
      running = await plan.start(port)
    },
    discard,
    [Symbol.asyncDispose]: discard,
  }
}

// Between finding a free port and listening on it somebody else may have taken it.
async function startSomewhere(
  plan: ServerPlan,
  attempts = 5,
): Promise<{ running: ServerProcess; port: number }> {
  const port = plan.port ?? (await freePort())
  try {
    return { running: await plan.start(port), port }
  } catch (error) {
    const taken = error instanceof Error && error.message.includes('Address already in use')
    if (!taken || plan.port !== undefined || attempts <= 1) throw error
    return startSomewhere(plan, attempts - 1)
  }
}
