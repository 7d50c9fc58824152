// REST has no routes for timer commands, so tools use the socket's commands.
import { failureCodes } from '@daymark/contract/sockets/timer-socket'
import { type Timer, TimerCreate } from '@daymark/contract/timers/timer'
import { checker } from '@daymark/contract/validation/validate'
import type Type from 'typebox'
import { presentView } from '../../features/timers/present.ts'
import type { TimerService } from '../../features/timers/service.ts'
import type { Control } from '../../features/timers/timer.ts'
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

export const timerCommands =
  (timers: TimerService) =>
  ({ session, zone }: Caller): TimerCommands => {
    const { actor } = session
    type Outcome = Awaited<ReturnType<TimerService['create']>>
    const present = async (outcome: Outcome): Promise<Timer> => {
      if ('failure' in outcome) throw rejected(outcome.failure.message)
      const { at, value } = await timers.get(actor, outcome.made.timer_id, LINKED)
      return presentView(value, actor.id, { at, zone })
    }
    return {
      async start(body) {
        requireScope(session, 'timers', 'write')
        const command = { id: undefined, failure: 'CREATE_FAILED' } as const
        return present(await timers.create(actor, command, readCreate(body)))
      },
      async control(timer_id, control, at) {
        requireScope(session, 'timers', 'write')
        const command = { id: undefined, failure: failureCodes[`timer.${control}`] }
        const target = { timer_id, ...(at !== undefined && { at }) }
        return present(await timers.control(actor, command, control, target))
      },
    }
  }
