// Recomputes the search texts, because typographic quotation marks and letters such as ł now match their plain forms.
import type { Migration } from '../schema/migration.ts'

export const searchLetters: Migration = {
  name: '0030-search-letters',
  statements: () => [],
  fills: 'search_texts',
}
