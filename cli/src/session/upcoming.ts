// Keeps the stored entries for the next days current, so that commands can show them offline.
import type { Client, LiveConnection, Schedule } from '@daymark/client'
import { addDays, type Format } from '../view/times.ts'
import { saveUpcoming } from './copy.ts'

/** The number of days whose entries are in the local copy, including today. */
export const STORED_DAYS = 8

export interface Freshness {
  isStale: boolean
}

/** Marks the stored entries as stale after any change to an entry, on this computer or elsewhere. */
export function followEntries(live: LiveConnection): Freshness {
  const freshness = { isStale: false }
  live.on('reload', () => {
    freshness.isStale = true
  })
  live.on('batch', ({ changes }) => {
    if (changes.some(({ kind }) => kind === 'schedule')) freshness.isStale = true
  })
  return freshness
}

interface Source {
  readonly client: Client
  readonly folder: string
  readonly format: Format
  readonly freshness: Freshness
  now(): number
  today(): string
}

export async function storeUpcoming(source: Source): Promise<readonly Schedule[]> {
  const { client, folder, format, freshness } = source
  const first = source.today()
  const end = addDays(first, STORED_DAYS)
  freshness.isStale = false
  const query = { start_date: first, end_date: end, timezone: format.timezone }
  const entries = await client.schedules.list.all({ query })
  await saveUpcoming(folder, { first, end, at: source.now(), entries })
  return entries
}
