// A message with an id is executed only once but always answered.

import type { ErrorCode } from '@daymark/contract/sockets/timer-socket'
import type { TimerCreate } from '@daymark/contract/timers/timer'
import { outcomeStore } from '../../../platform/changes/outcome-store.ts'
import type { RequestTx } from '../../../platform/changes/request-tx.ts'
import { notFound, Problem, rejected } from '../../../platform/kernel/errors.ts'
import { TIMER_ACTION_NOTICE, type TimerActionNotice } from '../activity/activity.ts'
import { timerStore } from '../store.ts'
import { advance, type Control, type Timer, type TimerAction, timeOfPress } from '../timer.ts'
import { addTimer } from './new-timer.ts'

/** A message that requests a change, with its optional id and the code of its error reply. */
export interface Command {
  id: string | undefined
  failure: ErrorCode
}

export interface Failure {
  code: ErrorCode
  message: string
}

/** Identifies the command's change in the change log. */
export interface CommandResult {
  batch_id: string
  timer_id: string
}

export type Outcome = { made: CommandResult } | { failure: Failure }

export const NO_TIMER = 'Timer not found.'

export const startTimer = (tx: RequestTx, command: Command, body: TimerCreate): Promise<Outcome> =>
  once(tx, command, () => start(tx, body))

export const controlTimer = (
  tx: RequestTx,
  command: Command,
  control: Control,
  target: { timer_id: string; at?: number | null },
): Promise<Outcome> =>
  once(tx, command, async () => {
    const store = timerStore(tx)
    const timer = await store.find(target.timer_id)
    if (timer?.owner_id !== tx.actor.id) throw notFound(NO_TIMER)
    const after = advance(timer, control, tx.now, target.at)
    if (typeof after === 'string') throw rejected(after)
    if (!(await store.replace(timer, after)))
      throw rejected('The timer was changed at the same moment. Try again.')
    return actedOn(after, control)
  })

/** Records a failure for a message with an invalid payload. */
export const refuseCommand = (tx: RequestTx, command: Command, message: string): Promise<Outcome> =>
  once(tx, command, async () => {
    throw rejected(message)
  })

async function once(
  tx: RequestTx,
  command: Command,
  work: () => Promise<TimerActionNotice>,
): Promise<Outcome> {
  const { actor, now, cause } = tx
  const run = async (): Promise<Outcome> => {
    const acted = await work()
    tx.emit({ user_id: actor.id, kind: TIMER_ACTION_NOTICE, body: acted })
    return { made: { batch_id: cause.batch_id, timer_id: acted.timer_id } }
  }
  const { id } = command
  if (id === undefined) return run()
  const store = outcomeStore(tx)
  const first = await store.find(actor.id, 'socket', id, now)
  if (first) return recall(first.status, first.body)
  const outcome = await settle(command, run)
  const [status, body] = 'made' in outcome ? [200, outcome.made] : [400, outcome.failure]
  await store.record(actor.id, 'socket', id, now, {
    fingerprint: '',
    status,
    body: JSON.stringify(body),
    // A repeated message is answered with its change, which has the number.
    seq: null,
  })
  return outcome
}

const actedOn = (timer: Timer, action: TimerAction): TimerActionNotice => ({
  owner_id: timer.owner_id,
  timer_id: timer.id,
  timer_title: timer.title,
  action,
  at: timer.updated_at,
})

/**
 * Returns a failure as a result, so that it is recorded in the same transaction. If `work` throws, it must not have
 * written anything, because nothing is rolled back.
 */
async function settle(command: Command, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    // Does not record a failure of the server itself, because a retry may succeed.
    if (!(error instanceof Problem) || error.kind === 'unavailable') throw error
    return { failure: { code: command.failure, message: error.message } }
  }
}

const recall = (status: number, body: string): Outcome =>
  status === 200 ? { made: JSON.parse(body) as CommandResult } : { failure: JSON.parse(body) as Failure }

async function start(tx: RequestTx, body: TimerCreate): Promise<TimerActionNotice> {
  const startedAt = timeOfPress(body.at, tx.now, undefined)
  if (typeof startedAt === 'string') throw rejected(startedAt)
  const { allocated_duration, at: _at, ...given } = body
  const history = [{ action: 'start', at: startedAt }] as const
  const measured = { status: 'RUNNING', started_at: startedAt, history, allocated_duration } as const
  return actedOn(await addTimer(tx, given, measured), 'start')
}
