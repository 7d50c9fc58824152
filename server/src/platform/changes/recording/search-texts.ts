// Updates the search texts in the transaction of every write.
import { ENTRY_TEXT_NAMES, perText } from '@daymark/contract/planning/entry-texts'
import { itemTextStore, type TextRow } from '../../storage/search/item-texts.ts'
import {
  isSearchedTable,
  SEARCHED_TABLES,
  type SearchedKind,
  type SearchedTable,
} from '../../storage/search/searched-tables.ts'
import type { Db } from '../../storage/unit-of-work.ts'
import { columnValue, type NetRow } from './net-rows.ts'

/** Updates the search texts of changed rows, and deletes all texts of `deletedUsers`. */
export async function keepSearchTexts(
  db: Db,
  rows: readonly NetRow[],
  deletedUsers: ReadonlySet<string>,
): Promise<void> {
  const known: TextRow[] = []
  const changed = new Map<SearchedTable, Set<string>>()
  const removed = new Map<string, { owner: string; kind: SearchedKind; ids: string[] }>()
  for (const row of rows) {
    if (row.table === 'schedule_exceptions' && changesOccurrence(row))
      for (const id of seriesOf(row)) idsIn(changed, 'schedules').add(id)
    if (!isSearchedTable(row.table)) continue
    const { kind, title, texts } = SEARCHED_TABLES[row.table]
    const id = String(row.key['id'])
    if (row.after === null) {
      const owner = String(row.key['owner_id'])
      if (deletedUsers.has(owner)) continue
      const gone = removed.get(`${kind} ${owner}`) ?? { owner, kind, ids: [] }
      gone.ids.push(id)
      removed.set(`${kind} ${owner}`, gone)
    } else if (row.before === null) {
      known.push(textRow(kind, row.after, title))
    } else if (row.changed.some(name => name === title || (texts as readonly string[]).includes(name))) {
      // The row of a series is not enough, because its occurrences may have their own texts.
      if (row.whole && !row.whole['recurrence_rule']) known.push(textRow(kind, row.whole, title))
      else idsIn(changed, row.table).add(id)
    }
  }
  const store = itemTextStore(db)
  for (const owner of deletedUsers) await store.removeOwner(owner)
  for (const { owner, kind, ids } of removed.values()) await store.remove(owner, kind, ids)
  await store.put(known)
  // Runs last, because a restored series is created without the texts of its occurrences.
  if (changed.size > 0) await store.refresh(changed)
}

function idsIn(sets: Map<SearchedTable, Set<string>>, table: SearchedTable): Set<string> {
  const ids = sets.get(table) ?? new Set()
  sets.set(table, ids)
  return ids
}

const textRow = (kind: SearchedKind, image: NonNullable<NetRow['after']>, title: string): TextRow => ({
  kind,
  id: String(image['id']),
  owner_id: String(image['owner_id']),
  title: textIn(image, title),
  ...perText(name => textIn(image, name)),
  created_at: Number(image['created_at']),
})

const textIn = (image: NonNullable<NetRow['after']>, column: string): string | null =>
  (image[column] ?? null) as string | null

/**
 * The series of an exception before and after the change. They differ if a split moved the exception to the new series.
 */
const seriesOf = ({ key, before, after }: NetRow): string[] =>
  [before, after].map(image => String(columnValue('series_id', image, key)))

/** False for a new or removed exception without texts, because it does not change the search texts of its series. */
const changesOccurrence = ({ before, after }: NetRow): boolean => {
  if (before !== null && after !== null) return true
  const image = after ?? before
  return ['title', ...ENTRY_TEXT_NAMES].some(name => image?.[name] != null)
}
