// The strip is on every page. Its height never changes, so that pages do not shift.
import type { Timer } from '@daymark/contract/timers/timer'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { useTexts } from '../../session/language.tsx'
import { type Command, useCommands } from '../../shell/commands.tsx'
import { focusTexts } from '../focus/texts.ts'
import { useFocusActions, useFocusRun } from '../focus/use-focus.ts'
import { useTimerControl } from '../live/control.ts'
import { useActiveTimers, useTimersKnown } from '../live/live.tsx'
import './strip.css'
import { RunningTimer } from './running-timer.tsx'
import { START_FIELD, StartForm } from './start-form.tsx'
import { stripTexts } from './texts.ts'

// Loaded on demand, to keep the code of every page small.
const StartDialog = lazy(() => import('./start-dialog.tsx'))
const EditTimer = lazy(() => import('../links/edit-dialog.tsx'))

type Open = { kind: 'start'; title: string } | { kind: 'edit'; timer: Timer }

export function TimerStrip() {
  const t = useTexts(stripTexts)
  const [open, setOpen] = useState<Open>()
  const [first, ...others] = useActiveTimers()
  const isKnown = useTimersKnown()
  const openStart = useCallback(() => setOpen({ kind: 'start', title: '' }), [])
  useStripCommands(first, openStart)
  useFocusCommand()
  const close = () => setOpen(undefined)
  return (
    <section className="timer-strip" aria-label={t.strip} aria-busy={!isKnown}>
      {first ? (
        <RunningTimer
          timer={first}
          others={others}
          onSwitch={openStart}
          onEdit={() => setOpen({ kind: 'edit', timer: first })}
        />
      ) : isKnown ? (
        <StartForm onOptions={title => setOpen({ kind: 'start', title })} />
      ) : null}
      <Suspense>
        {open?.kind === 'start' ? <StartDialog title={open.title} onClose={close} /> : null}
        {open?.kind === 'edit' ? <EditTimer timer={open.timer} onClose={close} /> : null}
      </Suspense>
    </section>
  )
}

function useFocusCommand(): void {
  const t = useTexts(focusTexts)
  const [, navigate] = useLocation()
  const isActive = Boolean(useFocusRun())
  const { start } = useFocusActions()
  const commands = useMemo<Command[]>(() => {
    const open = () => navigate('/focus')
    if (isActive) return [{ id: 'focus-open', name: t.open, run: open }]
    return [{ id: 'focus-start', name: t.start, run: () => void start({}).then(ok => ok && open()) }]
  }, [t, isActive, navigate, start])
  useCommands(commands)
}

function useStripCommands(first: Timer | undefined, openStart: () => void): void {
  const t = useTexts(stripTexts)
  const control = useTimerControl()
  const commands = useMemo<Command[]>(() => {
    const start = {
      id: 'timer-start',
      name: t.commandStart,
      keys: 's',
      run: () => {
        const field = document.getElementById(START_FIELD)
        if (field) field.focus()
        else openStart()
      },
    }
    if (!first) return [start]
    return [
      start,
      {
        id: 'timer-pause',
        name: t.commandPause,
        keys: 'p',
        run: () => (first.is_running ? control.pause(first) : control.resume(first)),
      },
      { id: 'timer-stop', name: t.commandStop, keys: 'x', run: () => control.stop(first) },
    ]
  }, [t, first, control, openStart])
  useCommands(commands)
}
