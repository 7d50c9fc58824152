// The period and the filters in the address, and functions that change them.
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { dateOf } from '../../design/format.ts'
import { useLanguage } from '../../session/language.tsx'
import { firstDayOfWeek } from '../../session/region/regional.ts'
import { paramsOf, type View, viewOf } from './address.ts'
import { contains, type Kind, type Period, periodOf, shifted } from './period.ts'

export interface Viewing {
  view: View
  period: Period
  /** Changes filters and options. */
  change: (part: Partial<View>) => void
  choose: (kind: Kind) => void
  previous: () => void
  next: () => void
  today: () => void
}

export function useView(): Viewing {
  const { language } = useLanguage()
  const firstDay = firstDayOfWeek(language)
  const [params, setParams] = useSearchParams()
  const today = dateOf()
  const text = params.toString()
  const view = useMemo(() => viewOf(new URLSearchParams(text)), [text])
  const period = useMemo(() => shownPeriod(view, today, firstDay), [view, today, firstDay])
  const change = useCallback(
    (part: Partial<View>) => setParams(paramsOf({ ...view, ...part })),
    [setParams, view],
  )
  return useMemo(() => {
    const show = (to: Period) => change(addressOf(to, today))
    return {
      ...{ view, period, change },
      choose: kind =>
        show(
          kind === 'custom'
            ? { ...period, kind }
            : periodOf(kind, contains(period, today) ? today : period.start, firstDay),
        ),
      previous: () => show(shifted(period, -1)),
      next: () => show(shifted(period, 1)),
      today: () => change({ date: undefined, until: undefined, ...(view.kind === 'custom' && WEEK) }),
    }
  }, [view, period, change, today, firstDay])
}

/** A custom period has no current one. */
const WEEK = { kind: 'week' } as const

function shownPeriod({ kind, date, until }: View, today: string, firstDay: number): Period {
  if (kind === 'custom' && date !== undefined) return { kind, start: date, end: until ?? date }
  return periodOf(kind, date ?? today, firstDay)
}

/** Leaves the date out for the current period, so that the address keeps showing the current one. */
function addressOf(period: Period, today: string): Partial<View> {
  const { kind, start, end } = period
  if (kind === 'custom') return { kind, date: start, until: end }
  return { kind, date: contains(period, today) ? undefined : start, until: undefined }
}
