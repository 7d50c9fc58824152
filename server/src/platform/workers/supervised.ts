// The worker's end of the channel to its supervisor.
import cluster from 'node:cluster'
import {
  type CollectedMetrics,
  type FromWorker,
  fromSupervisor,
  type MetricData,
  type SetupCode,
  type WorkerState,
} from './worker-message.ts'

export interface Supervised {
  /** Only the first worker logs warnings about settings, so that each appears once. */
  readonly isFirst: boolean
  /** Tells the supervisor that this worker accepts requests at this address. */
  listening(address: string, setup: SetupCode | undefined): void
  /** Sets the function that reads this worker's own metrics. */
  reportWith(read: () => Promise<MetricData[]>): void
  metrics(): Promise<CollectedMetrics>
  state(): Promise<WorkerState>
  /** Sends the last metrics report. */
  leave(): Promise<void>
}

const ANSWER_MS = 5_000

/** Returns undefined if this process is not a worker. */
export function supervised(): Supervised | undefined {
  const { worker } = cluster
  if (!worker) return undefined
  const asked = new Map<number, (value: CollectedMetrics | WorkerState) => void>()
  let last = 0
  let read: (() => Promise<MetricData[]>) | undefined

  // Sends nothing if the supervisor is gone. In that case, this process ends as well.
  const send = (message: FromWorker) => void (worker.isConnected() && worker.send(message))

  function ask<T extends CollectedMetrics | WorkerState>(what: 'metrics' | 'state'): Promise<T> {
    const id = ++last
    const answer = Promise.withResolvers<T>()
    const timer = setTimeout(
      () => answer.reject(new Error('The supervisor does not answer.')),
      ANSWER_MS,
    ).unref()
    asked.set(id, value => answer.resolve(value as T))
    send({ daymark: 'ask', id, what })
    return answer.promise.finally(() => {
      clearTimeout(timer)
      asked.delete(id)
    })
  }

  process.on('message', (given: unknown) => {
    const message = fromSupervisor(given)
    if (message?.daymark === 'answer') asked.get(message.id)?.(message.value)
    if (message?.daymark === 'report') {
      const { id } = message
      void read?.().then(metrics => send({ daymark: 'report', id, metrics }))
    }
  })

  return {
    isFirst: worker.id === 1,
    listening: (address, setup) => send({ daymark: 'listening', address, setup }),
    reportWith(next) {
      read = next
    },
    metrics: () => ask('metrics'),
    state: () => ask('state'),
    async leave() {
      if (!read || !worker.isConnected()) return
      const metrics = await read()
      await new Promise<void>(resolve => {
        process.send?.({ daymark: 'last', metrics } satisfies FromWorker, () => resolve())
      })
    },
  }
}
