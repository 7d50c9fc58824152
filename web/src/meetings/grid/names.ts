// The names of participants who are free in each cell, or could come if need be.
import { type Cell, cellsOf, type Frame, type Slot } from './grid.ts'

export interface NamedAnswer {
  display_name: string
  time_slots: readonly Slot[]
  if_need_be: readonly Slot[]
}

export function namesByCell(frame: Frame, answers: readonly NamedAnswer[]) {
  const free = new Map<Cell, string[]>()
  const maybe = new Map<Cell, string[]>()
  for (const { display_name, time_slots, if_need_be } of answers) {
    const own = cellsOf(frame, time_slots)
    const add = (to: Map<Cell, string[]>, cell: Cell) => to.set(cell, [...(to.get(cell) ?? []), display_name])
    for (const cell of own) add(free, cell)
    for (const cell of cellsOf(frame, [...time_slots, ...if_need_be])) if (!own.has(cell)) add(maybe, cell)
  }
  return { free, maybe }
}
