import type { SearchKind, SearchStatus } from '@daymark/contract/search/search'
import { hitsIn, type SearchWord } from '@daymark/contract/search/search-text'

/** A position in the results, which are ordered by rank and then newest first. */
export interface Place {
  rank: number
  /** Negative creation time, so that every sort key is ascending. */
  newest: number
  kind: SearchKind
  id: string
}

export type PlaceKey = [rank: number, newest: number, kind: string, id: string]

export const placeKey = ({ rank, newest, kind, id }: Place): PlaceKey => [rank, newest, kind, id]

export function byPlace(a: Place, b: Place): number {
  if (a.rank !== b.rank) return a.rank - b.rank
  if (a.newest !== b.newest) return a.newest - b.newest
  if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1
  return a.id < b.id ? -1 : Number(a.id > b.id)
}

export const placeOf = ([rank, newest, kind, id]: PlaceKey): Place => ({
  rank,
  newest,
  kind: kind as SearchKind,
  id,
})

/** An instant, a date (as midnight UTC or as text), or nothing. */
export type Moment = { at: number } | { date: number | string } | null

export interface FoundItem {
  id: string
  owner_id: string
  title: string | null
  /** The item's texts other than the title, and the texts of changed occurrences. */
  texts: readonly (string | null)[]
  status: SearchStatus | null
  start: Moment
  end: Moment
  is_series: boolean
  tag_ids: readonly string[]
  created_at: number
}

export interface Hit extends Place {
  item: FoundItem
  excerpt: string | null
}

const LENGTH = 160
const BEFORE = 40

/** Returns an excerpt of the first text that contains one of the words, or null if none does. */
export function excerptOf(texts: readonly (string | null)[], words: readonly SearchWord[]): string | null {
  for (const text of texts) {
    const [first] = text === null ? [] : hitsIn(text, words)
    if (text === null || !first) continue
    const start = first[0] <= BEFORE ? 0 : first[0] - BEFORE
    const end = Math.min(text.length, start + LENGTH)
    // The cut may split a surrogate pair, which `toWellFormed` repairs.
    const cut = text.slice(start, end).toWellFormed().replace(/\s+/g, ' ').trim()
    return `${start > 0 ? '…' : ''}${cut}${end < text.length ? '…' : ''}`
  }
  return null
}
