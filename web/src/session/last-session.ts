// What this browser remembers of the last session, so that the app opens offline as the person left it.
import type { ServerInfo } from './session.ts'

const KEY = 'daymark.session'
/** Commands that still wait belong to the person who gave them. */
export const OUTBOX_KEY = 'daymark.outbox'

export function lastSession(): ServerInfo | undefined {
  try {
    const text = localStorage.getItem(KEY)
    return text === null ? undefined : (JSON.parse(text) as ServerInfo)
  } catch {
    return undefined
  }
}

export function rememberSession(info: ServerInfo): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(info))
  } catch {
    // Private windows may refuse; the app then needs the server to open.
  }
}

export function forgetSession(): void {
  try {
    localStorage.removeItem(KEY)
    localStorage.removeItem(OUTBOX_KEY)
  } catch {
    // Nothing was kept either.
  }
}
