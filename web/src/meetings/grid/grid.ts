// Converts between the API's time slots and the cells of the availability grid.
import type { Availability, Meeting } from '@daymark/contract/meetings/meeting'

export type Frame = Pick<
  Meeting,
  'start_date' | 'end_date' | 'available_days' | 'start_time' | 'end_time' | 'time_slot_minutes'
>
export type Slot = Availability['time_slots'][number]

/** A date and the index of the cell on that day, such as `2026-03-02/4`. */
export type Cell = string

const DAY_MS = 86_400_000

export const cellOf = (date: string, index: number): Cell => `${date}/${index}`

export function partsOf(cell: Cell): { date: string; index: number } {
  const [date = '', index = ''] = cell.split('/')
  return { date, index: Number(index) }
}

export function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return hours * 3600 + minutes * 60 + seconds
}

/** Formats seconds since midnight as `09:30:00`. The end of the day is `24:00:00`. */
export function timeOf(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

export function daysOf(frame: Frame): string[] {
  const first = Date.parse(`${frame.start_date}T00:00:00Z`)
  const last = Date.parse(`${frame.end_date}T00:00:00Z`)
  const days: string[] = []
  for (let at = first; at <= last; at += DAY_MS) {
    const day = new Date(at)
    // In `available_days`, 0 is Monday. In `getUTCDay`, 0 is Sunday.
    if (frame.available_days.includes((day.getUTCDay() + 6) % 7)) days.push(day.toISOString().slice(0, 10))
  }
  return days
}

/** Returns the start of each cell on a day, in seconds since midnight. Omits a last cell that would be too short. */
export function cellStarts(frame: Frame): number[] {
  const opens = secondsOf(frame.start_time)
  const step = frame.time_slot_minutes * 60
  const count = Math.max(0, Math.floor((secondsOf(frame.end_time) - opens) / step))
  return Array.from({ length: count }, (_, index) => opens + index * step)
}

/** Returns the cells that the slots cover completely. */
export function cellsOf(frame: Frame, slots: readonly Slot[]): Set<Cell> {
  const opens = secondsOf(frame.start_time)
  const step = frame.time_slot_minutes * 60
  const most = cellStarts(frame).length
  const days = new Set(daysOf(frame))
  const cells = new Set<Cell>()
  for (const [date, own] of Map.groupBy(slots, slot => slot.slot_date)) {
    if (!days.has(date)) continue
    for (const { start, end } of merged(own)) {
      const first = Math.max(0, Math.ceil((start - opens) / step))
      const beyond = Math.min(most, Math.floor((end - opens) / step))
      for (let index = first; index < beyond; index++) cells.add(cellOf(date, index))
    }
  }
  return cells
}

function merged(slots: readonly Slot[]): { start: number; end: number }[] {
  const stretches: { start: number; end: number }[] = []
  const sorted = slots
    .map(slot => ({ start: secondsOf(slot.start_time), end: secondsOf(slot.end_time) }))
    .sort((a, b) => a.start - b.start)
  for (const stretch of sorted) {
    const last = stretches.at(-1)
    if (last && stretch.start <= last.end) last.end = Math.max(last.end, stretch.end)
    else stretches.push(stretch)
  }
  return stretches
}

/** Joins adjacent cells on the same day into one slot. */
export function slotsOf(frame: Frame, cells: ReadonlySet<Cell>): Slot[] {
  const starts = cellStarts(frame)
  const step = frame.time_slot_minutes * 60
  const slots: Slot[] = []
  for (const date of daysOf(frame)) {
    let open: Slot | undefined
    for (const [index, start] of starts.entries()) {
      if (!cells.has(cellOf(date, index))) {
        open = undefined
        continue
      }
      if (open === undefined) {
        open = { slot_date: date, start_time: timeOf(start), end_time: '' }
        slots.push(open)
      }
      open.end_time = timeOf(start + step)
    }
  }
  return slots
}

export function rectangle(days: readonly string[], from: Cell, to: Cell): Cell[] {
  const [a, b] = [partsOf(from), partsOf(to)]
  const columns = [days.indexOf(a.date), days.indexOf(b.date)]
  const rows = [a.index, b.index]
  const cells: Cell[] = []
  for (const date of days.slice(Math.min(...columns), Math.max(...columns) + 1)) {
    for (let index = Math.min(...rows); index <= Math.max(...rows); index++) cells.push(cellOf(date, index))
  }
  return cells
}

/** Returns the marked cells after a stroke. `paints` is true to mark cells and false to clear them. */
export const stroke = (own: ReadonlySet<Cell>, cells: readonly Cell[], paints: boolean): Set<Cell> =>
  paints ? own.union(new Set(cells)) : own.difference(new Set(cells))

/** Returns participant ids by cell. Omits cells in which nobody is free. */
export function freeByCell(frame: Frame, all: readonly Availability[]): Map<Cell, string[]> {
  const free = new Map<Cell, string[]>()
  for (const { participant, time_slots } of all) {
    for (const cell of cellsOf(frame, time_slots)) {
      free.set(cell, [...(free.get(cell) ?? []), participant.id])
    }
  }
  return free
}

/** The cells that the user has marked. No cell is in both sets. */
export interface Marks {
  free: ReadonlySet<Cell>
  maybe: ReadonlySet<Cell>
}

export const marksOf = (
  frame: Frame,
  answer: { time_slots: readonly Slot[]; if_need_be: readonly Slot[] } | undefined,
): Marks => {
  const free = cellsOf(frame, answer?.time_slots ?? [])
  return { free, maybe: cellsOf(frame, answer?.if_need_be ?? []).difference(free) }
}

/** A cell that gets one mark loses the other. */
export const marked = (marks: Marks, mode: keyof Marks, cells: ReadonlySet<Cell>): Marks =>
  mode === 'free'
    ? { free: cells, maybe: new Set(marks.maybe).difference(cells) }
    : { maybe: cells, free: new Set(marks.free).difference(cells) }

/** Returns the time slots to send to the API. */
export const answerOf = (frame: Frame, { free, maybe }: Marks) => [
  ...slotsOf(frame, free),
  ...slotsOf(frame, maybe).map(slot => ({ ...slot, if_need_be: true })),
]

/** Returns the ids of participants who could come if need be, by cell. */
export function maybeByCell(frame: Frame, all: readonly Availability[]): Map<Cell, string[]> {
  const found = new Map<Cell, string[]>()
  for (const { participant, ...answer } of all) {
    const possible = cellsOf(frame, [...answer.time_slots, ...answer.if_need_be])
    for (const cell of possible.difference(cellsOf(frame, answer.time_slots)))
      found.set(cell, [...(found.get(cell) ?? []), participant.id])
  }
  return found
}
