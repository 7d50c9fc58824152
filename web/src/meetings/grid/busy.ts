// Finds the grid cells that overlap the user's entries, in the meeting's time zone.
import type { Schedule } from '@daymark/contract/planning/schedule'
import { localOf } from '../../session/region/zone-time.ts'
import { type Cell, cellOf, cellStarts, type Frame, secondsOf } from './grid.ts'

export interface Busy {
  titles: string[]
  /** The title of an entry whose first visible cell on this day is this cell. Undefined if there is no such entry. */
  label: string | undefined
}

type Entry = Pick<Schedule, 'title' | 'start_time' | 'end_time'>
const DAY_S = 86_400

export function busyCells(
  frame: Frame,
  days: readonly string[],
  entries: readonly Entry[],
  zone: string,
): Map<Cell, Busy> {
  const starts = cellStarts(frame)
  const step = frame.time_slot_minutes * 60
  const busy = new Map<Cell, Busy>()
  for (const { title, start_time, end_time } of entries) {
    const from = localOf(Date.parse(start_time), zone)
    const to = localOf(Date.parse(end_time), zone)
    for (const date of days) {
      if (date < from.date || date > to.date) continue
      const begins = date === from.date ? secondsOf(from.time) : 0
      const ends = date === to.date ? secondsOf(to.time) : DAY_S
      const touched = starts.flatMap((start, index) => (start < ends && start + step > begins ? [index] : []))
      for (const index of touched) add(busy, cellOf(date, index), title, index === touched[0])
    }
  }
  return busy
}

function add(busy: Map<Cell, Busy>, cell: Cell, title: string, first: boolean): void {
  const known = busy.get(cell)
  busy.set(cell, {
    titles: [...(known?.titles ?? []), title],
    label: known?.label ?? (first ? title : undefined),
  })
}
