// Creates reports from the caller's own data only.
import type { Window } from '@daymark/recurrence/occurrence'
import type { Actor } from '../../platform/kernel/actor.ts'
import { stopIfAbandoned, untilAbandoned } from '../../platform/kernel/concurrency/abandonment.ts'
import { Semaphore } from '../../platform/kernel/concurrency/semaphore.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { Db, UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { dateAt } from '../planning/schedules/all-day/dates.ts'
import { accuracyFigures } from './accuracy-report.ts'
import { activityFigures } from './activity-report.ts'
import { type AskedPeriod, periodBefore, periodOf } from './counting/period.ts'
import type { AccuracyFigures, ActivityFigures, GoalFigures, Report, TimeFigures } from './figures/report.ts'
import { goalFigures } from './goal-report.ts'
import { hasRunningTimer } from './reading/timer-store.ts'
import { type TimeChoice, timeFigures } from './time-report.ts'

interface Asked {
  zone: Zone
  compare: boolean
  /** The report is aborted once this returns true. */
  isAbandoned?: () => boolean
}

export type PeriodRequest = AskedPeriod & Asked

export type TimeRequest = PeriodRequest & TimeChoice

export interface ActivityRequest extends Asked {
  /** Undefined means the current year. */
  year: number | undefined
  minimum_minutes: number
}

export type ReportService = ReturnType<typeof reportService>

/** Limits the memory of concurrent reports. */
const atOnce = new Semaphore(3)

export function reportService({ uow, clock }: { uow: UnitOfWork; clock: Clock }) {
  /** Reads the figures of the period and, if requested, of the previous period. */
  const compared = <P, T>(
    actor: Actor,
    { isAbandoned = () => false }: Asked,
    period: (now: number) => P,
    before: ((now: number) => P) | undefined,
    read: (db: Db, period: P, now: number) => Promise<T>,
  ): Promise<Report<T>> =>
    atOnce.run(1, () =>
      // Reads one snapshot, so that a timer that changes in the meantime is counted once.
      uow.snapshot(db =>
        untilAbandoned(isAbandoned, async () => {
          // The client may have disconnected while its report waited for other reports.
          stopIfAbandoned()
          const now = clock.now()
          const is_running = await hasRunningTimer(db, actor.id)
          const current = await read(db, period(now), now)
          return { current, previous: before && (await read(db, before(now), now)), is_running }
        }),
      ),
    )

  const ofPeriod = <T>(
    actor: Actor,
    asked: PeriodRequest,
    read: (db: Db, window: Window, now: number) => Promise<T>,
  ): Promise<Report<T>> => {
    const window = periodOf(asked, asked.zone)
    const before = asked.compare ? () => periodBefore(asked, asked.zone) : undefined
    return compared(actor, asked, () => window, before, read)
  }

  return {
    time: async (actor: Actor, request: TimeRequest): Promise<Report<TimeFigures>> =>
      ofPeriod(actor, request, (db, window, now) => timeFigures(db, actor.id, request, window, now)),

    goals: async (actor: Actor, request: PeriodRequest): Promise<Report<GoalFigures>> =>
      ofPeriod(actor, request, (db, window, now) => goalFigures(db, actor.id, window, now)),

    accuracy: async (actor: Actor, request: PeriodRequest): Promise<Report<AccuracyFigures>> =>
      ofPeriod(actor, request, (db, window, now) => accuracyFigures(db, actor.id, window, now)),

    activity: (actor: Actor, request: ActivityRequest): Promise<Report<ActivityFigures>> => {
      const yearOf = (now: number) => request.year ?? new Date(dateAt(now, request.zone)).getUTCFullYear()
      const before = request.compare ? (now: number) => yearOf(now) - 1 : undefined
      return compared(actor, request, yearOf, before, (db, year, now) =>
        activityFigures(db, actor.id, { ...request, year }, now),
      )
    },
  }
}
