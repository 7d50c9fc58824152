import { readPreference } from '../storage/preferences.ts'

export const TIMER_LENGTHS = [15, 25, 30, 45, 50, 60, 90]
const USUAL_MINUTES = 25

export function timerMinutes(): number {
  const chosen = Number(readPreference('timer-minutes'))
  return Number.isInteger(chosen) && chosen > 0 ? chosen : USUAL_MINUTES
}

/** The default length of a timer, in seconds. */
export const todoTimerSeconds = (): number => timerMinutes() * 60
