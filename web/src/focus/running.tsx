import type { FocusRun } from '@daymark/contract/focus/focus'
import type { FocusState } from '@daymark/contract/focus/phases'
import { useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../design/button.tsx'
import { clockText, durationText, timeText } from '../design/format.ts'
import { Icon } from '../design/icon.tsx'
import { useLanguage, useTexts } from '../session/language.tsx'
import { useStored } from '../session/storage/preferences.ts'
import { useIsOnline } from '../sync/context.ts'
import { Ring } from '../timers/clock/clock.tsx'
import { focusTexts } from '../timers/focus/texts.ts'
import { useFocusActions } from '../timers/focus/use-focus.ts'
import { DistractionNote } from './note.tsx'
import { isSoundOn, playTone, setSound } from './sound.ts'
import { focusPageTexts } from './texts.ts'

interface Props {
  run: FocusRun
  state: FocusState
}

export function RunningFocus({ run, state }: Props) {
  const t = useTexts(focusPageTexts)
  const { phases } = useTexts(focusTexts)
  const { language } = useLanguage()
  const actions = useFocusActions()
  const isOnline = useIsOnline()
  const view = useRef<HTMLDivElement>(null)
  const { phase, remaining_ms, elapsed_ms, ends_at, next } = state
  useTone(state)
  const isBreak = phase.kind !== 'work'
  const shown = remaining_ms === null ? elapsed_ms : Math.ceil(remaining_ms / 1000) * 1000
  const share = phase.length_ms === null ? 0 : Math.min(1, elapsed_ms / phase.length_ms)
  const skip = isBreak
    ? next
      ? t.skip.break
      : t.skip.last
    : !next
      ? t.skip.last
      : phase.length_ms === null
        ? t.takeBreak
        : t.skip.work
  return (
    <div ref={view} className={`focus-view card ${isBreak ? 'is-break' : ''}`}>
      <div className="row spread focus-top">
        <p className="focus-phase" aria-live="polite">
          <strong>{phases[phase.kind]}</strong>
          <span className="soft">
            {' · '}
            {run.preset === 'pomodoro' ? t.round(phase.round, run.rounds) : t.roundOnly(phase.round)}
            {state.status === 'paused' ? ` · ${t.paused}` : ''}
          </span>
        </p>
        <div className="row">
          <SoundSwitch />
          <FullScreen target={view} />
        </div>
      </div>
      <div className="focus-clock">
        <Ring share={share} />
        <p className="focus-time" role="timer" aria-live="off">
          {clockText(shown)}
        </p>
      </div>
      <p className="focus-title" dir="auto">
        {run.title ?? t.noTitle}
      </p>
      <p className="soft focus-next">
        {ends_at === null ? '' : `${t.until(timeText(ends_at, language))} · `}
        {next === null
          ? t.lastPhase
          : next.length_ms === null
            ? t.next(phases[next.kind])
            : t.nextFor(phases[next.kind], durationText(next.length_ms, language))}
      </p>
      <div className="row focus-controls">
        {state.status === 'paused' ? (
          <Button kind="primary" disabled={!isOnline} onClick={actions.resume}>
            <Icon name="play" /> {t.resume}
          </Button>
        ) : (
          <Button disabled={!isOnline} onClick={actions.pause}>
            <Icon name="pause" /> {t.pause}
          </Button>
        )}
        <Button disabled={!isOnline} onClick={() => actions.skip(phase.index)}>
          <Icon name="right" /> {skip}
        </Button>
        <Button disabled={!isOnline} onClick={actions.stop}>
          <Icon name="stop" /> {t.stop}
        </Button>
      </div>
      {isOnline ? null : <p className="notice">{t.offline}</p>}
      <DistractionNote />
    </div>
  )
}

function useTone({ phase }: FocusState): void {
  const last = useRef(phase.index)
  useEffect(() => {
    if (phase.index > last.current) playTone(phase.kind === 'work' ? 'work' : 'break')
    last.current = phase.index
  }, [phase.index, phase.kind])
}

function SoundSwitch() {
  const t = useTexts(focusPageTexts)
  const isOn = useStored(isSoundOn)
  return (
    <Button
      kind="quiet"
      aria-pressed={isOn}
      aria-label={t.sound}
      title={isOn ? t.soundOn : t.soundOff}
      onClick={() => {
        setSound(!isOn)
        if (!isOn) playTone('work')
      }}
    >
      <Icon name={isOn ? 'sound' : 'muted'} />
    </Button>
  )
}

function FullScreen({ target }: { target: { current: HTMLElement | null } }) {
  const t = useTexts(focusPageTexts)
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  // Some phones, such as iPhones, do not support full screen for web pages.
  if (!document.fullscreenEnabled) return null
  return (
    <IconButton
      name={isFull ? t.leaveFullScreen : t.fullScreen}
      onClick={() =>
        void (isFull ? document.exitFullscreen() : target.current?.requestFullscreen())?.catch(() => {})
      }
    >
      <Icon name="fullscreen" />
    </IconButton>
  )
}
