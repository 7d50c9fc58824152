// The rules check the whole meeting, so that a PATCH of one field is validated together with the other fields.
import type { FieldError } from '../../platform/kernel/errors.ts'
import { secondsOfDay, timeText } from './time-of-day.ts'

/** The fields that define when a meeting may take place, in the meeting's time zone. */
export interface MeetingFrame {
  /** YYYY-MM-DD. */
  start_date: string
  /** YYYY-MM-DD, inclusive. */
  end_date: string
  /** 0 = Monday to 6 = Sunday. */
  available_days: readonly number[]
  start_time: string
  end_time: string
  time_slot_minutes: number
}

/** A range of times on one day, in the meeting's time zone. */
export interface TimeSlot {
  slot_date: string
  start_time: string
  end_time: string
}

export interface Meeting extends MeetingFrame {
  id: string
  owner_id: string
  title: string
  description: string | null
  /** IANA time zone name. */
  timezone: string
  /** Becomes null when the schedule is deleted, so that another slot can be confirmed. */
  confirmed_schedule_id: string | null
  confirmed_slot: TimeSlot | null
  version: number
  created_at: number
  updated_at: number
}

export const MAX_DAYS = 62
/** The length of a slot in minutes. With slots of one minute, a meeting of 62 days would have almost 90,000 cells. */
export const SLOT_MINUTES = { min: 5, max: 1440, default: 30 } as const

export const uniqueDays = (days: readonly number[]): number[] => [...new Set(days)]

/** True if the change could leave participants' slots outside the meeting's days or hours. */
export const changesFrame = (changes: Partial<MeetingFrame>): boolean =>
  (['start_date', 'end_date', 'available_days', 'start_time', 'end_time'] as const).some(
    name => name in changes,
  )

/** Removes duplicate days and converts times to `HH:MM:SS`, the stored form. */
export const normalizeFrame = (frame: MeetingFrame) => ({
  available_days: uniqueDays(frame.available_days),
  start_time: timeText(secondsOfDay(frame.start_time)),
  end_time: timeText(secondsOfDay(frame.end_time)),
})

export function meetingFaults(frame: MeetingFrame): FieldError[] {
  const faults: FieldError[] = []
  const fault = (path: keyof MeetingFrame, message: string) => faults.push({ path, message })
  if (frame.end_date < frame.start_date) {
    fault('end_date', 'must not be before start_date')
  } else if (daysBetween(frame.start_date, frame.end_date) >= MAX_DAYS) {
    fault('end_date', `must not make the range longer than ${MAX_DAYS} days, both ends included`)
  }
  if (frame.available_days.length === 0) {
    fault('available_days', 'must not be empty')
  } else if (!frame.available_days.every(isWeekday)) {
    fault('available_days', 'must contain whole numbers from 0 (Monday) to 6 (Sunday)')
  }
  if (secondsOfDay(frame.end_time) <= secondsOfDay(frame.start_time)) {
    fault('end_time', 'must be after start_time')
  }
  if (!isWithin(frame.time_slot_minutes, SLOT_MINUTES.min, SLOT_MINUTES.max)) {
    fault('time_slot_minutes', `must be a whole number from ${SLOT_MINUTES.min} to ${SLOT_MINUTES.max}`)
  }
  return faults
}

/** Lists the dates on which a valid meeting may take place, in order. */
export function meetingDays(frame: MeetingFrame): string[] {
  const first = Temporal.PlainDate.from(frame.start_date)
  const length = daysBetween(frame.start_date, frame.end_date) + 1
  return Array.from({ length }, (_, days) => first.add({ days }))
    .filter(date => frame.available_days.includes(date.dayOfWeek - 1))
    .map(String)
}

const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days

const isWithin = (value: number, min: number, max: number) =>
  Number.isInteger(value) && value >= min && value <= max

const isWeekday = (day: number) => isWithin(day, 0, 6)
