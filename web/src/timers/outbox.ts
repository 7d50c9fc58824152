// Timer commands that could not be sent yet, kept over a reload of the page and until the same person signs in again.
import type { OutboxStorage } from '@daymark/client'
import { storage } from '../session/browser-storage.ts'

export const browserOutbox = (account: string): OutboxStorage => {
  const key = `daymark.outbox.${account}`
  return {
    load: () => storage.getItem(key) ?? undefined,
    save: text => storage.setItem(key, text),
  }
}
