// Formats reminders, and lists the choices in the form.
import type { Reminder } from '@daymark/contract/notifications/reminder'
import type { NotificationTexts } from './texts.ts'

/** The server's limit per item. */
export const MOST_REMINDERS = 10

export const CHOICES: readonly Reminder[] = [
  { minutes_before: 0 },
  { minutes_before: 5 },
  { minutes_before: 10 },
  { minutes_before: 30 },
  { minutes_before: 60 },
  { minutes_before: 1440 },
  { at_time: '09:00', days_before: 0 },
  { at_time: '09:00', days_before: 1 },
  { at_time: '18:00', days_before: 1 },
  { at_time: '09:00', days_before: 7 },
]

/** Items without a time of day can only have reminders at a local time. */
export const choicesFor = (isDate: boolean): readonly Reminder[] =>
  CHOICES.filter(choice => !isDate || 'at_time' in choice)

export const keyOfReminder = (reminder: Reminder): string => JSON.stringify(reminder)

type Words = Pick<
  NotificationTexts,
  'atTime' | 'minutesBefore' | 'hoursBefore' | 'daysBefore' | 'onTheDay' | 'dayBeforeAt'
>

/** `time` formats a time of day in the user's preferred format. */
export function reminderWords(reminder: Reminder, t: Words, time: (clock: string) => string): string {
  if ('at_time' in reminder) {
    const { at_time, days_before } = reminder
    return days_before === 0 ? t.onTheDay(time(at_time)) : t.dayBeforeAt(days_before, time(at_time))
  }
  const { minutes_before } = reminder
  if (minutes_before === 0) return t.atTime
  if (minutes_before % 1440 === 0) return t.daysBefore(minutes_before / 1440)
  if (minutes_before % 60 === 0) return t.hoursBefore(minutes_before / 60)
  return t.minutesBefore(minutes_before)
}
