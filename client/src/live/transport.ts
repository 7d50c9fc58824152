// Sends outbox entries to the server: requests over HTTP, timer commands over the live socket.

import type { Job } from '@daymark/contract/jobs'
import type { Route } from '@daymark/contract/route'
import type { LiveMessage } from '@daymark/contract/sockets/live-socket'
import { type Answer, begin, endOf, isRunning, positionOf } from '../call.ts'
import type { Connection } from '../connection.ts'
import type { OutboxEntry, RunningJob } from '../outbox/entry.ts'
import type { Accepted, Transport } from '../outbox/sender.ts'
import { SocketLost } from '../outbox/verdict.ts'
import { CommandFailed } from '../timers/command-outbox.ts'
import { lastEventAt, timeOfAction } from '../timers/time-of-action.ts'
import type { Batch } from './change-log.ts'
import type { ChangeStream } from './change-stream.ts'
import type { Store } from './store.ts'

type Waiting = PromiseWithResolvers<Accepted> & { readonly id: string | null }

/** An abandoned request would otherwise hold up the outbox for as long as the network holds the connection. */
const LONGEST_MS = 60_000

const accepted = ({ data, response }: Answer): Accepted => ({ data, seq: positionOf(response) })

export class LiveTransport implements Transport {
  readonly #connection: Connection
  readonly #changes: () => ChangeStream
  readonly #store: Pick<Store, 'timers'>
  readonly #longestMs: number
  readonly #waiting = new Map<string, Waiting>()

  constructor(
    connection: Connection,
    store: Pick<Store, 'timers'>,
    speed: number,
    changes: () => ChangeStream,
  ) {
    this.#connection = connection
    this.#changes = changes
    this.#store = store
    this.#longestMs = LONGEST_MS / speed
  }

  get canCommand(): boolean {
    return this.#changes().state === 'live'
  }

  async request(entry: OutboxEntry, ended: AbortSignal, onJob: (job: RunningJob) => void): Promise<Accepted> {
    const [method = '', path = ''] = entry.operation.split(' ')
    const target = { method: method as Route['method'], path }
    const { params, query, body, key } = entry
    const onProgress = (job: Job) => job.status === 'running' && onJob(job)
    const limits = { signal: ended, limitMs: this.#longestMs, onProgress }
    const input = { params, query, body, idempotencyKey: key, retry: false as const, ...limits }
    const answer = await begin(this.#connection, target, input)
    if (!isRunning(answer)) return accepted(answer)
    return { ...accepted(answer), end: endOf(this.#connection, answer, limits).then(accepted) }
  }

  command(entry: OutboxEntry, ended: AbortSignal): Promise<Accepted> {
    const waiting: Waiting = { ...Promise.withResolvers<Accepted>(), id: entry.id }
    this.#waiting.set(entry.key, waiting)
    const tooLong = setTimeout(() => waiting.reject(new SocketLost('There was no answer.')), this.#longestMs)
    ended.addEventListener('abort', () => waiting.reject(ended.reason), { once: true })
    const message = { type: entry.operation, id: entry.key, payload: this.#payload(entry) }
    if (!this.#changes().send(message)) waiting.reject(new SocketLost('The socket is not open.'))
    return waiting.promise.finally(() => {
      clearTimeout(tooLong)
      this.#waiting.delete(entry.key)
    })
  }

  /** Resolves the waiting command that the server answers with these changes, if there is one. */
  answered({ reply_to = '', changes }: Batch): void {
    const waiting = this.#waiting.get(reply_to)
    const change = changes.find(({ kind, id }) => kind === 'timer' && id === waiting?.id)
    if (change) waiting?.resolve({ data: change.resource, seq: changes.at(-1)?.seq ?? 0 })
  }

  receive(message: Exclude<LiveMessage, { type: 'change' }>): void {
    const waiting = message.reply_to === undefined ? undefined : this.#waiting.get(message.reply_to)
    if (message.type === 'error') {
      const { code, message: text, retry_after } = message.payload
      waiting?.reject(new CommandFailed(code, text, retry_after))
    } else waiting?.resolve({ data: null, seq: message.seq ?? 0 })
  }

  lost(): void {
    for (const { reject } of this.#waiting.values()) reject(new SocketLost('The socket was lost.'))
  }

  /**
   * Returns the command's payload with the time of the user's action on the server's clock. Adds no time if the
   * caller has set one, or if the time on the server's clock is uncertain.
   */
  #payload({ id, operation, body, server_at, created_at }: OutboxEntry): object {
    const { clock } = this.#changes()
    const pressedAt = server_at ?? (clock.isSteady ? clock.correct(created_at) : undefined)
    if (pressedAt === undefined) return body as object
    // Uses the confirmed timer, because the displayed timer also includes later pending commands.
    const timer = operation === 'timer.create' ? undefined : this.#store.timers.confirmed.get(id ?? '')
    const at = new Date(timeOfAction(pressedAt, clock.now(), lastEventAt(timer))).toISOString()
    return { at, ...(body as object) }
  }
}
