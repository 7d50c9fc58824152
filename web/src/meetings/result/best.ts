import { type Cell, cellOf, cellStarts, daysOf, type Frame, type Slot, timeOf } from '../grid/grid.ts'

export interface Proposal {
  slot: Slot
  /** The ids of participants who are free for the whole time. */
  free: string[]
  /** The ids of participants who could come if need be. */
  maybe: string[]
}

/**
 * Returns the best times without overlaps. Sorts by how many people are free, then by how many could come, then by
 * time.
 */
export function bestSlots(
  frame: Frame,
  free: ReadonlyMap<Cell, readonly string[]>,
  cells: number,
  most = 5,
  maybe: ReadonlyMap<Cell, readonly string[]> = new Map(),
): Proposal[] {
  const windows = daysOf(frame)
    .flatMap(date => windowsOf(frame, date, { free, maybe }, cells))
    .filter(window => window.free.length + window.maybe.length > 0)
    .sort((a, b) => b.free.length - a.free.length || b.maybe.length - a.maybe.length)
  const chosen: (Proposal & { cells: Set<Cell> })[] = []
  for (const window of windows) {
    if (chosen.length === most) break
    if (chosen.every(each => each.cells.isDisjointFrom(window.cells))) chosen.push(window)
  }
  return chosen.map(window => ({ slot: window.slot, free: window.free, maybe: window.maybe }))
}

type People = ReadonlyMap<Cell, readonly string[]>

function windowsOf(
  frame: Frame,
  date: string,
  { free, maybe }: { free: People; maybe: People },
  length: number,
) {
  const starts = cellStarts(frame)
  const step = frame.time_slot_minutes * 60
  return starts.slice(0, Math.max(0, starts.length - length + 1)).map((start, first) => {
    const cells = Array.from({ length }, (_, offset) => cellOf(date, first + offset))
    const people = cells.map(cell => new Set(free.get(cell)))
    const everybody = people.reduce((common, next) => common.intersection(next))
    const possible = cells
      .map(cell => new Set([...(free.get(cell) ?? []), ...(maybe.get(cell) ?? [])]))
      .reduce((common, next) => common.intersection(next))
    return {
      slot: { slot_date: date, start_time: timeOf(start), end_time: timeOf(start + length * step) },
      free: [...everybody],
      maybe: [...possible.difference(everybody)],
      cells: new Set(cells),
    }
  })
}

/**
 * Returns the possible lengths in cells, up to four hours. If a cell is longer than that, the only length is one cell.
 * No length exceeds the poll's hours.
 */
export function lengthsOf(frame: Frame): number[] {
  const most = Math.min(cellStarts(frame).length, Math.max(1, Math.floor(240 / frame.time_slot_minutes)))
  return Array.from({ length: most }, (_, index) => index + 1)
}

/** Returns the length closest to one hour, in cells. */
export const usualLength = (frame: Frame): number =>
  Math.min(Math.max(1, Math.round(60 / frame.time_slot_minutes)), Math.max(1, cellStarts(frame).length))
