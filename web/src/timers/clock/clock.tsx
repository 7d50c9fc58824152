import type { Timer } from '@daymark/contract/timers/timer'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { clockText, timeText } from '../../design/format.ts'
import { Icon } from '../../design/icon.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { EndEarlier } from '../corrections/end-earlier.tsx'
import { correctionTexts } from '../corrections/texts.ts'
import { clockTexts } from './texts.ts'
import './clock.css'
import { useTimerControl } from '../live/control.ts'
import { useElapsed } from '../live/live.tsx'
import { isOpenEnded } from '../live/open-ended.ts'

const RADIUS = 54
const LENGTH = 2 * Math.PI * RADIUS

/** `share` is 0 at the start and 1 when the planned time has passed. */
export const Ring = ({ share }: { share: number }) => (
  <svg viewBox="0 0 120 120" className="ring" aria-hidden="true">
    <circle cx="60" cy="60" r={RADIUS} className="ring-track" />
    {share > 0 ? (
      <circle
        cx="60"
        cy="60"
        r={RADIUS}
        className={share < 1 ? 'ring-fill' : 'ring-fill over'}
        strokeDasharray={LENGTH}
        strokeDashoffset={LENGTH * (1 - share)}
      />
    ) : null}
  </svg>
)

export function BigClock({ timer }: { timer: Timer }) {
  const t = useTexts(clockTexts)
  const { language } = useLanguage()
  const elapsed = useElapsed(timer)
  const allocated = timer.allocated_duration * 1000
  const share = isOpenEnded(timer) ? 0 : Math.min(1, elapsed / allocated)
  const control = useTimerControl()
  const { endEarlier } = useTexts(correctionTexts)
  const [isEnding, setEnding] = useState(false)
  return (
    <section className="card big-clock" aria-label={t.running}>
      <Ring share={share} />
      <div className="stack big-clock-text">
        <p className="big-clock-title" dir="auto">
          {timer.title ?? t.untitled}
        </p>
        <p className="clock-face" role="timer" aria-live="off">
          {clockText(elapsed)}
        </p>
        <p className="soft">
          {isOpenEnded(timer)
            ? t.openEnded
            : elapsed <= allocated
              ? t.of(clockText(allocated))
              : t.over(clockText(elapsed - allocated))}
          {timer.is_running && elapsed <= allocated && !isOpenEnded(timer)
            ? ` · ${t.until(timeText(Date.now() + allocated - elapsed, language))}`
            : ''}
        </p>
        <div className="row">
          {timer.is_running ? (
            <Button onClick={() => control.pause(timer)}>
              <Icon name="pause" /> {t.pause}
            </Button>
          ) : (
            <Button kind="primary" onClick={() => control.resume(timer)}>
              <Icon name="play" /> {t.resume}
            </Button>
          )}
          <Button onClick={() => control.stop(timer)}>
            <Icon name="stop" /> {t.stop}
          </Button>
          <Button kind="quiet" onClick={() => setEnding(true)}>
            {endEarlier}
          </Button>
        </div>
      </div>
      {isEnding ? <EndEarlier timer={timer} onClose={() => setEnding(false)} /> : null}
    </section>
  )
}
