import { readPreference } from '../storage/preferences.ts'

export const TIMER_LENGTHS = [15, 25, 30, 45, 50, 60, 90]
const USUAL_MINUTES = 25
const TODO_MINUTES = 30

/** Returns `otherwise` if the user has not chosen a length. */
export function timerMinutes(otherwise = USUAL_MINUTES): number {
  const chosen = Number(readPreference('timer-minutes'))
  return Number.isInteger(chosen) && chosen > 0 ? chosen : otherwise
}

/** For timers started from a todo. */
export const todoTimerSeconds = (): number => timerMinutes(TODO_MINUTES) * 60
