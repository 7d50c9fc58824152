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
import { Button } from '../design/button.tsx'
import { dateOf } from '../design/format.ts'
import { Icon } from '../design/icon.tsx'
import type { Anchor } from '../design/popover/anchor.ts'
import { afterPaint } from '../design/rendering/after-paint.ts'
import { isWaiting, Missing } from '../design/settled.tsx'
import { SelectButton } from '../selection/bar.tsx'
import { useTexts } from '../session/language.tsx'
import { addDays } from '../session/region/zone-time.ts'
import { timezone } from '../session/storage/preferences.ts'
import { AgendaBar } from './agenda/agenda-bar.tsx'
import { useAgenda } from './agenda/use-agenda.ts'
import './calendar.css'
import { WeekActions } from './copy-week/week-actions.tsx'
import './grid/entries.css'
import './dialog/entry-dialog.css'
import { useDueTodos } from './deadlines/use-due-todos.ts'
import type { Span } from './dialog/entry-form.ts'
import { type Dates, useEntries, useHolidays } from './entries/entries.ts'
import { useLayers, useSubscribed } from './entries/subscribed.ts'
import { Grid } from './grid/grid.tsx'
import type { GridHandle, Shown } from './grid/grid-props.ts'
import { nextHour } from './grid/planning.ts'
import { type Turn, useArrowKeys, useCalendarCommands } from './keys.ts'
import { type Open, OpenDialog } from './popover/open-dialog.tsx'
import { usePrint } from './print/use-print.tsx'
import { SidePanel, SideSheet } from './side/side-panel.tsx'
import { sideTexts } from './side/texts.ts'
import { useSide } from './side/use-side.ts'
import { useTodoDrop } from './side/use-todo-drop.ts'
import { calendarTexts } from './texts.ts'
import { Toolbar } from './toolbar.tsx'
import { useView, type View } from './view.ts'

export default function Calendar() {
  const t = useTexts(calendarTexts)
  const sideWords = useTexts(sideTexts)
  const grid = useRef<GridHandle>(null)
  const [view, setView] = useView()
  const [dates, setDates] = useState<Dates>()
  const [title, setTitle] = useState('')
  const [open, setOpen] = useState<Open>()
  const [discover, setDiscover] = useState(false)
  const { version, months } = useEntries(dates, discover)
  const holidays = useHolidays(dates)
  const layers = useLayers()
  const subscribed = useSubscribed(dates, layers)
  const todos = useDueTodos()
  const plan = useCallback((span: Span, anchor?: Anchor) => setOpen({ kind: 'new', span, anchor }), [])
  const show = useCallback((shown: Shown, anchor: Anchor) => setOpen({ kind: 'shown', shown, anchor }), [])
  const close = useCallback(() => {
    grid.current?.unselect()
    setOpen(undefined)
  }, [])
  const initialDate = useInitialDate()
  useAddress(dates, view)
  const [isTurning, turn] = useTurning(grid)
  const { print, sheet, first } = usePrint(dates, discover)
  const copyWeek = useCallback(() => setOpen({ kind: 'copy', first }), [first])
  const showTemplates = useCallback(() => setOpen({ kind: 'templates', first }), [first])
  const side = useSide()
  useCalendarCommands({ turn, setView, plan, print, copyWeek, showTemplates, toggleSide: side.toggle })
  useArrowKeys(turn)
  const onDates = useCallback((next: Dates, name: string) => {
    setDates(next)
    setTitle(name)
  }, [])
  const isBusy = isWaiting(months) || isTurning || (view === 'agenda' && holidays.isPending)
  const isMeasured = useMeasured()
  const agenda = useAgenda(view, dates, discover, version)
  const onTodo = useTodoDrop(todos.todos)
  const sideProps = { layers, discover, todos, onDiscover: setDiscover, onDate: turn.goTo }
  return (
    <div className="page calendar-page">
      <Toolbar
        title={title}
        view={view}
        hasSide={side.isOpen}
        onSide={side.toggle}
        onView={setView}
        onMove={move => turn[move]()}
        // Lets the button respond first, because a dialog over hundreds of entries takes longer to render.
        onNew={() => startTransition(() => plan(nextHour(Date.now())))}
        onPrint={print}
      />
      <Missing query={months} skeleton={null} />
      <div className="calendar-body">
        {side.isBeside && dates ? <SidePanel dates={dates} {...sideProps} /> : null}
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
            subscribed={layers.subscribed}
            holidays={layers.hasHolidays}
            todos={todos.due}
            isKnown={view !== 'agenda' || months.data !== undefined}
            version={`${version} ${holidays.version} ${subscribed}`}
            onDates={onDates}
            onPlan={plan}
            onShow={show}
            onTodo={onTodo}
            selected={agenda.selected}
            onSelect={agenda.onSelect}
          />
        </div>
      </div>
      {view === 'agenda' ? <AgendaBar entries={agenda.entries} selection={agenda.selection} /> : null}
      <div className="row spread soft calendar-foot">
        <span className="calendar-zone">{t.zone(timezone())}</span>
        <WeekActions onCopy={copyWeek} onTemplates={showTemplates} />
        <Button kind="quiet" className="calendar-copy calendar-side-open" onClick={side.toggle}>
          <Icon name="todos" size={15} /> {sideWords.todosAndCalendars}
        </Button>
        {agenda.entries.length > 0 ? <SelectButton selection={agenda.selection} /> : null}
      </div>
      {sheet}
      {side.isSheet && dates ? <SideSheet dates={dates} {...sideProps} onClose={side.toggle} /> : null}
      {open ? <OpenDialog open={open} onOpen={setOpen} onClose={close} /> : null}
    </div>
  )
}

/** Pages in a transition, because rendering hundreds of entries would delay the button's response. */
function useTurning(grid: RefObject<GridHandle | null>): [isTurning: boolean, turn: Turn] {
  const [isTurning, startTurning] = useTransition()
  const turn = useMemo(() => {
    const turned = (work: (handle: GridHandle) => void) =>
      startTurning(async () => {
        await afterPaint()
        startTransition(() => {
          if (grid.current) work(grid.current)
        })
      })
    return {
      today: () => turned(handle => handle.today()),
      previous: () => turned(handle => handle.previous()),
      next: () => turned(handle => handle.next()),
      goTo: (date: string) => turned(handle => handle.goTo(date)),
    }
  }, [grid])
  return [isTurning, turn]
}

/** False until FullCalendar has measured itself. Hiding it until then prevents a layout shift. */
function useMeasured(): boolean {
  const [isMeasured, setMeasured] = useState(false)
  useEffect(() => {
    void afterPaint()
      .then(afterPaint)
      .then(() => setMeasured(true))
  }, [])
  return isMeasured
}

/** Reads the date from a path such as `/calendar/2026-03-31`. */
function useInitialDate(): string | undefined {
  const [path] = useLocation()
  const [date] = useState(() => dateIn(path))
  return date
}

const dateIn = (path: string): string | undefined => /^\/calendar\/(\d{4}-\d\d-\d\d)/.exec(path)?.[1]

/**
 * Keeps date and view in the URL, so that a reload or a link shows the same dates. Uses today if it is visible.
 * Otherwise, views other than the month keep the URL's date while it is visible. Replacing it with the first visible
 * date could show another week after the user changes the first day of the week.
 */
function useAddress(dates: Dates | undefined, view: View): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    if (!dates) return
    // A month view may start with days of the previous month.
    const first = view === 'month' ? addDays(dates.start, 7) : dates.start
    const known = view === 'month' ? [dateOf()] : [dateOf(), dateIn(location.pathname)]
    const date = known.find(day => day && dates.start <= day && day < dates.end) ?? first
    navigate(`/calendar/${date}?view=${view}`, { replace: true })
  }, [dates, view, navigate])
}
