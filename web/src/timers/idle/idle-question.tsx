// Asks once what to do with the time of a running timer during which the person was away.
import type { Timer } from '@daymark/contract/timers/timer'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { durationText, timeText } from '../../design/format.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { LinkField } from '../links/link-field.tsx'
import { linkOf } from '../links/links.ts'
import { useTodoNames } from '../links/use-linkables.ts'
import { useActiveTimers, useServerNow } from '../live/live.tsx'
import { timerTexts } from '../texts.ts'
import { type Away, measuredAway } from './away.ts'
import { idleTexts } from './texts.ts'
import { useAway } from './use-away.ts'
import { useIdleChoices } from './use-idle-choices.ts'

export function IdleQuestion() {
  const active = useActiveTimers()
  const serverNow = useServerNow()
  const [away, setAway] = useState<Away>()
  // The person may come back before the timers are known, so the absence is kept until they are.
  useAway(next => setAway(known => (known && measuredOf(known) ? known : next)))

  // Another device may have answered in the meantime, so this looks at the timers as they are now.
  function measuredOf({ from, to }: Away): { timer: Timer; away: Away } | undefined {
    // Timers are measured by the server's clock.
    const ahead = serverNow() - Date.now()
    for (const timer of active) {
      if (!timer.is_running || !timer.segment_started_at) continue
      const measured = measuredAway(
        { from: from + ahead, to: to + ahead },
        Date.parse(timer.segment_started_at),
      )
      if (measured) return { timer, away: measured }
    }
    return undefined
  }

  const question = away && measuredOf(away)
  if (!question) return null
  return <Ask key={question.timer.id} {...question} onClose={() => setAway(undefined)} />
}

function Ask({ timer, away, onClose }: { timer: Timer; away: Away; onClose: () => void }) {
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
