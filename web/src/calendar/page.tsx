// The calendar page: month, week, day and agenda views, usable by mouse, touch and keyboard.
import type { Schedule } from '@daymark/contract/planning/schedule'
import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useTransition,
} from 'react'
import { useLocation } from 'wouter'
import { afterPaint } from '../design/after-paint.ts'
import { Button } from '../design/button.tsx'
import { dateOf } from '../design/format.ts'
import { Icon } from '../design/icon.tsx'
import { Failure } from '../design/states.tsx'
import { SelectButton } from '../selection/bar.tsx'
import { useTexts } from '../session/language.tsx'
import { addDays } from '../session/region/zone-time.ts'
import { timezone } from '../session/storage/preferences.ts'
import { AgendaBar } from './agenda/agenda-bar.tsx'
import { useAgenda } from './agenda/use-agenda.ts'
import './calendar.css'
import './grid/entries.css'
import './dialog/entry-dialog.css'
import { CopyWeek } from './copy-week/copy-week.tsx'
import { EditEntry } from './dialog/edit-entry.tsx'
import type { Span } from './dialog/entry-form.ts'
import { NewEntry } from './dialog/new-entry.tsx'
import { SharedEntry } from './dialog/shared-entry.tsx'
import { type Dates, useEntries, useHolidays } from './entries/entries.ts'
import { useLayer, useSubscribed } from './entries/subscribed.ts'
import { Grid, type GridHandle } from './grid/grid.tsx'
import { nextHour } from './grid/planning.ts'
import { useArrowKeys, useCalendarCommands } from './keys.ts'
import { usePrint } from './print/use-print.tsx'
import { calendarTexts } from './texts.ts'
import { Toolbar } from './toolbar.tsx'
import { useView, type View } from './view.ts'

type Open = { kind: 'new'; span: Span } | { kind: 'entry'; entry: Schedule } | { kind: 'copy'; first: string }

export default function Calendar() {
  const t = useTexts(calendarTexts)
  const grid = useRef<GridHandle>(null)
  const [view, setView] = useView()
  const [dates, setDates] = useState<Dates>()
  const [title, setTitle] = useState('')
  const [open, setOpen] = useState<Open>()
  const [discover, setDiscover] = useState(false)
  const { version, isPending, error, retry } = useEntries(dates, discover)
  const holidays = useHolidays(dates)
  const [isLayerOn, setLayerOn] = useLayer()
  const subscribed = useSubscribed(dates, isLayerOn)
  const plan = useCallback((span: Span) => setOpen({ kind: 'new', span }), [])
  const show = useCallback((entry: Schedule) => setOpen({ kind: 'entry', entry }), [])
  const initialDate = useInitialDate()
  useAddress(dates, view)
  const [isTurning, turn] = useTurning(grid)
  const { print, sheet, first } = usePrint(dates, discover)
  const copyWeek = useCallback(() => setOpen({ kind: 'copy', first }), [first])
  useCalendarCommands(turn, setView, plan, print, copyWeek)
  useArrowKeys(turn)
  const onDates = useCallback((next: Dates, name: string) => {
    setDates(next)
    setTitle(name)
  }, [])
  const isBusy = isPending || isTurning || (view === 'agenda' && holidays.isPending)
  const isMeasured = useMeasured()
  const agenda = useAgenda(view, dates, discover, version)
  return (
    <div className="page calendar-page">
      <Toolbar
        title={title}
        view={view}
        onView={setView}
        onMove={move => turn[move]()}
        onNew={() => plan(nextHour(Date.now()))}
        onPrint={print}
      />
      {error ? <Failure error={error} retry={retry} again={t.again} /> : null}
      <div
        className={`calendar-grid card ${isBusy ? 'waiting' : ''} ${isMeasured ? '' : 'unmeasured'}`}
        aria-busy={isBusy}
        {...agenda.handlers}
      >
        <Grid
          ref={grid}
          view={view}
          initialDate={initialDate}
          discover={discover}
          subscribed={isLayerOn && subscribed.has}
          version={`${version} ${holidays.version} ${subscribed.version}`}
          onDates={onDates}
          onPlan={plan}
          onShow={show}
          selected={agenda.selected}
          onSelect={agenda.onSelect}
        />
      </div>
      {view === 'agenda' ? <AgendaBar entries={agenda.entries} selection={agenda.selection} /> : null}
      <div className="row spread soft calendar-foot">
        <span className="calendar-zone">{t.zone(timezone())}</span>
        <Button kind="quiet" className="calendar-copy" onClick={copyWeek}>
          <Icon name="copy" size={15} /> {t.copyWeek}
        </Button>
        {agenda.entries.length > 0 ? <SelectButton selection={agenda.selection} /> : null}
        {subscribed.has ? (
          <label className="row calendar-discover">
            <input type="checkbox" checked={isLayerOn} onChange={event => setLayerOn(event.target.checked)} />
            {t.subscribed}
          </label>
        ) : null}
        <label className="row calendar-discover" title={t.discoverHint}>
          <input type="checkbox" checked={discover} onChange={event => setDiscover(event.target.checked)} />
          {t.discover}
        </label>
      </div>
      {sheet}
      {open ? <OpenDialog open={open} onClose={() => setOpen(undefined)} /> : null}
    </div>
  )
}

/** Pages in a transition, because rendering hundreds of entries would delay the response of the button. */
function useTurning(grid: RefObject<GridHandle | null>): [isTurning: boolean, turn: GridHandle] {
  const [isTurning, startTurning] = useTransition()
  const turn = useMemo(() => {
    const step = (name: keyof GridHandle) => () =>
      startTurning(async () => {
        await afterPaint()
        startTransition(() => grid.current?.[name]())
      })
    return { today: step('today'), previous: step('previous'), next: step('next') }
  }, [grid])
  return [isTurning, turn]
}

function OpenDialog({ open, onClose }: { open: Open; onClose: () => void }) {
  if (open.kind === 'new') return <NewEntry span={open.span} onClose={onClose} />
  if (open.kind === 'copy') return <CopyWeek first={open.first} onClose={onClose} />
  if (open.entry.is_shared) return <SharedEntry entry={open.entry} onClose={onClose} />
  return <EditEntry entry={open.entry} onClose={onClose} />
}

/** False until FullCalendar has measured itself. Hiding it until then avoids a layout shift. */
function useMeasured(): boolean {
  const [isMeasured, setMeasured] = useState(false)
  useEffect(() => {
    void afterPaint()
      .then(afterPaint)
      .then(() => setMeasured(true))
  }, [])
  return isMeasured
}

/** The date in the URL, such as `/calendar/2026-03-31`. */
function useInitialDate(): string | undefined {
  const [location] = useLocation()
  const [date] = useState(() => /^\/calendar\/(\d{4}-\d\d-\d\d)/.exec(location)?.[1])
  return date
}

/** Keeps date and view in the URL, so that a reload or a link shows the same. Today stays the date if it is visible. */
function useAddress(dates: Dates | undefined, view: View): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    if (!dates) return
    const today = dateOf()
    const isVisible = dates.start <= today && today < dates.end
    // The first days of a month view may belong to the month before.
    const date = isVisible ? today : view === 'month' ? addDays(dates.start, 7) : dates.start
    navigate(`/calendar/${date}?view=${view}`, { replace: true })
  }, [dates, view, navigate])
}
