// The texts of an entry in its popovers.
import { ENTRY_TEXT_NAMES, type EntryTexts } from '@daymark/contract/planning/entry-texts'

/** The texts may be missing in entries that an earlier version stored on this device. */
export function TextFacts({ entry, className = '' }: { entry: Partial<EntryTexts>; className?: string }) {
  return ENTRY_TEXT_NAMES.map(name =>
    entry[name] ? (
      <p key={name} className={`entry-description ${className}`} dir="auto">
        {entry[name]}
      </p>
    ) : null,
  )
}
