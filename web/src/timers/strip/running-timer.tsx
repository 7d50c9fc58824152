import type { Timer } from '@daymark/contract/timers/timer'
import { useLocation } from 'wouter'
import { Button, IconButton } from '../../design/button.tsx'
import { clockText, dateOf, dateTimeText, timeText } from '../../design/format.ts'
import { Icon } from '../../design/icon.tsx'
import { type Language, useLanguage, useTexts } from '../../session/language.tsx'
import { chipStyle } from '../../tags/chip-style.ts'
import { focusTexts } from '../focus/texts.ts'
import { useFocusRun } from '../focus/use-focus.ts'
import { useTimerControl } from '../live/control.ts'
import { useElapsed } from '../live/live.tsx'
import { isOpenEnded } from '../live/open-ended.ts'
import { OtherTimers } from './other-timers.tsx'
import { stripTexts } from './texts.ts'

interface Props {
  timer: Timer
  others: readonly Timer[]
  onSwitch: () => void
  onEdit: () => void
}

export function RunningTimer({ timer, others, onSwitch, onEdit }: Props) {
  const t = useTexts(stripTexts)
  const { language } = useLanguage()
  const control = useTimerControl()
  const since = t.since(sinceText(timer.started_at ?? timer.created_at, language))
  return (
    <div className={`strip-line ${timer.is_running ? 'is-running' : ''}`}>
      <span className="strip-dot" aria-hidden="true" />
      <button type="button" className="strip-what" title={t.addNote} onClick={onEdit}>
        <span className="strip-name" dir="auto">
          {timer.title ?? t.untitled}
        </span>
        <span className="soft strip-since">
          {timer.is_running ? since : `${t.paused} · ${since}`}
          {isOpenEnded(timer) ? null : (
            <span className="strip-of"> · {t.of(clockText(timer.allocated_duration * 1000))}</span>
          )}
          {timer.description ? <span dir="auto"> · {timer.description}</span> : null}
        </span>
      </button>
      {timer.tags.slice(0, 2).map(tag => (
        <span key={tag.id} className="chip strip-tag" style={chipStyle(tag.color)}>
          <bdi>{tag.name}</bdi>
        </span>
      ))}
      <FocusLink />
      <Clock timer={timer} />
      {timer.is_running ? (
        <IconButton name={t.pause} onClick={() => control.pause(timer)}>
          <Icon name="pause" />
        </IconButton>
      ) : (
        <IconButton name={t.resume} onClick={() => control.resume(timer)}>
          <Icon name="play" />
        </IconButton>
      )}
      <IconButton name={t.stop} onClick={() => control.stop(timer)}>
        <Icon name="stop" />
      </IconButton>
      <IconButton name={t.note} onClick={onEdit} className="icon strip-note">
        <Icon name="edit" />
      </IconButton>
      <Button onClick={onSwitch} aria-label={t.switchTo} title={t.switchTo} className="strip-switch">
        <Icon name="switch" /> <span className="strip-word">{t.switchTo}</span>
      </Button>
      {others.length > 0 ? <OtherTimers timers={others} /> : null}
    </div>
  )
}

function FocusLink() {
  const t = useTexts(focusTexts)
  const [location, navigate] = useLocation()
  const run = useFocusRun()
  if (!run || location.startsWith('/focus')) return null
  return (
    <IconButton name={t.open} onClick={() => navigate('/focus')}>
      <Icon name="focus" />
    </IconButton>
  )
}

/** A separate component, so that only the clock rerenders every second. */
function Clock({ timer }: { timer: Timer }) {
  const elapsed = useElapsed(timer)
  const isOver = !isOpenEnded(timer) && elapsed > timer.allocated_duration * 1000
  return (
    <strong className={isOver ? 'strip-clock is-over' : 'strip-clock'} role="timer" aria-live="off">
      {clockText(elapsed)}
    </strong>
  )
}

/** Includes the day if the timer was not started today. */
const sinceText = (at: string, language: Language): string =>
  dateOf(at) === dateOf() ? timeText(at, language) : dateTimeText(at, language)
