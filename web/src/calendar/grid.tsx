// The calendar component, told about our entries, our zone, our language and our looks.
import type { Holiday } from '@daymark/contract/holidays'
import type { Schedule } from '@daymark/contract/schedule'
import FullCalendar, { type CalendarRef, type DatesSetInfo } from '@fullcalendar/react'
import korean from '@fullcalendar/react/locales/ko'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import { useLanguage, useTexts } from '../session/language.tsx'
import { timezone } from '../session/preferences.ts'
import { firstDayOfWeek, regionalLocale } from '../session/regional.ts'
import { useDragging } from './dragging.ts'
import type { Dates } from './entries.ts'
import { EntryContent } from './entry-content.tsx'
import type { Span } from './entry-form.ts'
import { eventOf, holidayEvents, spanOfEvent } from './events.ts'
import { gridOptions, viewName } from './grid-options.ts'
import { clicked, planByKey } from './planning.ts'
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

export function Grid({ ref, view, initialDate, entries, holidays, onDates, onPlan, onShow }: Props) {
  const zone = timezone()
  const { calendar, shown } = useCalendarRef(ref, view)
  const words = useWords()
  const drag = useDragging(zone)
  const events = useMemo(
    () => [...holidayEvents(holidays), ...entries.map(entry => eventOf(entry, zone))],
    [entries, holidays, zone],
  )
  return (
    <>
      <FullCalendar
        {...gridOptions}
        {...words}
        {...(initialDate && { initialDate })}
        ref={calendar}
        initialView={shown}
        timeZone={zone}
        events={events}
        noEventsContent={() => <Nothing />}
        eventContent={info => <EntryContent info={info} />}
        datesSet={info => onDates(datesOf(info), info.view.title)}
        select={info => {
          calendar.current?.getApi().unselect()
          onPlan(spanOfEvent(info, date => startOfDay(date, zone)))
        }}
        dateClick={info => onPlan(clicked(info, zone))}
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

/** The component keeps view and date itself: it is told to change them. */
function useCalendarRef(ref: Ref<GridHandle>, view: View) {
  const calendar = useRef<CalendarRef>(null)
  const shown = viewName(view, useNarrow())
  useImperativeHandle(ref, () => ({
    today: () => calendar.current?.getApi().today(),
    previous: () => calendar.current?.getApi().prev(),
    next: () => calendar.current?.getApi().next(),
  }))
  useEffect(() => {
    const api = calendar.current?.getApi()
    if (api && api.view.type !== shown) api.changeView(shown)
  }, [shown])
  return { calendar, shown }
}

function useWords() {
  const t = useTexts(calendarTexts)
  const { language } = useLanguage()
  return useMemo(
    () => ({
      locale: language === 'ko' ? korean : regionalLocale(language),
      firstDay: firstDayOfWeek(language),
      allDayText: t.wholeDay,
      moreLinkText: t.more,
    }),
    [t, language],
  )
}

const datesOf = (info: DatesSetInfo): Dates => ({
  start: info.startStr.slice(0, 10),
  end: info.endStr.slice(0, 10),
})

function Nothing() {
  const t = useTexts(calendarTexts)
  return (
    <div className="empty">
      <strong>{t.nothing}</strong>
      <p>{t.nothingHint}</p>
    </div>
  )
}
