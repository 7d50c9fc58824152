import type { reportRoutes } from '@daymark/contract/reports/reports'
import type { DecodedQuery } from '@daymark/contract/route'
import type { Call, Handlers } from '../../platform/kernel/route-handlers.ts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import { presentAccuracy, presentActivity, presentGoals, presentTime } from './present.ts'
import type { PeriodRequest, ReportService, TimeRequest } from './service.ts'
import { accuracyTable, activityTable, goalTable, timeTable } from './tables.ts'

type Routes = typeof reportRoutes

export function reportHandlers(reports: ReportService): Handlers<Routes> {
  const time = async ({ actor, query, zone, isAbandoned }: Call<Routes['time']>) => {
    const request = { ...timeRequest(query, zone), isAbandoned }
    return presentTime(await reports.time(actor, request), request)
  }
  const goals = async ({ actor, query, zone, isAbandoned }: Call<Routes['goals']>) =>
    presentGoals(await reports.goals(actor, { ...compared(query, zone), isAbandoned }), zone)
  const accuracy = async ({ actor, query, zone, isAbandoned }: Call<Routes['accuracy']>) =>
    presentAccuracy(await reports.accuracy(actor, { ...compared(query, zone), isAbandoned }), zone)
  const activity = async ({ actor, query, zone, isAbandoned }: Call<Routes['activity']>) => {
    const { year, minimum_minutes = 1, compare } = query
    const request = { zone, year, minimum_minutes, compare: compare === 'previous', isAbandoned }
    return presentActivity(await reports.activity(actor, request), minimum_minutes)
  }

  return {
    time: { json: time, csv: async call => timeTable(await time(call)) },
    goals: { json: goals, csv: async call => goalTable(await goals(call)) },
    accuracy: { json: accuracy, csv: async call => accuracyTable(await accuracy(call)) },
    activity: { json: activity, csv: async call => activityTable(await activity(call)) },
  }
}

const compared = (
  { start_date, end_date, compare }: DecodedQuery<Routes['goals']>,
  zone: Zone,
): PeriodRequest => ({ start_date, end_date, zone, compare: compare === 'previous' })

const timeRequest = (query: DecodedQuery<Routes['time']>, zone: Zone): TimeRequest => ({
  ...compared(query, zone),
  bucket: query.bucket ?? 'none',
  group_by: query.group_by ?? 'none',
  week_start: query.week_start,
  tag_ids: query.tag_ids ?? [],
  group_ids: query.group_ids ?? [],
  todo_id: query.todo_id,
  include_children: query.include_children ?? false,
})
