// Timer commands that could not be sent yet, kept over a reload of the page and until the same person signs in again.
import { type OutboxStorage, outboxIn } from '@daymark/client'
import { storage } from '../../session/storage/browser-storage.ts'

/** An escaped name holds no slash, so nobody's commands are found under the name of another account. */
export const browserOutbox = (account: string): OutboxStorage =>
  outboxIn(storage, `daymark.outbox/${encodeURIComponent(account)}/`)
