// The length of new timers.
import { readPreference } from '../storage/preferences.ts'

export const TIMER_LENGTHS = [15, 25, 30, 45, 50, 60, 90]
const USUAL_MINUTES = 25
const TODO_MINUTES = 30

/** Returns the chosen length in minutes, or `otherwise` if none is chosen. */
export function timerMinutes(otherwise = USUAL_MINUTES): number {
  const chosen = Number(readPreference('timer-minutes'))
  return Number.isInteger(chosen) && chosen > 0 ? chosen : otherwise
}

/** The length of a timer started from a todo, in seconds. */
export const todoTimerSeconds = (): number => timerMinutes(TODO_MINUTES) * 60
