// REST has no routes for timer commands, so tools use the socket's commands.
import { failureCodes } from '@daymark/contract/sockets/timer-socket'
import { type Timer, TimerCreate } from '@daymark/contract/timers/timer'
import { checker } from '@daymark/contract/validation/validate'
import type Type from 'typebox'
import { controlTimer, type Outcome, startTimer } from '../../features/timers/control/control.ts'
import { presentView } from '../../features/timers/present.ts'
import { getTimer } from '../../features/timers/service.ts'
import type { Control } from '../../features/timers/timer.ts'
import type { RequestTx } from '../../platform/changes/request-tx.ts'
import { rejected } from '../../platform/kernel/errors.ts'
import { requireScope } from '../../platform/sign-in/require-scope.ts'
import { insisting } from '../rest/requests/json-handler.ts'
import { LINKED } from './items.ts'
import type { Caller } from './operations.ts'

export interface TimerCommands {
  start(body: Type.Static<typeof TimerCreate>): Promise<Timer>
  /** `at` is the time of the action in milliseconds. Default: now. */
  control(timerId: string, control: Control, at?: number): Promise<Timer>
}

const readCreate = insisting(checker(TimerCreate)) as (value: unknown) => TimerCreate

/** Starts and controls timers in the transaction of the tool. */
export const timerCommands = ({ session, zone, tx }: Caller, now: () => number): TimerCommands => {
  const run = async (command: (own: RequestTx) => Promise<Outcome>): Promise<Timer> => {
    requireScope(session, 'timers', 'write')
    if (!tx) throw new Error('A tool that controls timers writes.')
    const outcome = await tx.attempt(() => command(tx))
    if ('failure' in outcome) throw rejected(outcome.failure.message)
    const view = await getTimer(tx, session.actor, outcome.made.timer_id, LINKED)
    return presentView(view, session.actor.id, { at: now(), zone })
  }
  return {
    start: body => run(own => startTimer(own, { id: undefined, failure: 'CREATE_FAILED' }, readCreate(body))),
    control: (timer_id, control, at) => {
      const command = { id: undefined, failure: failureCodes[`timer.${control}`] }
      return run(own => controlTimer(own, command, control, { timer_id, ...(at !== undefined && { at }) }))
    },
  }
}
