// Stores the history of a timer as compact text: a JSON array of `[action, at]` pairs.
import type { History, HistoryEntry, TimerAction } from './timer.ts'

export const writeHistory = (history: History): string =>
  JSON.stringify(history.map(({ action, at }) => [action, at]))

export function readHistory(text: string): History {
  const entries: HistoryEntry[] = []
  eachMoment(text, (action, at) => entries.push({ action, at }))
  return entries
}

/**
 * Calls `visit` for each entry of a text from `writeHistory`. Does not use `JSON.parse`, because a report reads
 * ten thousand histories and would spend a quarter of its time parsing (`bench/requests/reports.ts`).
 */
export function eachMoment(text: string, visit: (action: TimerAction, at: number) => void): void {
  // The text looks like `[["start",1767222446400],["stop",1767223646400]]`.
  for (let at = 3; at < text.length; ) {
    const action = actionAt(text, at)
    let end = at + action.length + 2
    // An instant before 1970 is negative.
    const isEarly = text.charCodeAt(end) === MINUS
    if (isEarly) end++
    let time = 0
    for (; end < text.length && text.charCodeAt(end) !== BRACKET; end++) {
      time = time * 10 + text.charCodeAt(end) - ZERO
    }
    visit(action, isEarly ? -time : time)
    at = end + 4
  }
}

const ZERO = 48
const MINUS = 45
const BRACKET = 93

/** Distinguishes the actions by their first letters. */
function actionAt(text: string, at: number): TimerAction {
  const letter = text[at]
  if (letter === 's') return text[at + 2] === 'a' ? 'start' : 'stop'
  return letter === 'p' ? 'pause' : letter === 'r' ? 'resume' : 'cancel'
}
