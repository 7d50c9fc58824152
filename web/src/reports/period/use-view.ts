import { useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { dateOf } from '../../design/format.ts'
import { useLanguage } from '../../session/language.tsx'
import { firstDayOfWeek } from '../../session/region/regional.ts'
import { paramsOf, type View, viewOf } from './address.ts'
import { contains, type Kind, type Period, periodOf, shifted } from './period.ts'

export interface Viewing {
  view: View
  period: Period
  change: (part: Partial<View>) => void
  toggleCompare: () => void
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
  const moves = useMemo(() => {
    // Reads the URL instead of the last render, because keys can be pressed faster than the page renders.
    const act = (changed: (view: View, period: Period) => Partial<View>) => {
      const now = viewOf(new URLSearchParams(location.search))
      setParams(paramsOf({ ...now, ...changed(now, shownPeriod(now, today, firstDay)) }))
    }
    const show = (move: (period: Period) => Period) => act((_, shown) => addressOf(move(shown), today))
    return {
      change: (part: Partial<View>) => act(() => part),
      toggleCompare: () => act(({ compare }) => ({ compare: !compare })),
      choose: (kind: Kind) =>
        show(shown =>
          kind === 'custom'
            ? { ...shown, kind }
            : periodOf(kind, contains(shown, today) ? today : shown.start, firstDay),
        ),
      previous: () => show(shown => shifted(shown, -1)),
      next: () => show(shown => shifted(shown, 1)),
      today: () => act(({ kind }) => ({ date: undefined, until: undefined, ...(kind === 'custom' && WEEK) })),
    }
  }, [setParams, today, firstDay])
  return useMemo(() => ({ view, period, ...moves }), [view, period, moves])
}

/** A custom period does not depend on today, so "Today" shows the current week instead. */
const WEEK = { kind: 'week' } as const

function shownPeriod({ kind, date, until }: View, today: string, firstDay: number): Period {
  if (kind === 'custom' && date !== undefined) return { kind, start: date, end: until ?? date }
  return periodOf(kind, date ?? today, firstDay)
}

/** Omits the date of the current period, so that a saved URL always shows the current period. */
function addressOf(period: Period, today: string): Partial<View> {
  const { kind, start, end } = period
  if (kind === 'custom') return { kind, date: start, until: end }
  return { kind, date: contains(period, today) ? undefined : start, until: undefined }
}
