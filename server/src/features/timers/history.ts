// A timer's history is stored as compact text: a JSON array of `[action, at]` pairs.
import type { History, HistoryEntry, TimerAction } from './timer.ts'

export const writeHistory = (history: History): string =>
  JSON.stringify(history.map(({ action, at }) => [action, at]))

export function readHistory(text: string): History {
  const entries: HistoryEntry[] = []
  eachMoment(text, (action, at) => entries.push({ action, at }))
  return entries
}

/**
 * Calls `visit` for each entry of the history that begins at index `from` of `text`, and returns the index after the
 * history. Expects the format of `writeHistory`. Does not use `JSON.parse`, because a report reads ten thousand
 * histories and would spend a quarter of its time parsing (`bench/requests/reports.ts`).
 */
export function eachMoment(text: string, visit: (action: TimerAction, at: number) => void, from = 0): number {
  // The text looks like `[["start",1767222446400],["stop",1767223646400]]`.
  let at = from + 1
  while (at < text.length && text.charCodeAt(at) !== CLOSING) {
    const action = actionAt(text, at + 2)
    at += action.length + 4
    // An instant before 1970 is negative.
    const isEarly = text.charCodeAt(at) === MINUS
    if (isEarly) at++
    let end = at + USUAL_DIGITS
    // Reads the digits in two parts, because arithmetic with small integers is faster.
    let time = digits(text, at, at + 6) * 10_000_000 + digits(text, at + 6, end)
    if (Number.isNaN(time) || text.charCodeAt(end) !== CLOSING) {
      end = text.indexOf(']', at)
      if (end < 0) return text.length
      time = Number(text.slice(at, end))
    }
    visit(action, isEarly ? -time : time)
    at = end + 1
    if (text.charCodeAt(at) === COMMA) at++
  }
  return at + 1
}

/** The number of digits of a millisecond timestamp between 2001 and 2286. */
const USUAL_DIGITS = 13

/** Reads the characters from `from` up to `to` as a number. Returns NaN if one of them is not a digit. */
function digits(text: string, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - ZERO
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    value = value * 10 + digit
  }
  return value
}

const ZERO = 48
const MINUS = 45
const COMMA = 44
const CLOSING = 93
const [A, P, R, S] = [97, 112, 114, 115]

/** Recognizes an action by its first letter, and `start` and `stop` by the third. */
function actionAt(text: string, at: number): TimerAction {
  const letter = text.charCodeAt(at)
  if (letter === S) return text.charCodeAt(at + 2) === A ? 'start' : 'stop'
  return letter === P ? 'pause' : letter === R ? 'resume' : 'cancel'
}
