// Asks once what to do with the time of a running timer during which the person was away.
import type { Timer } from '@daymark/contract/timers/timer'
import { useState } from 'react'
import { late } from '../../design/rendering/late.tsx'
import { useActiveTimers, useServerNow } from '../live/live.tsx'
import { type Away, measuredAway } from './away.ts'
import { useAway } from './use-away.ts'

/** Loaded when it is needed, because most pages never ask. */
const IdleDialog = late(() => import('./idle-dialog.tsx'))

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
  return <IdleDialog key={question.timer.id} {...question} onClose={() => setAway(undefined)} />
}
