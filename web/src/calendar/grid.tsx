// The calendar component, told about our entries, our zone, our language and our looks.
import type { Holiday } from '@daymark/contract/holidays'
import type { Schedule } from '@daymark/contract/schedule'
import FullCalendar, { type CalendarRef, type DatesSetInfo } from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import list from '@fullcalendar/react/list'
import korean from '@fullcalendar/react/locales/ko'
import classic from '@fullcalendar/react/themes/classic'
import timeGrid from '@fullcalendar/react/timegrid'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import { useLanguage, useTexts } from '../session/language.tsx'
import { timezone } from '../session/preferences.ts'
import { useDragging } from './dragging.ts'
import type { Dates } from './entries.ts'
import { EntryContent } from './entry-content.tsx'
import type { Span } from './entry-form.ts'
import { eventOf, holidayEvents, spanOfEvent } from './events.ts'
import { firstDayOfWeek, regionalLocale } from './regional.ts'
import { ScopeDialog } from './scope-dialog.tsx'
import { calendarTexts } from './texts.ts'
import { useNarrow, type View } from './view.ts'
import { startOfDay } from './zone-time.ts'

export interface GridHandle {
  today(): void
  previous(): void
  next(): void
}

interface Props {
  ref: Ref<GridHandle>
  view: View
  initialDate: string | undefined
  entries: readonly Schedule[]
  holidays: readonly Holiday[]
  onDates: (dates: Dates, title: string) => void
  onPlan: (span: Span) => void
  onShow: (entry: Schedule) => void
}

const PLUGINS = [dayGrid, timeGrid, list, interaction, classic]
const CUSTOM_VIEWS = {
  three: { type: 'timeGrid', duration: { days: 3 } },
  agenda: {
    type: 'list',
    duration: { days: 30 },
    titleFormat: { month: 'short', day: 'numeric' } as const,
  },
}
const VIEW_CLASSES: Record<string, string> = { agenda: 'agenda', dayGridMonth: 'month' }
const SCROLL_TO = '07:30:00'
const TIME = { hour: 'numeric', minute: '2-digit' } as const
const HOUR_MS = 3_600_000
const MORNING_MS = 9 * HOUR_MS

const viewName = (view: View, narrow: boolean): string =>
  ({ month: 'dayGridMonth', week: narrow ? 'three' : 'timeGridWeek', day: 'timeGridDay', agenda: 'agenda' })[
    view
  ]

export function Grid({ ref, view, initialDate, entries, holidays, onDates, onPlan, onShow }: Props) {
  const t = useTexts(calendarTexts)
  const { language } = useLanguage()
  const zone = timezone()
  const narrow = useNarrow()
  const calendar = useRef<CalendarRef>(null)
  const shown = viewName(view, narrow)
  const drag = useDragging(zone)
  useImperativeHandle(ref, () => ({
    today: () => calendar.current?.getApi().today(),
    previous: () => calendar.current?.getApi().prev(),
    next: () => calendar.current?.getApi().next(),
  }))
  useEffect(() => {
    const api = calendar.current?.getApi()
    if (api && api.view.type !== shown) api.changeView(shown)
  }, [shown])
  const events = useMemo(
    () => [...holidayEvents(holidays), ...entries.map(entry => eventOf(entry, zone))],
    [entries, holidays, zone],
  )
  return (
    <>
      <FullCalendar
        ref={calendar}
        plugins={PLUGINS}
        views={CUSTOM_VIEWS}
        initialView={shown}
        {...(initialDate && { initialDate })}
        headerToolbar={false}
        height="100%"
        timeZone={zone}
        locale={language === 'ko' ? korean : regionalLocale(language)}
        firstDay={firstDayOfWeek(language)}
        events={events}
        eventOrder="rank,start,-duration,title"
        editable
        selectable
        selectMirror
        unselectAuto
        selectMinDistance={4}
        longPressDelay={350}
        nowIndicator
        navLinks={false}
        forceEventDuration
        defaultTimedEventDuration="01:00"
        eventTimeFormat={TIME}
        slotHeaderFormat={TIME}
        slotEventOverlap={false}
        eventMinHeight={24}
        eventShortHeight={44}
        slotMinHeight={26}
        borderless
        blockEventClass="entry-block"
        columnEventClass={info => (info.isShort ? 'entry-column short' : 'entry-column')}
        rowEventClass="entry-row"
        listItemEventClass="entry-line"
        rowMoreLinkClass="calendar-more"
        viewClass={info => VIEW_CLASSES[info.view.type]}
        dayHeaderClass={info => (info.isToday ? 'calendar-today' : '')}
        dayCellTopInnerClass={info => (info.isToday ? 'calendar-today-number' : '')}
        snapDuration="00:15"
        slotDuration="00:30"
        scrollTime={SCROLL_TO}
        dayMaxEvents
        expandRows
        allDayText={t.wholeDay}
        moreLinkText={count => t.more(count)}
        noEventsContent={() => <Nothing />}
        eventContent={info => <EntryContent info={info} />}
        datesSet={info => onDates(datesOf(info), info.view.title)}
        select={info => {
          calendar.current?.getApi().unselect()
          onPlan(planned(info, zone))
        }}
        dateClick={info => {
          const at = spanOfEvent({ startStr: info.dateStr, endStr: '', allDay: info.allDay }, date =>
            startOfDay(date, zone),
          ).start
          const start = info.allDay ? at + MORNING_MS : at
          onPlan({ start, end: start + HOUR_MS })
        }}
        eventClick={info => {
          const entry: Schedule | undefined = info.event.extendedProps['entry']
          if (entry) onShow(entry)
        }}
        dayLaneDidMount={info => planByKey(info.el, zone, onPlan)}
        eventDrop={drag.onDrop}
        eventResize={drag.onDrop}
      />
      {drag.asking ? <ScopeDialog what="edit" onChoose={drag.choose} onClose={drag.cancel} /> : null}
    </>
  )
}

const datesOf = (info: DatesSetInfo): Dates => ({
  start: info.startStr.slice(0, 10),
  end: info.endStr.slice(0, 10),
})

const planned = (info: { startStr: string; endStr: string; allDay: boolean }, zone: string): Span =>
  spanOfEvent(info, date => startOfDay(date, zone))

/** A day's hours can be focused: to scroll them by keys when they are empty, and to plan on that day by Enter. */
function planByKey(lane: HTMLElement, zone: string, onPlan: (span: Span) => void): void {
  const date = lane.dataset['date']
  if (!date) return
  lane.tabIndex = 0
  lane.addEventListener('keydown', event => {
    if (event.key !== 'Enter' || event.target !== lane) return
    event.preventDefault()
    const start = startOfDay(date, zone) + MORNING_MS
    onPlan({ start, end: start + HOUR_MS })
  })
}

function Nothing() {
  const t = useTexts(calendarTexts)
  return (
    <div className="empty">
      <strong>{t.nothing}</strong>
      <p>{t.nothingHint}</p>
    </div>
  )
}
