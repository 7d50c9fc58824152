// Days run across and times run down. Cells are shaded by how many people are free, and users mark their own times.
import { useState } from 'react'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { meetingTexts } from '../texts.ts'
import { clockWords, dayAndMonth, hourWords, longDate, weekdayOf } from '../words.ts'
import type { Busy } from './busy.ts'
import { type Cell, cellOf, cellStarts, type Frame, type Marks, marked, partsOf } from './grid.ts'
import { useStroke } from './use-stroke.ts'

/** Takes an update function, so that two quick key presses do not start from the same state. */
export type PaintMarks = (change: (own: Marks) => Marks) => void

export interface GridProps {
  meeting: Frame
  days: readonly string[]
  /** The names of other people who are free in each cell. */
  others: ReadonlyMap<Cell, readonly string[]>
  /** The names of other people who could come if need be. */
  othersMaybe: ReadonlyMap<Cell, readonly string[]>
  own: Marks
  /** The kind of mark that a stroke adds or removes. */
  mode: keyof Marks
  people: number
  busy: ReadonlyMap<Cell, Busy>
  paint: PaintMarks | undefined
}

export function PaintGrid(props: GridProps) {
  const { meeting, days, own, mode, paint } = props
  const t = useTexts(meetingTexts)
  const { language } = useLanguage()
  const starts = cellStarts(meeting)
  const stroke = useStroke({
    days,
    rows: starts.length,
    own: own[mode],
    paint: paint && (change => paint(before => marked(before, mode, change(before[mode])))),
  })
  const brush = { ...stroke, shown: marked(own, mode, stroke.shown) }
  const [looked, setLooked] = useState<Cell>()
  const describe = useDescription(props, brush.shown)
  return (
    <>
      <table className={`poll-grid ${paint ? 'paintable' : ''}`}>
        <caption className="visually-hidden">{t.grid}</caption>
        <GridHead days={days} />
        <tbody>
          {starts.map((start, index) => (
            <tr key={start} className={start % 3600 === 0 ? 'hour' : ''}>
              <th scope="row">
                <span className={start % 3600 === 0 || index === 0 ? '' : 'visually-hidden'}>
                  {hourWords(start, language)}
                </span>
              </th>
              {days.map(date => {
                const cell = cellOf(date, index)
                return (
                  <td key={date}>
                    <GridCell {...{ grid: props, brush, cell }} label={describe(cell)} onLook={setLooked} />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft looked" aria-hidden="true">
        {looked && days.includes(partsOf(looked).date) ? describe(looked) : t.hover}
      </p>
    </>
  )
}

function GridHead({ days }: { days: readonly string[] }) {
  const t = useTexts(meetingTexts)
  const { language } = useLanguage()
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">{t.time}</span>
        </th>
        {days.map(date => (
          <th key={date} scope="col">
            <span className="soft">{weekdayOf(date, language)}</span> {dayAndMonth(date, language)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface CellProps {
  grid: GridProps
  brush: Omit<ReturnType<typeof useStroke>, 'shown'> & { shown: Marks }
  cell: Cell
  label: string
  onLook: (cell: Cell) => void
}

function GridCell({ grid, brush, cell, label, onLook }: CellProps) {
  const { shown, handlers } = brush
  const isFree = shown.free.has(cell)
  const isMaybe = shown.maybe.has(cell)
  const count = (grid.others.get(cell)?.length ?? 0) + (isFree ? 1 : 0)
  const reserve = (grid.othersMaybe.get(cell)?.length ?? 0) + (isMaybe ? 1 : 0)
  return (
    <button
      type="button"
      data-cell={cell}
      // CSS shows the count from this attribute. Screen readers read the count in the label.
      data-count={count + reserve > 0 ? `${count || ''}${reserve > 0 ? `+${reserve}` : ''}` : undefined}
      data-busy={grid.busy.get(cell)?.label}
      className={`poll-cell ${isFree ? 'own' : ''} ${isMaybe ? 'maybe' : ''} ${grid.busy.has(cell) ? 'busy' : ''}`}
      style={{ '--share': grid.people ? count / grid.people : 0 } as React.CSSProperties}
      tabIndex={cell === brush.tabStop ? 0 : -1}
      aria-pressed={grid.paint ? shown[grid.mode].has(cell) : undefined}
      aria-label={label}
      // `detail` is 0 for clicks from a keyboard or screen reader. Pointer events are handled separately.
      onClick={event => (event.detail === 0 ? brush.toggle(cell) : undefined)}
      onFocus={() => {
        brush.setActive(cell)
        onLook(cell)
      }}
      onPointerEnter={() => onLook(cell)}
      onPointerDown={event => handlers.onPointerDown(event, cell)}
      onPointerMove={handlers.onPointerMove}
      onPointerUp={handlers.onPointerUp}
      onPointerCancel={handlers.onPointerCancel}
      onKeyDown={event => handlers.onKeyDown(event, cell)}
    />
  )
}

/** Returns a function that describes a cell: time, count, names and the user's entries. */
function useDescription({ meeting, others, othersMaybe, people, busy }: GridProps, own: Marks) {
  const t = useTexts(meetingTexts)
  const { language } = useLanguage()
  const starts = cellStarts(meeting)
  return (cell: Cell): string => {
    const { date, index } = partsOf(cell)
    const names = [...(own.free.has(cell) ? [t.you] : []), ...(others.get(cell) ?? [])]
    const maybe = [...(own.maybe.has(cell) ? [t.you] : []), ...(othersMaybe.get(cell) ?? [])]
    const titles = busy.get(cell)?.titles
    return [
      `${longDate(date, language)}, ${clockWords(starts[index] ?? 0, language)}`,
      t.free(names.length, people) + (names.length > 0 ? `: ${names.join(', ')}` : ''),
      ...(maybe.length > 0 ? [t.ifNeedBe(maybe.join(', '))] : []),
      ...(titles ? [t.yourCalendar(titles.join(', '))] : []),
    ].join(' · ')
  }
}
