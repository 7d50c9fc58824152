// Shows a running timer in the tab title and icon, and a notification when its time is up.
import type { Timer } from '@daymark/contract/timers/timer'
import { useEffect, useRef } from 'react'
import { clockText } from '../../design/format.ts'
import { useTexts } from '../../session/language.tsx'
import { timerTexts } from '../texts.ts'
import { useActiveTimers, useElapsed } from './live.tsx'
import { notify } from './notification.ts'

export function AnnounceTimer() {
  const running = useActiveTimers().find(timer => timer.is_running)
  const elapsed = useElapsed(running)
  useTabTitle(running, elapsed)
  useTimeIsUp(running, elapsed)
  return null
}

function useTabTitle(timer: Timer | undefined, elapsed: number): void {
  const t = useTexts(timerTexts)
  const text = timer ? `${clockText(elapsed)} ${timer.title ?? t.untitled} · Daymark` : 'Daymark'
  useEffect(() => {
    document.title = text
  }, [text])
  const running = timer !== undefined
  useEffect(() => {
    document.getElementById('icon')?.setAttribute('href', running ? '/icon-running.svg' : '/icon.svg')
  }, [running])
}

/** Notifies once per timer, and only if the time ends while the page is open. */
function useTimeIsUp(timer: Timer | undefined, elapsed: number): void {
  const t = useTexts(timerTexts)
  const waiting = useRef<string>(undefined)
  const over = timer !== undefined && elapsed >= timer.allocated_duration * 1000
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
