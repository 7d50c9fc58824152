import { ENTRY_TEXT_NAMES, type EntryText, type EntryTexts } from '@daymark/contract/planning/entry-texts'
import { Icon, type IconName } from '../../design/icon.tsx'
import { entryTextLabels } from '../../history/entry-text-labels.ts'
import { useTexts } from '../../session/language.tsx'
import './popover.css'

const ICONS: Partial<Record<EntryText, IconName>> = { location: 'place' }

/** Accepts missing texts, because an entry that an earlier version stored on this device may lack some. */
export function TextFacts({ entry, className = '' }: { entry: Partial<EntryTexts>; className?: string }) {
  const labels = useTexts(entryTextLabels)
  return ENTRY_TEXT_NAMES.map(name => {
    const icon = ICONS[name]
    if (!entry[name]) return null
    if (!icon)
      return (
        <p key={name} className={`entry-description ${className}`} dir="auto">
          {entry[name]}
        </p>
      )
    return (
      <p key={name} className="row entry-popover-when">
        <Icon name={icon} size={16} />
        <span className="visually-hidden">{labels[name]}: </span>
        <span className="entry-description" dir="auto">
          {entry[name]}
        </span>
      </p>
    )
  })
}
