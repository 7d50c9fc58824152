import type { Timer } from '@daymark/contract/timers/timer'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { durationText, timeText } from '../../design/format.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { LinkField } from '../links/link-field.tsx'
import { linkOf } from '../links/links.ts'
import { useTodoNames } from '../links/use-linkables.ts'
import { timerTexts } from '../texts.ts'
import type { Away } from './away.ts'
import { idleTexts } from './texts.ts'
import { useIdleChoices } from './use-idle-choices.ts'

interface Props {
  timer: Timer
  away: Away
  onClose: () => void
}

export default function IdleDialog({ timer, away, onClose }: Props) {
  const t = useTexts(idleTexts)
  const { untitled } = useTexts(timerTexts)
  const { language } = useLanguage()
  const choices = useIdleChoices(timer, away)
  const names = useTodoNames()
  const [isBooking, setBooking] = useState(false)
  const [typed, setTyped] = useState('')
  const todo = linkOf(typed, names)
  const from = timeText(away.from, language)
  const choose = (run: () => void) => () => {
    run()
    onClose()
  }
  return (
    <Dialog title={t.title} onClose={onClose}>
      <div className="stack">
        <p>
          {t.question(
            timer.title ?? untitled,
            durationText(away.to - away.from, language),
            from,
            timeText(away.to, language),
          )}
        </p>
        {isBooking ? (
          <form
            className="stack"
            onSubmit={event => {
              event.preventDefault()
              if (todo) choose(() => choices.book(todo, typed.trim()))()
            }}
          >
            <LinkField label={t.todo} names={names} start="" typed={typed || undefined} onType={setTyped} />
            <div className="row">
              <Button type="submit" kind="primary" disabled={!todo}>
                {t.book}
              </Button>
              <Button onClick={() => setBooking(false)}>{t.back}</Button>
            </div>
          </form>
        ) : (
          <div className="stack">
            <Button kind="primary" onClick={onClose}>
              {t.keep}
            </Button>
            <Button onClick={choose(choices.discard)}>{t.discard(from)}</Button>
            <Button onClick={() => setBooking(true)}>{t.bookOther}</Button>
            <Button onClick={choose(choices.asBreak)}>{t.asBreak}</Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}
