/** The metrics library's export format. `aggregator` says how to combine the values of several workers. */
export interface MetricData {
  name: string
  help: string
  /** A word such as `gauge`, although the library's types declare a number. */
  type: unknown
  aggregator: Aggregator
  values: MetricValue[]
}

type Aggregator = 'omit' | 'sum' | 'first' | 'min' | 'max' | 'average'

export interface MetricValue {
  value: number
  labels: Partial<Record<string, string | number>>
  /** The name of a histogram series, such as `…_bucket`. */
  metricName?: string | undefined
}

/** `wanted` is how many workers should run, and `listening` is how many accept requests. */
export interface WorkerState {
  wanted: number
  listening: number
}

/** One list per worker, one for workers that have ended, and one for the supervisor. */
export type CollectedMetrics = MetricData[][]

/** Lets the operator create the first account of a new server. */
export interface SetupCode {
  code: string
  /** Opens the form for the first account with the code filled in. */
  url: string
}

export type FromWorker =
  | { daymark: 'listening'; address: string; setup?: SetupCode | undefined }
  | { daymark: 'ask'; id: number; what: 'metrics' | 'state' }
  | { daymark: 'report'; id: number; metrics: MetricData[] }
  /** The last report of a worker that exits. */
  | { daymark: 'last'; metrics: MetricData[] }

export type FromSupervisor =
  | { daymark: 'answer'; id: number; value: CollectedMetrics | WorkerState }
  | { daymark: 'report'; id: number }

/** True for messages between worker and supervisor. Other modules may use the same channel. */
const isOurs = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'daymark' in message

export const fromWorker = (message: unknown): FromWorker | undefined =>
  isOurs(message) ? (message as FromWorker) : undefined

export const fromSupervisor = (message: unknown): FromSupervisor | undefined =>
  isOurs(message) ? (message as FromSupervisor) : undefined
