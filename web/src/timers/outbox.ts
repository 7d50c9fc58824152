// Timer commands that could not be sent yet, kept over a reload of the page.
import type { OutboxStorage } from '@daymark/client'
import { OUTBOX_KEY } from '../session/last-session.ts'

export const browserOutbox: OutboxStorage = {
  load: () => localStorage.getItem(OUTBOX_KEY) ?? undefined,
  save: text => localStorage.setItem(OUTBOX_KEY, text),
}
