// The calendar: month, week, day and agenda; planning by dragging, everything also by keyboard.
import type { Schedule } from '@daymark/contract/schedule'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { Failure } from '../design/states.tsx'
import { useTexts } from '../session/language.tsx'
import { timezone } from '../session/preferences.ts'
import { type Command, useCommands } from '../shell/commands.tsx'
import './calendar.css'
import './entries.css'
import { EditEntry } from './edit-entry.tsx'
import { type Dates, useEntries, useHolidays } from './entries.ts'
import type { Span } from './entry-form.ts'
import { Grid, type GridHandle } from './grid.tsx'
import { NewEntry } from './new-entry.tsx'
import { SharedEntry } from './shared-entry.tsx'
import { calendarTexts } from './texts.ts'
import { Toolbar } from './toolbar.tsx'
import { useView, VIEWS, type View } from './view.ts'

const HOUR_MS = 3_600_000

type Open = { kind: 'new'; span: Span } | { kind: 'entry'; entry: Schedule }

export default function Calendar() {
  const t = useTexts(calendarTexts)
  const grid = useRef<GridHandle>(null)
  const [view, setView] = useView()
  const [dates, setDates] = useState<Dates>()
  const [title, setTitle] = useState('')
  const [open, setOpen] = useState<Open>()
  const { entries, isPending, error } = useEntries(dates)
  const holidays = useHolidays(dates)
  const plan = useCallback((span: Span) => setOpen({ kind: 'new', span }), [])
  const show = useCallback((entry: Schedule) => setOpen({ kind: 'entry', entry }), [])
  const initialDate = useInitialDate()
  useCalendarCommands(grid, setView, plan)
  useArrowKeys(grid)
  const onDates = useCallback((next: Dates, name: string) => {
    setDates(next)
    setTitle(name)
  }, [])
  return (
    <div className="page calendar-page">
      <Toolbar
        title={title}
        view={view}
        onView={setView}
        onMove={move => grid.current?.[move]()}
        onNew={() => plan(nextHour())}
      />
      {error ? <Failure error={error} again={t.again} /> : null}
      <div className={isPending ? 'calendar-grid card waiting' : 'calendar-grid card'} aria-busy={isPending}>
        <Grid
          ref={grid}
          view={view}
          initialDate={initialDate}
          entries={entries}
          holidays={holidays}
          onDates={onDates}
          onPlan={plan}
          onShow={show}
        />
      </div>
      <p className="soft calendar-zone">{t.zone(timezone())}</p>
      {open ? <OpenDialog open={open} onClose={() => setOpen(undefined)} /> : null}
    </div>
  )
}

function OpenDialog({ open, onClose }: { open: Open; onClose: () => void }) {
  if (open.kind === 'new') return <NewEntry span={open.span} onClose={onClose} />
  if (open.entry.is_shared) return <SharedEntry entry={open.entry} onClose={onClose} />
  return <EditEntry entry={open.entry} onClose={onClose} />
}

/** `/calendar/2026-03-31` opens at that day. */
function useInitialDate(): string | undefined {
  const [location] = useLocation()
  return /^\/calendar\/(\d{4}-\d\d-\d\d)/.exec(location)?.[1]
}

function nextHour(): Span {
  const start = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS
  return { start, end: start + HOUR_MS }
}

function useCalendarCommands(
  grid: { current: GridHandle | null },
  setView: (view: View) => void,
  plan: (span: Span) => void,
): void {
  const t = useTexts(calendarTexts)
  const commands = useMemo<Command[]>(() => {
    const move = (step: keyof GridHandle, keys: string, name: string, suffix = ''): Command => ({
      id: `calendar-${step}${suffix}`,
      name,
      keys,
      run: () => grid.current?.[step](),
    })
    return [
      move('today', 't', t.commands.today),
      move('previous', 'k', t.commands.previous),
      move('next', 'j', t.commands.next),
      ...VIEWS.map(view => ({
        id: `calendar-${view}`,
        name: t.commands[view],
        keys: view.slice(0, 1),
        run: () => setView(view),
      })),
      { id: 'calendar-new', name: t.commands.create, keys: 'n', run: () => plan(nextHour()) },
    ]
  }, [t, grid, setView, plan])
  useCommands(commands)
}

/** Not among the commands: there every movement has one key, and is listed once. */
function useArrowKeys(grid: { current: GridHandle | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const busy =
        event.target instanceof Element && event.target.closest('dialog, input, select, textarea, nav')
      if (busy || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
        return
      if (event.key === 'ArrowLeft') grid.current?.previous()
      if (event.key === 'ArrowRight') grid.current?.next()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [grid])
}
