// Shows a running timer or focus phase in the tab's title and icon, and notifies the user when a timer's time is up.
import type { Timer } from '@daymark/contract/timers/timer'
import { useEffect, useMemo, useRef } from 'react'
import { clockText } from '../../design/format.ts'
import { useTexts } from '../../session/language.tsx'
import { minutesIcon } from '../focus/favicon.ts'
import { focusTexts } from '../focus/texts.ts'
import { useFocusRun, useFocusState } from '../focus/use-focus.ts'
import { timerTexts } from '../texts.ts'
import { useActiveTimers, useElapsed } from './live.tsx'
import { notify } from './notification.ts'
import { isOpenEnded } from './open-ended.ts'

export function AnnounceTimer() {
  const running = useActiveTimers().find(timer => timer.is_running)
  const elapsed = useElapsed(running)
  const focus = useFocusTab()
  const timer = useTimerTab(running, elapsed)
  useTab(focus ?? timer)
  // During a focus run, the server announces the end of each phase.
  useTimeIsUp(focus ? undefined : running, elapsed)
  return null
}

interface Tab {
  title: string
  icon: string
}

function useTab({ title, icon }: Tab): void {
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    document.getElementById('icon')?.setAttribute('href', icon)
  }, [icon])
}

function useTimerTab(timer: Timer | undefined, elapsed: number): Tab {
  const t = useTexts(timerTexts)
  if (!timer) return { title: 'Daymark', icon: '/icon.svg' }
  return {
    title: `${clockText(elapsed)} ${timer.title ?? t.untitled} · Daymark`,
    icon: '/icon-running.svg',
  }
}

/** Shows the remaining time of the phase, or the elapsed time of an open-ended phase. Undefined without a focus run. */
function useFocusTab(): Tab | undefined {
  const { phases } = useTexts(focusTexts)
  const run = useFocusRun()
  const state = useFocusState(run)
  const isActive = state !== undefined && state.status !== 'ended'
  const shown = state?.remaining_ms ?? state?.elapsed_ms ?? 0
  const minutes = state?.remaining_ms === null ? Math.floor(shown / 60_000) : Math.ceil(shown / 60_000)
  const isBreak = state?.phase.kind !== 'work'
  const icon = useMemo(
    () => (isActive ? minutesIcon(minutes, isBreak) : undefined),
    [isActive, minutes, isBreak],
  )
  if (!isActive) return undefined
  const what = run?.title && !isBreak ? run.title : phases[state.phase.kind]
  return {
    title: `${clockText(Math.ceil(shown / 1000) * 1000)} ${what} · Daymark`,
    icon: icon ?? '/icon-running.svg',
  }
}

/** Notifies once per timer, and only if its time runs out while the page is open. */
function useTimeIsUp(timer: Timer | undefined, elapsed: number): void {
  const t = useTexts(timerTexts)
  const waiting = useRef<string>(undefined)
  const over = timer !== undefined && !isOpenEnded(timer) && elapsed >= timer.allocated_duration * 1000
  useEffect(() => {
    if (!timer) return
    if (!over) {
      waiting.current = timer.id
      return
    }
    if (waiting.current !== timer.id) return
    waiting.current = undefined
    void notify(t.timeIsUp, {
      body: t.timeIsUpBody(timer.title ?? t.untitled),
      icon: '/icon.svg',
      tag: timer.id,
    })
  }, [timer, over, t])
}
