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

interface Question {
  timerId: string
  away: Away
}

export function IdleQuestion() {
  const active = useActiveTimers()
  const serverNow = useServerNow()
  const [question, setQuestion] = useState<Question>()
  useAway(away => {
    const timer = active.find(each => each.is_running)
    const start = Date.parse(timer?.segment_started_at ?? '')
    // Timers are measured by the server's clock.
    const ahead = serverNow() - Date.now()
    const onServer = { from: away.from + ahead, to: away.to + ahead }
    const measured = Number.isNaN(start) ? undefined : measuredAway(onServer, start)
    if (timer && measured) setQuestion(known => known ?? { timerId: timer.id, away: measured })
  })
  // Another device may have answered in the meantime.
  const timer = active.find(({ id, is_running }) => id === question?.timerId && is_running)
  if (!question || !timer) return null
  return <Ask timer={timer} away={question.away} onClose={() => setQuestion(undefined)} />
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
