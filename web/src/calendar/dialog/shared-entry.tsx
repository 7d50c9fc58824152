import type { Schedule } from '@daymark/contract/planning/schedule'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { dateText, dateTimeText } from '../../design/format.ts'
import type { Anchor } from '../../design/popover/anchor.ts'
import '../../design/popover/popover.css'
import { type Language, useLanguage, useTexts } from '../../session/language.tsx'
import { addDays, startOfDay } from '../../session/region/zone-time.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { useOwnerName } from '../../sharing/owner.ts'
import { chipStyle } from '../../tags/chip-style.ts'
import { TextFacts } from '../popover/text-facts.tsx'
import { entryTexts } from './entry-texts.ts'

function whenText({ start_date, end_date, ...entry }: Schedule, language: Language): string {
  if (!start_date || !end_date)
    return `${dateTimeText(entry.start_time, language)} – ${dateTimeText(entry.end_time, language)}`
  const last = addDays(end_date, -1)
  const text = (date: string) => dateText(startOfDay(date, timezone()), language)
  return last === start_date ? text(start_date) : `${text(start_date)} – ${text(last)}`
}

interface Props {
  entry: Schedule
  /** The area to open a popover next to. Without it, the entry opens as a dialog. */
  anchor?: Anchor | undefined
  onClose: () => void
}

export function SharedEntry({ entry, anchor, onClose }: Props) {
  const t = useTexts(entryTexts)
  const { language } = useLanguage()
  const ownerName = useOwnerName()
  return (
    <Dialog title={entry.title} onClose={onClose} anchor={anchor}>
      <p className="notice calm">{t.sharedEntry(ownerName(entry.owner_id))}</p>
      <p>
        <span className="visually-hidden">{t.when}: </span>
        {whenText(entry, language)}
      </p>
      <TextFacts entry={entry} />
      {entry.source_todo ? <p className="soft">{t.linkedTodo(entry.source_todo.title)}</p> : null}
      {entry.tags.length > 0 ? (
        <div className="row">
          {entry.tags.map(tag => (
            <span key={tag.id} className="chip" style={chipStyle(tag.color)}>
              <bdi>{tag.name}</bdi>
            </span>
          ))}
        </div>
      ) : null}
      <div className="row dialog-foot">
        <Button onClick={onClose}>{t.close}</Button>
      </div>
    </Dialog>
  )
}
