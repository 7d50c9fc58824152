import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { calendarDateText, dateTimeText } from '../../design/format.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { isDate } from '../../session/region/zone-time.ts'
import { deadlineTexts } from './texts.ts'

interface Props {
  title: string
  /** The entry's new start: a timestamp, or a date if it is all-day. */
  start: string
  onChoose: (movesDeadline: boolean) => void
  onClose: () => void
}

export function DeadlineDialog({ title, start, onChoose, onClose }: Props) {
  const t = useTexts(deadlineTexts)
  const { language } = useLanguage()
  const at = isDate(start) ? calendarDateText(start, language) : dateTimeText(start, language)
  return (
    <Dialog title={t.question} onClose={onClose}>
      <p dir="auto">{t.linked(title)}</p>
      <div className="stack scope-choices">
        <button type="button" className="scope-choice" onClick={() => onChoose(true)}>
          <strong>{t.moveDeadline}</strong>
          <span className="soft">{t.newDeadline(at)}</span>
        </button>
        <button type="button" className="scope-choice" onClick={() => onChoose(false)}>
          <strong>{t.keepDeadline}</strong>
          <span className="soft">{t.keepHint}</span>
        </button>
      </div>
      <div className="row dialog-foot">
        <Button onClick={onClose}>{t.cancel}</Button>
      </div>
    </Dialog>
  )
}
