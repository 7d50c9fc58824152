// Sends outbox entries in order, one at a time, from the window that holds the lock.
import { type Backoff, backoff } from '../backoff.ts'
import type { ServerClock } from '../socket/server-clock.ts'
import { mentions } from './dependencies.ts'
import type { Entries } from './entries.ts'
import { failure, isCommand, type OutboxEntry, type RunningJob } from './entry.ts'
import { verdictOf } from './verdict.ts'
import type { Locks } from './windows.ts'

export interface Accepted {
  readonly data: unknown
  /** The position of the person's log at which the write is complete. */
  readonly seq: number
  /** Settles when a request that runs in steps has ended. Other entries need not wait for that. */
  readonly end?: Promise<Accepted>
}

export interface Transport {
  /** Rejects with `ApiError` or `NetworkError`. */
  request(entry: OutboxEntry, signal: AbortSignal, onJob: (job: RunningJob) => void): Promise<Accepted>
  /** Rejects with `CommandFailed`, or with `SocketLost`. */
  command(entry: OutboxEntry, signal: AbortSignal): Promise<Accepted>
  readonly canCommand: boolean
}

export interface SenderParts {
  readonly entries: Entries
  readonly transport: Transport
  readonly clock: Pick<ServerClock, 'now' | 'correct'>
  readonly locks: Locks
  readonly lockName: string
  readonly speed: number
  changed(): void
}

/** Entries are sent only in the state `ready`. `unknown`: the signed-in user is not known yet. */
export type SenderState = 'unknown' | 'ready' | 'signed-out'

/** Older writes are not sent again: the server remembers keys for only 30 days, so they might run a second time. */
const OLDEST_MS = 30 * 86_400_000
const TOO_OLD = 'This could not be sent for 30 days and has expired. Send it again if you still want it.'

export class Sender {
  readonly #parts: SenderParts
  readonly #backoff: Backoff
  readonly #ended = new AbortController()
  #state: SenderState = 'unknown'
  #isOffline = false
  #pausedUntil = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #wake: () => void = () => {}

  constructor(parts: SenderParts) {
    this.#parts = parts
    this.#backoff = backoff(parts.speed)
    const { locks, lockName } = parts
    const { signal } = this.#ended
    void locks.request(lockName, { signal }, () => this.#lead()).catch(() => {})
  }

  get state(): SenderState {
    return this.#state
  }

  /** True if the last attempt did not reach the server. */
  get isOffline(): boolean {
    return this.#isOffline
  }

  /** Call this when the outbox's owner is signed in and the server is reachable. Ends the current delay. */
  resume(): void {
    this.#pausedUntil = 0
    this.#backoff.reset()
    this.#setState('ready')
    this.wake()
  }

  /** Stops sending until `resume`. */
  suspend(state: 'unknown' | 'signed-out'): void {
    this.#setState(state)
  }

  /** Looks for an entry to send, because one was added or sending is possible again. */
  wake(): void {
    this.#wake()
  }

  close(): void {
    this.#ended.abort(new Error('The connection was closed.'))
    clearTimeout(this.#timer)
    this.wake()
  }

  /** Sends entries until `close`. This window holds the lock for as long as this method runs. */
  async #lead(): Promise<void> {
    const { entries } = this.#parts
    const { signal } = this.#ended
    entries.lead()
    while (!signal.aborted) {
      const woken = new Promise<void>(resolve => {
        this.#wake = resolve
      })
      // Another window may have added or discarded entries without a hint.
      await entries.look()
      const entry = signal.aborted ? undefined : this.#next()
      if (entry) await this.#attempt(entry)
      else await woken
    }
  }

  /**
   * Returns the next entry to send. An entry comes last if its change is here without a response, so that the lost
   * response does not delay other entries. Only entries that mention the same item stay behind it.
   */
  #next(): OutboxEntry | undefined {
    if (this.#state !== 'ready' || Date.now() < this.#pausedUntil) return undefined
    const { entries, transport } = this.#parts
    const skipped = new Set<string>()
    let known: OutboxEntry | undefined
    for (const entry of entries.list) {
      // It runs in steps.
      if (entry.state === 'sending' && entry.id !== null) skipped.add(entry.id)
      if (entry.state !== 'waiting') continue
      if (!entries.isReady(entry.key)) return undefined
      if (this.#isTooOld(entry)) {
        entries.update(entry.key, { state: 'expired', ...failure(TOO_OLD) })
        return this.#next()
      }
      const mustWait = isCommand(entry) && !transport.canCommand
      const canGo = !mustWait && ![...skipped].some(id => mentions(entry, id))
      if (canGo && !entry.included) return entry
      if (canGo) known ??= entry
      if (entry.id !== null) skipped.add(entry.id)
    }
    return known
  }

  #isTooOld({ server_at, created_at }: OutboxEntry): boolean {
    const { clock } = this.#parts
    return (server_at ?? clock.correct(created_at)) < clock.now() - OLDEST_MS
  }

  async #attempt({ key }: OutboxEntry): Promise<void> {
    const { entries, transport } = this.#parts
    const attempts = (entries.get(key)?.attempts ?? 0) + 1
    entries.update(key, { state: 'sending', attempts })
    const entry = entries.get(key)
    if (!entry) return
    try {
      const { signal } = this.#ended
      const { data, seq, end } = await (isCommand(entry)
        ? transport.command(entry, signal)
        : transport.request(entry, signal, ({ id, progress }) =>
            entries.update(key, { job: { id, progress } }),
          ))
      this.#backoff.reset()
      this.#setOffline(false)
      if (!end) return entries.accept(key, { data }, seq)
      void end.then(
        ended => entries.accept(key, { data: ended.data }, ended.seq),
        error => this.#failed(entry, error),
      )
    } catch (error) {
      this.#failed(entry, error)
    }
  }

  #failed(entry: OutboxEntry, error: unknown): void {
    const { entries } = this.#parts
    const verdict = this.#ended.signal.aborted ? undefined : verdictOf(error, entry)
    if (verdict?.is === 'moot') entries.accept(entry.key, { error: verdict.error }, verdict.seq)
    else if (verdict?.is === 'refused')
      entries.update(entry.key, { state: 'refused', error: verdict.error, job: null })
    else {
      const isFault = verdict?.is === 'later' && verdict.fault === true
      entries.update(entry.key, { state: 'waiting', ...(isFault && { faults: (entry.faults ?? 0) + 1 }) })
    }
    if (!verdict) return
    if (verdict.is === 'later') this.#pause(verdict.afterMs)
    if (verdict.is === 'signed-out') this.#setState('signed-out')
    if (verdict.is !== 'socket-lost') this.#setOffline(verdict.is === 'later' && verdict.offline === true)
  }

  /**
   * Waits as long as the server asks, plus jitter, so that many clients do not retry at the same moment. Uses
   * backoff if the server specifies no delay.
   */
  #pause(askedMs: number | undefined): void {
    const pause = this.#backoff.next()
    const ms = askedMs === undefined ? pause : askedMs + Math.min(pause, 1_000)
    this.#pausedUntil = Date.now() + ms
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#pausedUntil = 0
      this.wake()
    }, ms)
  }

  #setOffline(isOffline: boolean): void {
    if (isOffline === this.#isOffline) return
    this.#isOffline = isOffline
    this.#parts.changed()
  }

  #setState(state: SenderState): void {
    if (state === this.#state) return
    this.#state = state
    this.#parts.changed()
  }
}
