// Asks what to do with the time that a running timer tracked while the user was away.
import type { Timer } from '@daymark/contract/timers/timer'
import { useState } from 'react'
import { late } from '../../design/rendering/late.tsx'
import { useActiveTimers, useServerNow } from '../live/live.tsx'
import { type Away, measuredAway } from './away.ts'
import { useAway } from './use-away.ts'

/** Loaded on demand, because most pages never ask. */
const IdleDialog = late(() => import('./idle-dialog.tsx'))

export function IdleQuestion() {
  const active = useActiveTimers()
  const serverNow = useServerNow()
  const [away, setAway] = useState<Away>()
  // Stores the absence even if the timers have not loaded yet. Keeps an earlier absence that still needs an answer.
  useAway(next => setAway(known => (known && measuredOf(known) ? known : next)))

  // Finds a timer that ran during the absence. Uses the current timers, because another device may have answered
  // already.
  function measuredOf({ from, to }: Away): { timer: Timer; away: Away } | undefined {
    // Timers use the server's clock.
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
  return <IdleDialog key={question.timer.id} {...question} onClose={() => setAway(undefined)} />
}
