// The calendar: month, week, day and agenda; planning by dragging, everything also by keyboard.
import type { Schedule } from '@daymark/contract/schedule'
import { useCallback, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { Failure } from '../design/states.tsx'
import { useTexts } from '../session/language.tsx'
import { timezone } from '../session/preferences.ts'
import './calendar.css'
import './entries.css'
import './entry-dialog.css'
import { EditEntry } from './edit-entry.tsx'
import { type Dates, useEntries, useHolidays } from './entries.ts'
import type { Span } from './entry-form.ts'
import { Grid, type GridHandle } from './grid.tsx'
import { useArrowKeys, useCalendarCommands } from './keys.ts'
import { NewEntry } from './new-entry.tsx'
import { nextHour } from './planning.ts'
import { SharedEntry } from './shared-entry.tsx'
import { calendarTexts } from './texts.ts'
import { Toolbar } from './toolbar.tsx'
import { useView } from './view.ts'

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
        onNew={() => plan(nextHour(Date.now()))}
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
