// Reports on the timers, schedules and goals from earlier chapters.
import type { Chapter } from '../step.ts'

const period = { start_date: '2026-01-05', end_date: '2026-01-18', timezone: 'Europe/Berlin' }

export const reports: Chapter = {
  title: 'Reports',
  about: 'Goals, planned time and measured time in a period.',
  steps: [
    {
      route: 'reports.time',
      query: { ...period, bucket: 'week', group_by: 'tag', compare: 'previous' },
      faults: [{ status: 404, query: { ...period, todo_id: '{{unknown_id}}' } }],
    },
    { route: 'reports.goals', query: period },
    { route: 'reports.accuracy', query: period },
    { route: 'reports.activity', query: { year: 2026, minimum_minutes: 30, timezone: 'Europe/Berlin' } },
  ],
}
