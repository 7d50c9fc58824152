// Tracks this process's connections by user: delivers notices, runs periodic checks, and closes connections at
// shutdown.
import { CLOSE } from '@daymark/contract/sockets/timer-socket'
import type { WebSocket } from 'ws'
import type { Bus } from '../../../platform/bus/bus.ts'
import type { Notice } from '../../../platform/kernel/notice.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { SocketWatch } from '../../../platform/observability/socket-watch.ts'
import { type EndedAccess, endedIn } from '../../../platform/sign-in/access-notice.ts'
import { type Client, Connection, type Conversation } from './connection.ts'

export type Connections = ReadonlySet<Connection>

/** Decides what connections send and how they respond. Implemented in `conversation/handler.ts`. */
export interface SocketHandler {
  converse(connection: Connection, client: Client): Conversation
  /**
   * Called with the user's connections in this process. The set must be read synchronously, because it changes as
   * connections open and close.
   */
  notice(notice: Notice, connections: Connections): void
  /** Called if notices for this user may have been lost. */
  lost(userId: string, connections: Connections): void
}

export interface HubOptions {
  readonly bus: Bus
  readonly handler: SocketHandler
  readonly clock: Clock
  readonly log: { error(details: object, message: string): void }
  readonly watch?: SocketWatch | undefined
  /** Counts one client ping. Returns false if there were too many. */
  mayPong(userId: string): boolean | Promise<boolean>
  /** Called when one of this user's clients has shown activity, for example with a message or a pong. */
  noteActivity?(userId: string): void
  /** Called when some or all of a person's access has ended, on this instance or another one. */
  accessEnded?(ended: EndedAccess): void
  readonly ping_ms?: number
  readonly tick_ms?: number
}

/** How long a shutdown waits until all connections have closed. */
const SHUTDOWN_MS = 2_000

export class Hub {
  readonly #options: HubOptions & { ping_ms: number; tick_ms: number }
  readonly #byUser = new Map<string, Set<Connection>>()
  readonly #ticks: NodeJS.Timeout
  #size = 0
  #closing: Promise<void> | undefined
  #emptied: (() => void) | undefined

  constructor(options: HubOptions) {
    this.#options = { ping_ms: 30_000, tick_ms: 1_000, ...options }
    this.#ticks = setInterval(() => this.#tick(), this.#options.tick_ms).unref()
    options.bus.listen({
      notice: notice => {
        const ended = endedIn(notice)
        if (ended !== undefined) return options.accessEnded?.(ended)
        const connections = this.#byUser.get(notice.user_id)
        if (connections) options.handler.notice(notice, connections)
      },
      lost: userId => {
        for (const id of userId === undefined ? this.#byUser.keys() : [userId]) this.#lost(id)
      },
    })
  }

  get size(): number {
    return this.#size
  }

  get isClosing(): boolean {
    return this.#closing !== undefined
  }

  /** Registers an accepted connection. `ended` is called once, when it has closed. */
  accept(socket: WebSocket, client: Client, ended: () => void): Connection {
    const { clock, log, ping_ms, mayPong, noteActivity, watch } = this.#options
    const connection = new Connection(socket, client, {
      now: clock.now,
      ping_ms,
      mayPong,
      noteActivity: () => noteActivity?.(client.session.actor.id),
      ended: code => {
        this.#remove(connection)
        watch?.closed(code)
        ended()
      },
      sent: watch?.sent,
      failed: error => log.error({ err: error }, 'a socket failed'),
    })
    this.#add(connection)
    void this.#greet(connection, client)
    return connection
  }

  close(): Promise<void> {
    this.#closing ??= this.#endAll()
    return this.#closing
  }

  async #endAll(): Promise<void> {
    const all = [...this.#byUser.values()].flatMap(connections => [...connections])
    const empty = new Promise<void>(resolve => {
      this.#emptied = resolve
    })
    if (all.length === 0) this.#emptied?.()
    const timeout = setTimeout(() => {
      for (const connection of all) connection.terminate()
    }, SHUTDOWN_MS)
    for (const connection of all) void connection.end(CLOSE.going_away, 'server is shutting down')
    await empty
    clearTimeout(timeout)
    clearInterval(this.#ticks)
  }

  async #greet(connection: Connection, client: Client): Promise<void> {
    const { bus, handler } = this.#options
    // Joins the bus before any data is read, so that no change in between is missed.
    await bus.join(connection.actor.id)
    if (connection.isOpen) await connection.converse(handler.converse(connection, client))
  }

  #add(connection: Connection): void {
    const id = connection.actor.id
    const connections = this.#byUser.get(id) ?? new Set()
    connections.add(connection)
    this.#byUser.set(id, connections)
    this.#size++
  }

  #remove(connection: Connection): void {
    const id = connection.actor.id
    const connections = this.#byUser.get(id)
    if (!connections?.delete(connection)) return
    if (connections.size === 0) this.#byUser.delete(id)
    this.#size--
    this.#options.bus.leave(id)
    if (this.#size === 0) this.#emptied?.()
  }

  #lost(userId: string): void {
    const connections = this.#byUser.get(userId)
    if (connections) this.#options.handler.lost(userId, connections)
  }

  #tick(): void {
    const now = this.#options.clock.now()
    for (const connections of this.#byUser.values()) {
      for (const connection of connections) connection.tick(now)
    }
  }
}
