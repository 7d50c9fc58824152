import { type Client, type OutboxEntry, singleEntries } from '@daymark/client'
import type { BulkResult } from '@daymark/contract/planning/bulk'
import type { QueryClient } from '@tanstack/react-query'
import { currentLanguage } from '../../session/language.tsx'
import type { SyncTexts } from '../texts-en.ts'
import { entryTitle, typedTexts } from './entry-text.ts'
import { itemName, MOST_NAMED } from './item-name.ts'
import { partTexts } from './part-texts.ts'
import { occurrenceDay } from './reasons/occurrence-day.ts'
import { occurrencesText, reasonText } from './reasons/reason.ts'
import { titleTexts } from './title-texts.ts'

interface Parts {
  t: SyncTexts
  client: Client
  queries: QueryClient
}

type Toast = [text: string, action?: { name: string; run: () => void; stays: true }]

/** Describes a refused write or the items that a bulk change skipped. */
export async function refusal(
  entry: OutboxEntry,
  outcome: { data: unknown } | { error: { status: number; detail: string } },
  parts: Parts,
): Promise<Toast> {
  if ('error' in outcome) return [await refusalText(entry, outcome.error, parts)]
  return partText(entry, (outcome.data as BulkResult).failed, parts)
}

async function refusalText(
  entry: OutboxEntry,
  error: { status: number; detail: string },
  { t, client, queries }: Parts,
): Promise<string> {
  const known = await itemName(entry, client, queries).catch(() => undefined)
  const name = known ?? typedTexts(entry)[0]
  const language = currentLanguage()
  const title = entryTitle(entry, titleTexts[language])
  const occurrences = occurrencesText(entry, language, occurrenceDay(language))
  const what = name === undefined ? title : `${title} “${name}”`
  const whole = occurrences === undefined ? what : `${what} (${occurrences})`
  return t.refused(`${whole}. ${reasonText(entry, error, language)}`)
}

/** The toast stays until dismissed, because the list of changes does not contain the skipped items. */
async function partText(
  entry: OutboxEntry,
  failed: BulkResult['failed'],
  { client, queries }: Parts,
): Promise<Toast> {
  const t = partTexts[currentLanguage()]
  const singles = singleEntries([entry])
  const named = await Promise.all(
    failed.slice(0, MOST_NAMED).map(async ({ id, status, detail }) => {
      const single = singles.find(each => each.id === id)
      const name = single && (await itemName(single, client, queries).catch(() => undefined))
      const reason = reasonText(single ?? entry, { status, detail }, currentLanguage())
      return t.reason(name ?? t.untitled, reason)
    }),
  )
  const more = failed.length - named.length
  const text = [t.refused(failed.length), ...named, ...(more > 0 ? [t.more(more)] : [])].join(' ')
  return [text, { name: t.dismiss, run: () => {}, stays: true }]
}
