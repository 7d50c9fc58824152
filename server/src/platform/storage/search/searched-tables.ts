import { ENTRY_TEXT_NAMES, type EntryText } from '@daymark/contract/planning/entry-texts'
import type { Row } from '../captured-row.ts'

const DESCRIPTION: readonly EntryText[] = ['description']

export const SEARCHED_TABLES = {
  todos: { kind: 'todo', title: 'title', texts: DESCRIPTION },
  schedules: { kind: 'schedule', title: 'title', texts: ENTRY_TEXT_NAMES },
  timers: { kind: 'timer', title: 'title', texts: DESCRIPTION },
  tags: { kind: 'tag', title: 'name', texts: DESCRIPTION },
  meetings: { kind: 'meeting', title: 'title', texts: DESCRIPTION },
} as const
export type SearchedTable = keyof typeof SEARCHED_TABLES
export type SearchedKind = (typeof SEARCHED_TABLES)[SearchedTable]['kind']

export const isSearchedTable = (table: string): table is SearchedTable => table in SEARCHED_TABLES

export function changesSearchedText(table: string, changed: Row): boolean {
  if (!isSearchedTable(table)) return false
  const { title, texts } = SEARCHED_TABLES[table]
  return title in changed || texts.some(name => name in changed)
}
