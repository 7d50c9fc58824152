// Formats a time range, for example as "Wed, May 13, 9:00 – 10:00 AM".
import { calendarDateText, dateTimeText } from '../../design/format.ts'
import type { Language } from '../../session/language.tsx'
import { addDays, isWholeDays, localOf } from '../../session/region/zone-time.ts'
import { timezone } from '../../session/storage/preferences.ts'
import type { Span } from '../dialog/entry-form.ts'
import { readersTimes } from '../entries/times.ts'

export function whenText({ start, end }: Span, language: Language): string {
  const zone = timezone()
  const first = localOf(start, zone).date
  if (isWholeDays(start, end, zone)) {
    const last = addDays(localOf(end, zone).date, -1)
    const text = (date: string) => calendarDateText(date, language)
    return last === first ? text(first) : `${text(first)} – ${text(last)}`
  }
  if (localOf(end, zone).date !== first)
    return `${dateTimeText(start, language)} – ${dateTimeText(end, language)}`
  const { from, until } = readersTimes(language)(start, end)
  return `${calendarDateText(first, language)}, ${until ? `${from} – ${until}` : from}`
}
