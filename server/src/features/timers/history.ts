// Encodes the history of a timer as compact text: `[action, at]` pairs.
import type { History, TimerAction } from './timer.ts'

export const writeHistory = (history: History): string =>
  JSON.stringify(history.map(({ action, at }) => [action, at]))

export const readHistory = (text: string): History =>
  (JSON.parse(text) as [TimerAction, number][]).map(([action, at]) => ({ action, at }))
