interface SearchTextsTable {
  owner_id: string
  kind: 'todo' | 'schedule' | 'timer' | 'tag' | 'meeting'
  id: string
  created_at: number
  /** The number of characters in `text` up to the end of the title. */
  title_length: number
  text: string
  /** The initial consonants of `text`, character by character. Null if the text contains no Korean. */
  initials: string | null
}

export interface SearchTables {
  search_texts: SearchTextsTable
}
