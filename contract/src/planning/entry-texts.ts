// An entry's texts besides its title. Single occurrences can override them. Schemas, columns, calendar objects,
// search, history and the app derive their fields from this list. Contains no schemas, so that the web app can
// import it without TypeBox.

interface EntryTextRule {
  /** In characters. */
  readonly most: number
  /** The iCalendar property (RFC 5545) that contains the text. */
  readonly property: string
  /** True if the text may have several paragraphs. */
  readonly isLong: boolean
  /** The field's description in the API documents. */
  readonly meaning: string
}

export const ENTRY_TEXTS = {
  location: {
    most: 500,
    property: 'LOCATION',
    isLong: false,
    meaning: 'Where it takes place, up to 500 characters.',
  },
  description: {
    most: 10_000,
    property: 'DESCRIPTION',
    isLong: true,
    meaning: 'A description, up to 10,000 characters.',
  },
} satisfies Record<string, EntryTextRule>

export type EntryText = keyof typeof ENTRY_TEXTS
export type EntryTexts = Record<EntryText, string | null>

/** Builds an object with one value per text. It names every text, so that the compiler reports a missing one. */
export const perText = <T>(of: (name: EntryText) => T): Record<EntryText, T> => ({
  location: of('location'),
  description: of('description'),
})

export const ENTRY_TEXT_NAMES: readonly EntryText[] = Object.values(perText(name => name))

export const textsOf = (entry: Readonly<EntryTexts>): EntryTexts => perText(name => entry[name])
