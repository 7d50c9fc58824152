// Recomputes the search texts, because letters such as ł and typographic quotation marks now match their plain form.
import type { Migration } from '../schema/migration.ts'

export const searchLetters: Migration = {
  name: '0030-search-letters',
  statements: () => [],
  fills: 'search_texts',
}
