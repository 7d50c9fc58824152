// Labels for the text fields of a calendar entry.
import { ENTRY_TEXT_NAMES, type EntryText } from '@daymark/contract/planning/entry-texts'
import type { Texts } from '../session/language.tsx'

export const entryTextLabels: Texts<Record<EntryText, string>> = {
  en: { location: 'Location', description: 'Description' },
  ko: { location: '장소', description: '설명' },
}

/** Labels for the text fields of a single occurrence, by their names in the history. */
export const occurrenceLabels = (
  labels: Record<EntryText, string>,
  ofOccurrence: (label: string) => string,
): Record<string, string> =>
  Object.fromEntries(ENTRY_TEXT_NAMES.map(name => [`occurrence_${name}`, ofOccurrence(labels[name])]))
