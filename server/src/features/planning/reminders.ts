// Stored reminders are JSON text, or null if there are none.
import type { Reminder } from '@daymark/contract/notifications/reminder'

const NONE: Reminder[] = []

export const readReminders = (text: string | null): Reminder[] =>
  text === null ? NONE : (JSON.parse(text) as Reminder[])

export const remindersText = (reminders: readonly Reminder[] | null | undefined): string | null =>
  reminders?.length ? JSON.stringify(reminders) : null
