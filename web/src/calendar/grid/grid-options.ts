import type { CalendarOptions, SlotLaneInfo } from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import list from '@fullcalendar/react/list'
import classic from '@fullcalendar/react/themes/classic'
import timeGrid from '@fullcalendar/react/timegrid'
import type { View } from '../view.ts'

/** The format of the hours along the side of the grid. */
export const TIME = { hour: 'numeric', minute: '2-digit' } as const
const VIEW_CLASSES: Record<string, string> = { agenda: 'agenda', dayGridMonth: 'month' }

export const viewName = (view: View, narrow: boolean): string => {
  const week = narrow ? 'three' : 'timeGridWeek'
  return { month: 'dayGridMonth', week, day: 'timeGridDay', agenda: 'agenda' }[view]
}

const BRIEF_MS = 50 * 60_000

/** A brief entry has no space for two title lines and a time. */
const isBrief = ({ startStr, endStr }: { startStr: string; endStr: string }): boolean =>
  Date.parse(endStr) - Date.parse(startStr) < BRIEF_MS

const HALF_HOUR_MS = 30 * 60_000

/** Only hours and half hours have a line. */
const lineClass = ({ time }: SlotLaneInfo): string =>
  (time?.milliseconds ?? 0) % HALF_HOUR_MS === 0 ? '' : 'calendar-quarter'

export const gridOptions: CalendarOptions = {
  plugins: [dayGrid, timeGrid, list, interaction, classic],
  views: {
    three: { type: 'timeGrid', duration: { days: 3 } },
    agenda: { type: 'list', duration: { days: 30 }, titleFormat: { month: 'short', day: 'numeric' } },
  },
  headerToolbar: false,
  height: '100%',
  borderless: true,
  expandRows: true,
  nowIndicator: true,
  dayMaxEvents: true,
  eventOrder: 'rank,start,-duration,title',
  editable: true,
  selectable: true,
  selectMirror: true,
  // Keeps the selection visible while its popover is open.
  unselectAuto: false,
  droppable: true,
  // A drag of less than four pixels counts as a click.
  selectMinDistance: 4,
  longPressDelay: 350,
  forceEventDuration: true,
  defaultTimedEventDuration: '01:00',
  // Drags snap to slots. A smaller `snapDuration` would move entries too far, because FullCalendar 7.1.3 calculates with
  // the center of a whole slot.
  slotDuration: '00:15',
  slotHeaderInterval: '01:00',
  scrollTime: '07:30:00',
  // Keeps the scroll position when paging.
  scrollTimeReset: false,
  // `entryContent` renders the time, which is faster.
  displayEventTime: false,
  lazyFetching: false,
  // Places overlapping entries side by side, because covered titles cannot be read. `stagger.ts` makes exceptions.
  slotEventOverlap: false,
  // 24 pixels is the minimum size of a click target.
  eventMinHeight: 24,
  eventShortHeight: 36,
  slotMinHeight: 13,
  slotHeaderInnerClass: 'calendar-hour',
  slotHeaderClass: lineClass,
  slotLaneClass: lineClass,
  viewClass: info => VIEW_CLASSES[info.view.type],
  blockEventClass: 'entry-block',
  columnEventClass: ({ isShort, event }) =>
    `entry-column ${isShort ? 'short' : isBrief(event) ? 'brief' : ''}`,
  rowEventClass: 'entry-row',
  listItemEventClass: 'entry-line',
  rowMoreLinkClass: 'calendar-more',
  dayHeaderClass: info => info.isToday && 'calendar-today',
  dayCellTopInnerClass: info => info.isToday && 'calendar-today-number',
}
