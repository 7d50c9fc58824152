import type { DateClickInfo } from '@fullcalendar/react'
import type { Anchor } from '../../design/popover/anchor.ts'
import { addDays, instantOf, startOfDay } from '../../session/region/zone-time.ts'
import type { Span } from '../dialog/entry-form.ts'

const HOUR_MS = 3_600_000
const MORNING = '09:00'

const hourFrom = (start: number): Span => ({ start, end: start + HOUR_MS })

export const nextHour = (now: number): Span => hourFrom(Math.ceil(now / HOUR_MS) * HOUR_MS)

/**
 * Returns the whole day for a click in the all-day row, a morning hour in the month view, and otherwise the clicked
 * hour.
 */
export function clicked(info: Pick<DateClickInfo, 'allDay' | 'dateStr' | 'view'>, zone: string): Span {
  if (!info.allDay) return hourFrom(Date.parse(info.dateStr))
  const date = info.dateStr.slice(0, 10)
  if (info.view.type === 'dayGridMonth') return morningOf(date, zone)
  return { start: startOfDay(date, zone), end: startOfDay(addDays(date, 1), zone) }
}

export const morningOf = (date: string, zone: string): Span =>
  hourFrom(instantOf({ date, time: MORNING }, zone))

/** Makes a day column focusable, so that keys can scroll an empty day and Enter adds an entry. */
export function planByKey(
  lane: HTMLElement,
  zone: string,
  onPlan: (span: Span, anchor: Anchor) => void,
): void {
  const date = lane.dataset['date']
  if (!date) return
  lane.tabIndex = 0
  lane.addEventListener('keydown', event => {
    if (event.key !== 'Enter' || event.target !== lane) return
    event.preventDefault()
    const { left, right } = lane.getBoundingClientRect()
    onPlan(morningOf(date, zone), { left, right, top: innerHeight / 3, bottom: innerHeight / 3 })
  })
}
