// Timer commands that could not be sent yet, kept over a reload of the page.
import type { OutboxStorage } from '@daymark/client'

const KEY = 'daymark.outbox'

export const browserOutbox: OutboxStorage = {
  load: () => localStorage.getItem(KEY) ?? undefined,
  save: text => localStorage.setItem(KEY, text),
}
