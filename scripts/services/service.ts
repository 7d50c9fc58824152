// A real server for a test, which can be stopped, crashed and restarted on the same port and data.
import { rm } from 'node:fs/promises'
import { freePort } from './free-port.ts'
import type { RunningProgram } from './supervise.ts'
import { makeMemoryFolder, makeTemporaryFolder } from './temporary-folder.ts'

export interface Service extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly folder: string
  readonly pid: number
  readonly isRunning: boolean
  /** Shuts down gracefully and keeps the data. */
  stop(): Promise<void>
  /** Simulates a crash with SIGKILL to all of the service's processes. Keeps the data. */
  kill(): Promise<void>
  /** Restarts the service on the same port and data. Stops it first if it is running. */
  restart(): Promise<void>
  /** Stops the service and removes its data. */
  discard(): Promise<void>
}

export interface ServicePlan {
  url(port: number): string
  start(port: number): Promise<RunningProgram>
  stop(running: RunningProgram): Promise<void>
  kill(running: RunningProgram): Promise<void>
}

export interface ServiceOptions {
  /** Keeps the folder in memory if there is enough space. */
  inMemory?: boolean
}

const ATTEMPTS = 5

export async function startService(
  name: string,
  prepare: (folder: string) => Promise<ServicePlan>,
  { inMemory = false }: ServiceOptions = {},
): Promise<Service> {
  const folder = (inMemory && (await makeMemoryFolder(name))) || (await makeTemporaryFolder(name))
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  try {
    const plan = await prepare(folder)
    return service(plan, folder, await startOnFreePort(plan), removeFolder)
  } catch (error) {
    await removeFolder()
    throw error
  }
}

function service(
  plan: ServicePlan,
  folder: string,
  { running: first, port }: { running: RunningProgram; port: number },
  removeFolder: () => Promise<void>,
): Service {
  let running = first
  const stop = () => plan.stop(running)
  const discard = async () => {
    await stop()
    await removeFolder()
  }
  return {
    url: plan.url(port),
    port,
    folder,
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

/**
 * Starts the server on a free port. Retries with another port, because another process may take the port before the
 * server listens on it.
 */
async function startOnFreePort(plan: ServicePlan): Promise<{ running: RunningProgram; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    try {
      return { running: await plan.start(port), port }
    } catch (error) {
      const taken = error instanceof Error && error.message.includes('Address already in use')
      if (!taken || attempt === ATTEMPTS) throw error
    }
  }
}
