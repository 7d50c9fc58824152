// The message about a refused write: its action, the name of the item, and the reason.
import type { Client, OutboxEntry } from '@daymark/client'
import type { QueryClient } from '@tanstack/react-query'
import type { SyncTexts } from '../texts-en.ts'
import { entryTitle, typedTexts } from './entry-text.ts'
import { itemName } from './item-name.ts'

interface Parts {
  t: SyncTexts
  client: Client
  queries: QueryClient
}

export async function refusalText(
  entry: OutboxEntry,
  reason: string,
  { t, client, queries }: Parts,
): Promise<string> {
  const known = await itemName(entry, client, queries).catch(() => undefined)
  const name = known ?? typedTexts(entry)[0]
  const title = entryTitle(entry, t)
  return t.refused(`${name === undefined ? title : `${title} “${name}”`}. ${reason}`)
}
