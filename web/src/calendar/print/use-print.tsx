// The button and the browser's own print command print the same sheet.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { createPortal } from 'react-dom'
import { dateOf } from '../../design/format.ts'
import { useIsPrinting } from '../../design/rendering/use-is-printing.ts'
import { useToast } from '../../design/toast.tsx'
import { useLanguage, useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { firstDayOfWeek } from '../../session/region/regional.ts'
import { addDays, startOfDay, weekStart } from '../../session/region/zone-time.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { useShownEntries } from '../../sync/context.ts'
import { expandIn } from '../../sync/overlay/expand.ts'
import { schedulesWith } from '../../sync/overlay/schedules.ts'
import { useTagOf } from '../../tags/use-tags.ts'
import { type Dates, entriesBetween, holidaysBetween, loadEntries } from '../entries/entries.ts'
import { within } from '../grid/events.ts'
import { calendarTexts } from '../texts.ts'
import { layoutWeek } from './layout.ts'
import { WeekSheet } from './week-sheet.tsx'

/** The returned `first` is the first date of the week to print. */
export function usePrint(shown: Dates | undefined, discover: boolean) {
  const client = useClient()
  const queries = useQueryClient()
  const { language } = useLanguage()
  const t = useTexts(calendarTexts)
  const toast = useToast()
  const isPrinting = useIsPrinting()
  const first = weekStart(printedDay(shown, dateOf()), firstDayOfWeek(language))
  const print = useCallback(async () => {
    const dates = { start: first, end: addDays(first, 7) }
    const isComplete = await loadEntries(client, queries, { dates, zone: timezone(), discover })
    // If entries are missing, days would look free on paper.
    if (isComplete) window.print()
    else toast(t.notPrinted)
  }, [client, queries, first, discover, toast, t])
  const sheet = isPrinting ? createPortal(<Sheet first={first} discover={discover} />, document.body) : null
  return { print, sheet, first }
}

/** Returns a day in the week to print: the first visible day, or today if it is visible or nothing is visible yet. */
const printedDay = (shown: Dates | undefined, today: string): string =>
  shown && (today < shown.start || today >= shown.end) ? shown.start : today

function Sheet({ first, discover }: { first: string; discover: boolean }) {
  const queries = useQueryClient()
  const { language } = useLanguage()
  const waiting = useShownEntries()
  const tag = useTagOf()
  const zone = timezone()
  const dates = { start: first, end: addDays(first, 7) }
  const expand = expandIn(startOfDay(dates.start, zone), startOfDay(dates.end, zone))
  const known = schedulesWith(entriesBetween(queries, dates, zone, discover), waiting, { tag, expand })
  const holidays = holidaysBetween(queries, dates, language)
  return <WeekSheet first={first} layout={layoutWeek(first, within(known, dates, zone), holidays, zone)} />
}
