import type { CalendarOptions, CalendarRef, DatesSetInfo } from '@fullcalendar/react'
import { type RefObject, useMemo } from 'react'
import type { Anchor } from '../../design/popover/anchor.ts'
import { startOfDay } from '../../session/region/zone-time.ts'
import { mayDrop, type useDragging } from '../entries/dragging.ts'
import type { Dates } from '../entries/entries.ts'
import { spanOfEvent } from './events.ts'
import type { Props, Shown } from './grid-props.ts'
import { clicked, planByKey } from './planning.ts'

type On = Pick<Props, 'onDates' | 'onPlan' | 'onShow' | 'onSelect' | 'onTodo'>

export function useHandlers(
  calendar: RefObject<CalendarRef | null>,
  zone: string,
  { onDates, onPlan, onShow, onSelect, onTodo }: On,
  onDrop: ReturnType<typeof useDragging>['onDrop'],
): CalendarOptions {
  return useMemo(
    () => ({
      datesSet: info => onDates(datesOf(info), info.view.title),
      select: info => {
        // Our own call to `select()`, which marks a clicked hour, passes no event.
        if (!info.jsEvent) return
        const day = dayAt(info.startStr.slice(0, 10))
        onPlan(
          spanOfEvent(info, date => startOfDay(date, zone)),
          around(info.jsEvent, day),
        )
      },
      dateClick: info => {
        const span = clicked(info, zone)
        const [start, end] = [new Date(span.start), new Date(span.end)]
        if (!info.allDay)
          calendar.current?.getApi().select({ start: start.toISOString(), end: end.toISOString() })
        onPlan(span, around(info.jsEvent, info.dayEl))
      },
      eventClick: info => {
        const shown: Shown = info.event.extendedProps
        if (shown.entry && !shown.todo && onSelect(info.jsEvent, shown.entry)) return
        if (shown.entry || shown.todo || shown.subscribed) onShow(shown, info.el.getBoundingClientRect())
      },
      dayLaneDidMount: info => planByKey(info.el, zone, onPlan),
      eventAllow: (span, event) => mayDrop(span, event?.extendedProps['entry']),
      eventDrop: onDrop,
      eventResize: onDrop,
      drop: info => onTodo(info.draggedEl.dataset['todo'] ?? '', info),
    }),
    [calendar, zone, onDates, onPlan, onShow, onSelect, onTodo, onDrop],
  )
}

const NEAR = 12
/** In pixels. Next to a wider day column, the popover would be far from the pointer. */
const MOST = 360

const dayAt = (date: string) => document.querySelector(`.calendar-grid [data-date="${date}"]`)

/**
 * Returns an area at the pointer's height. It spans the day column or, if the column is wide, only a small part around
 * the pointer. The popover opens beside this area, so that it does not cover the selected time.
 */
function around({ clientX, clientY }: MouseEvent, day: Element | null): Anchor {
  const column = day?.getBoundingClientRect()
  const { left, right } =
    column && column.width <= MOST ? column : { left: clientX - NEAR, right: clientX + NEAR }
  return { left, right, top: clientY - NEAR, bottom: clientY + NEAR }
}

const datesOf = (info: DatesSetInfo): Dates => ({
  start: info.startStr.slice(0, 10),
  end: info.endStr.slice(0, 10),
})
