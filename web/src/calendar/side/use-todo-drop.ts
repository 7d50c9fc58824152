import type { Todo } from '@daymark/contract/planning/todos'
import { useCallback, useRef } from 'react'
import { addDays } from '../../session/region/zone-time.ts'
import { entryOf } from '../drawer/plan.ts'
import { plannedLength } from '../drawer/sections.ts'
import { useEntryChanges } from '../entries/changes.ts'

export function useTodoDrop(todos: readonly Todo[]) {
  const { create } = useEntryChanges()
  const latest = useRef(todos)
  latest.current = todos
  return useCallback(
    (id: string, { dateStr, allDay }: { dateStr: string; allDay: boolean }) => {
      const todo = latest.current.find(each => each.id === id)
      if (!todo) return
      const date = dateStr.slice(0, 10)
      const from = Date.parse(dateStr)
      const times = allDay
        ? { all_day: true, start_time: date, end_time: addDays(date, 1) }
        : { start_time: iso(from), end_time: iso(from + plannedLength(todo)) }
      create(entryOf(todo, times))
    },
    [create],
  )
}

const iso = (ms: number): string => new Date(ms).toISOString()
