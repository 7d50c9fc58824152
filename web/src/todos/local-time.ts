// Converts deadlines to local time in the user's chosen time zone, not the device's.
import { instantOf, localOf } from '../session/region/zone-time.ts'
import { timezone } from '../session/storage/preferences.ts'

/** For `<input type="datetime-local">`; empty without a deadline. */
export function toLocalText(at: string | null): string {
  if (at === null) return ''
  const { date, time } = localOf(Date.parse(at), timezone())
  return `${date}T${time}`
}

export function fromLocalText(text: string): string | null {
  const [date, time] = text.split('T')
  return date && time ? new Date(instantOf({ date, time: time.slice(0, 5) }, timezone())).toISOString() : null
}
