// A timer that was started without a connection and refused later: its title returns to the field it was typed into.
import type { FailedCommand } from '@daymark/client'
import { quickField } from '../../session/unsent/quick-add.ts'

/** The field "What are you doing?". */
export const TIMER_FIELD = 'timer'

export const giveTitleBack = (account: string, title: string): void =>
  quickField(account, TIMER_FIELD).giveBack(title, '')

/** After a reload. What measures a todo or an entry was not typed. */
export function giveCommandBack(account: string, { command }: FailedCommand): void {
  if (command.type !== 'timer.create') return
  const { title, todo_id, schedule_id } = command.payload
  if (title && !todo_id && !schedule_id) giveTitleBack(account, title)
}
