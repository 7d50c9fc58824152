import FullCalendar, { type CalendarOptions, type CalendarRef } from '@fullcalendar/react'
import korean from '@fullcalendar/react/locales/ko'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import {
  memo,
  type Ref,
  startTransition,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { afterPaint } from '../../design/rendering/after-paint.ts'
import { selectionTexts } from '../../selection/texts.ts'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { chosenTimeFormat, firstDayOfWeek, regionalLocale } from '../../session/region/regional.ts'
import { workingHours } from '../../session/region/working-hours.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { sharingTexts } from '../../sharing/texts.ts'
import { DeadlineDialog } from '../deadlines/deadline-dialog.tsx'
import { ScopeDialog } from '../dialog/scope-dialog.tsx'
import { useDragging } from '../entries/dragging.ts'
import { readersTimes } from '../entries/times.ts'
import { calendarTexts } from '../texts.ts'
import { useNarrow, type View } from '../view.ts'
import { businessHours } from './business-hours.ts'
import { entryContent } from './entry-content.tsx'
import { gridOptions, TIME, viewName } from './grid-options.ts'
import type { GridHandle, Props } from './grid-props.ts'
import { nextHour } from './planning.ts'
import { useHandlers } from './use-handlers.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useRefetch } from './use-refetch.ts'
import { useSource } from './use-source.ts'

export const Grid = memo(function Grid({
  ref,
  view,
  initialDate,
  discover,
  subscribed,
  holidays,
  todos,
  isKnown,
  version,
  selected,
  ...on
}: Props) {
  const zone = timezone()
  const { calendar, first } = useCalendarRef(ref, view)
  const words = useWords(on.onPlan, selected, isKnown)
  const { onDrop, ...drag } = useDragging(zone)
  const handlers = useHandlers(calendar, zone, on, onDrop)
  const refetch = useRefetch(calendar)
  const keptFocus = useKeptFocus()
  const events = useSource({ version, view, discover, subscribed, holidays, todos }, zone, refetch.askAgain)
  return (
    <>
      <FullCalendar
        {...gridOptions}
        {...words}
        {...handlers}
        {...refetch.handlers}
        {...keptFocus}
        {...(initialDate && { initialDate })}
        ref={calendar}
        initialView={first}
        timeZone={zone}
        events={events}
      />
      {drag.asking?.about === 'deadline' ? (
        <DeadlineDialog
          title={drag.asking.entry.title}
          start={drag.asking.body.start_time}
          onChoose={drag.chooseDeadline}
          onClose={drag.cancel}
        />
      ) : null}
      {drag.asking?.about === 'series' ? (
        <ScopeDialog
          what="edit"
          resetsSingles={drag.shiftsStarts}
          onChoose={drag.choose}
          onClose={drag.cancel}
        />
      ) : null}
    </>
  )
})

/** Changes the view and date through FullCalendar's API, because FullCalendar owns them. */
function useCalendarRef(ref: Ref<GridHandle>, view: View) {
  const calendar = useRef<CalendarRef>(null)
  const shown = viewName(view, useNarrow())
  const [first] = useState(shown)
  useImperativeHandle(
    ref,
    () => ({
      today: () => calendar.current?.getApi().today(),
      previous: () => calendar.current?.getApi().prev(),
      next: () => calendar.current?.getApi().next(),
      goTo: date => calendar.current?.getApi().gotoDate(date),
      unselect: () => calendar.current?.getApi().unselect(),
    }),
    [],
  )
  useEffect(() => {
    let isLatest = true
    void afterPaint().then(() => {
      const api = calendar.current?.getApi()
      if (isLatest && api && api.view.type !== shown) startTransition(() => api.changeView(shown))
    })
    return () => {
      isLatest = false
    }
  }, [shown])
  return { calendar, first }
}

function useWords(onPlan: Props['onPlan'], selected: Props['selected'], isKnown: boolean): CalendarOptions {
  const t = useTexts(calendarTexts)
  const { sharedWith } = useTexts(sharingTexts)
  const { isSelected } = useTexts(selectionTexts)
  const { language } = useLanguage()
  return useMemo(() => {
    const times = readersTimes(language)
    return {
      locale: language === 'ko' ? korean : regionalLocale(language),
      firstDay: firstDayOfWeek(language),
      businessHours: businessHours(workingHours()),
      slotHeaderFormat: { ...TIME, ...hour12() },
      // FullCalendar drops the space before AM and PM.
      slotHeaderContent: info => info.text.replace(/(\d)(?=[AP]M)/, '$1\u00a0'),
      allDayText: t.wholeDay,
      moreLinkText: t.more,
      moreLinkHint: t.showMore,
      timedText: t.timed,
      eventsHint: t.entries,
      closeHint: t.close,
      eventContent: info => entryContent(info, { t, sharedWith, times, selected, isSelected }),
      noEventsContent: () => (isKnown ? <Nothing onAdd={() => onPlan(nextHour(Date.now()))} /> : null),
    }
  }, [t, sharedWith, isSelected, selected, language, onPlan, isKnown])
}

/** Omits the option if the user's region determines the time format. */
function hour12(): { hour12?: boolean } {
  const chosen = chosenTimeFormat()
  return chosen === undefined ? {} : { hour12: chosen === '12h' }
}

function Nothing({ onAdd }: { onAdd: () => void }) {
  const t = useTexts(calendarTexts)
  return (
    <div className="empty">
      <strong>{t.nothing}</strong>
      <p>{t.nothingHint}</p>
      <Button onClick={onAdd}>
        <Icon name="plus" /> {t.newEntry}
      </Button>
    </div>
  )
}
