// Sends the greeting, and a response to every message of one connection.
import { type ErrorCode, failureCodes } from '@daymark/contract/sockets/timer-socket'
import type { ChangeLog } from '../../../features/history/log.ts'
import {
  controlTimer,
  type Outcome,
  refuseCommand,
  startTimer,
} from '../../../features/timers/control/control.ts'
import { presentSnapshot } from '../../../features/timers/present.ts'
import type { TimerState } from '../../../features/timers/state.ts'
import type { RecordedStorage } from '../../../platform/changes/recording/recorded-storage.ts'
import type { RequestTx } from '../../../platform/changes/request-tx.ts'
import { write } from '../../../platform/changes/write.ts'
import { newCause } from '../../../platform/kernel/cause.ts'
import { Problem } from '../../../platform/kernel/errors.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import type { SocketWatch } from '../../../platform/observability/socket-watch.ts'
import type { Connection, Conversation, Frame } from '../connection/connection.ts'
import { Delivery } from './delivery.ts'
import { type Envelope, type Payload, syncedFrame, writeFrame } from './frame.ts'
import { type BadPayload, type Incoming, readMessage } from './message.ts'
import type { SocketStyle } from './style.ts'

export interface ConversationParts {
  readonly storage: Pick<RecordedStorage, 'read' | 'transaction'>
  readonly state: TimerState
  readonly changes: ChangeLog
  readonly style: SocketStyle
  /** The name of the access token that opened the connection, if it has a name. */
  readonly tokenName: string | null
  readonly clock: Clock
  readonly log: { error(details: object, message: string): void }
  /** Counts one message. Returns the seconds to wait if there were too many. */
  limit(userId: string): number | undefined | Promise<number | undefined>
  /** Throws unless this session may read timers. Every message requires this, because its response shows timers. */
  mayRead(): void
  /** Throws unless this session may change timers. */
  mayControl(): void
  /** Called if this connection may have missed changes and must read the change log. */
  catchUp(): void
  readonly watch?: Pick<SocketWatch, 'received' | 'failed'> | undefined
}

const INTERNAL = 'Something went wrong on the server. Please try again.'

const CONTROLS = {
  'timer.pause': 'pause',
  'timer.resume': 'resume',
  'timer.stop': 'stop',
  'timer.cancel': 'cancel',
} as const

export class SocketConversation implements Conversation {
  readonly delivery: Delivery
  readonly #parts: ConversationParts
  readonly #connection: Connection
  /** The sequence number of the last change that the client has seen. Undefined if it did not send one. */
  readonly #since: number | undefined

  constructor(parts: ConversationParts, connection: Connection, since: number | undefined) {
    this.#parts = parts
    this.#connection = connection
    this.#since = since
    this.delivery = new Delivery(connection, {
      log: parts.changes,
      frameOf: (change, replyTo) => parts.style.change(change, connection.zone, replyTo),
      catchUp: parts.catchUp,
    })
  }

  async start(): Promise<void> {
    const { actor, zone } = this.#connection
    const { style, clock } = this.#parts
    this.#connection.send(style.connected(actor.id, clock.now(), zone))
    if (style.greetsWithTimers) await this.#sendState('active', this.#since, undefined)
    else await this.#sendPosition()
    this.delivery.resume()
  }

  async receive(frame: Frame): Promise<void> {
    this.delivery.pause()
    try {
      await this.#answer(frame)
    } finally {
      this.delivery.resume()
    }
  }

  async #answer({ data, binary }: Frame): Promise<void> {
    const wait = await this.#parts.limit(this.#connection.actor.id)
    const message = readMessage(data, binary)
    this.#parts.watch?.received('type' in message ? message.type : 'unknown')
    if (wait !== undefined) return this.#refuseForNow(message.id, wait)
    if ('code' in message) return this.#sendError(message.code, message.message, message.id)
    try {
      this.#parts.mayRead()
      if (message.type !== 'timer.sync') this.#parts.mayControl()
      if ('fault' in message) await this.#refuse(message)
      else await this.#run(message)
    } catch (error) {
      await this.#sendFailure(error, failureCodes[message.type], message.id)
    }
  }

  async #run(message: Incoming): Promise<void> {
    if (message.type === 'timer.sync') return this.#sync(message)
    const command = { id: message.id, failure: failureCodes[message.type] }
    const outcome = await this.#write(message.id, tx =>
      message.type === 'timer.create'
        ? startTimer(tx, command, message.payload)
        : controlTimer(tx, command, CONTROLS[message.type], message.payload),
    )
    await this.#settle(message.id, outcome)
  }

  /**
   * Sends the error. If the message has an id, also stores the error, so that a repeated message gets the same
   * response.
   */
  async #refuse({ type, id, fault }: BadPayload): Promise<void> {
    const failure = failureCodes[type]
    if (id === undefined) return this.#sendError(failure, fault, id)
    await this.#settle(id, await this.#write(id, tx => refuseCommand(tx, { id, failure }, fault)))
  }

  async #settle(id: string | undefined, outcome: Outcome): Promise<void> {
    if ('failure' in outcome) return this.#sendError(outcome.failure.code, outcome.failure.message, id)
    const { batch_id, timer_id } = outcome.made
    const change = await this.#parts.changes.find(this.#connection.actor.id, batch_id, 'timer', timer_id)
    if (change) await this.delivery.answer(change, id)
    // The command was repeated after its timer had been deleted, so the response can only be the deletion.
    else await this.#sendGone(timer_id, id)
  }

  /** One message is one transaction and one batch. */
  #write<T>(id: string | undefined, run: (tx: RequestTx) => Promise<T>): Promise<T> {
    const { actor } = this.#connection
    const cause = newCause({
      actor_id: actor.id,
      via: 'socket',
      token_name: this.#parts.tokenName,
      reply_to: id ?? null,
    })
    return write(this.#parts.storage, { actor, cause }, { run }, undefined)
  }

  async #sendGone(timer_id: string, reply_to: string | undefined): Promise<void> {
    const seq = await this.#reachCurrent()
    this.#connection.send(
      writeFrame(this.#connection.zone, 'timer.deleted', { timer_id }, this.#reply(seq, reply_to)),
    )
  }

  #reply(seq: number | undefined, reply_to: string | undefined): Envelope {
    const timestamp = this.#parts.clock.now()
    return { timestamp, from_user: this.#connection.actor.id, ...(seq !== undefined && { seq }), reply_to }
  }

  /**
   * Sends the changes up to the current number and returns it, because clients take the number of an answer as what they
   * have received. If the log cannot be read, returns the number that has been reached.
   */
  async #reachCurrent(): Promise<number | undefined> {
    try {
      const seq = await this.#parts.changes.currentSeq(this.#connection.actor.id)
      await this.delivery.reach(seq)
      return seq
    } catch (error) {
      this.#parts.log.error({ err: error }, 'the position of an answer could not be read')
      return this.delivery.reached
    }
  }

  /** Sends the missed changes, then the log position after which the client receives every change. */
  async #sendPosition(): Promise<void> {
    const { actor, zone } = this.#connection
    const seq = await this.#parts.changes.currentSeq(actor.id)
    const resync = this.#since !== undefined && !(await this.delivery.sendMissed(this.#since, seq))
    await this.delivery.reach(seq)
    this.#connection.send(syncedFrame(zone, this.#parts.clock.now(), { seq, since: this.#since, resync }))
  }

  async #sync({ id, payload }: Incoming & { type: 'timer.sync' }): Promise<void> {
    if (!payload.timer_id) return this.#sendState(payload.scope ?? 'active', payload.since ?? undefined, id)
    const { actor, zone } = this.#connection
    const { seq, at, value } = await this.#parts.state.one(actor, payload.timer_id)
    await this.delivery.reach(seq)
    const envelope = { timestamp: at, from_user: actor.id, seq, reply_to: id }
    const timer = presentSnapshot(value, { at, zone })
    this.#connection.send(writeFrame(zone, 'timer.updated', { timer, action: 'sync' }, envelope))
  }

  /**
   * Sends the changes that the client missed while disconnected, then those not yet sent on this connection, then the
   * timers of the scope.
   */
  async #sendState(
    scope: 'active' | 'all',
    since: number | undefined,
    id: string | undefined,
  ): Promise<void> {
    const { actor, zone } = this.#connection
    const { seq, at, value } = await this.#parts.state.all(actor, scope)
    const resync = since !== undefined && !(await this.delivery.sendMissed(since, seq))
    await this.delivery.reach(seq)
    const timers = value.map(snapshot => presentSnapshot(snapshot, { at, zone }))
    await this.#connection.sendPaced(
      writeFrame(
        zone,
        'timer.sync_result',
        { timers, count: timers.length, ...(resync && { resync }) },
        { timestamp: at, from_user: actor.id, seq, reply_to: id },
      ),
    )
  }

  async #sendFailure(error: unknown, code: ErrorCode, id: string | undefined): Promise<void> {
    if (error instanceof Problem)
      return this.#sendError(error.kind === 'unavailable' ? 'INTERNAL_ERROR' : code, error.message, id)
    this.#parts.log.error({ err: error }, 'a message failed')
    return this.#sendError('INTERNAL_ERROR', INTERNAL, id)
  }

  /** Reads nothing from the database, because the limit protects it. */
  #refuseForNow(id: string | undefined, retry_after: number): void {
    const message = `Too many messages. Wait ${retry_after} ${retry_after === 1 ? 'second' : 'seconds'}.`
    this.#fail({ code: 'RATE_LIMIT_EXCEEDED', message, retry_after }, this.#reply(this.delivery.reached, id))
  }

  async #sendError(code: ErrorCode, message: string, id: string | undefined): Promise<void> {
    this.#fail({ code, message }, this.#reply(await this.#reachCurrent(), id))
  }

  #fail(error: Payload<'error'>, envelope: Envelope): void {
    this.#parts.watch?.failed(error.code)
    this.#connection.send(writeFrame(this.#connection.zone, 'error', error, envelope))
  }
}
