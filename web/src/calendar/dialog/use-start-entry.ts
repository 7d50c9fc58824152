import type { Schedule } from '@daymark/contract/planning/schedule'
import { useCallback } from 'react'
import { useTimerControl } from '../../timers/live/control.ts'
import { rowIdOf } from '../entries/address.ts'

const LEAST_S = 60
const DAY_S = 86_400

export function useStartEntry(): (entry: Schedule) => void {
  const control = useTimerControl()
  return useCallback(
    entry => {
      const seconds = (Date.parse(entry.end_time) - Date.parse(entry.start_time)) / 1000
      control.start({
        title: entry.title,
        allocated_duration: Math.round(Math.min(DAY_S, Math.max(LEAST_S, seconds))),
        schedule_id: rowIdOf(entry),
        tag_ids: entry.tags.map(tag => tag.id),
      })
    },
    [control],
  )
}
