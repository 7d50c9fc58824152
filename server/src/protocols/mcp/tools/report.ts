import { OneOf } from '@daymark/contract/words'
import Type from 'typebox'
import { addDays, readInput, todayOf, When, weekStart } from '../inputs.ts'
import { minutesOf } from '../items.ts'
import { tool } from '../tool.ts'

const Row = Type.Object({
  title: Type.String(),
  tracked_minutes: Type.Number(),
  planned_minutes: Type.Number(),
})

export const getReport = tool({
  name: 'get_report',
  title: 'Time report',
  description:
    'Tracked and planned time of a period (default: this week), by tag, group, todo or weekday, and per day, week or month. With two tags, time counts for both.',
  access: 'read',
  uses: ['reports.time'],
  input: readInput({
    start_date: Type.Optional(When),
    end_date: Type.Optional(When),
    group_by: Type.Optional(OneOf(['tag', 'tag_group', 'todo', 'weekday', 'none'])),
    bucket: Type.Optional(OneOf(['day', 'week', 'month', 'none'])),
  }),
  output: Type.Object({
    start: Type.String(),
    end: Type.String(),
    tracked_minutes: Type.Number(),
    planned_minutes: Type.Number(),
    rows: Type.Array(Row),
    buckets: Type.Array(Row),
  }),
  async run(context, { start_date, end_date, group_by = 'tag', bucket = 'day' }) {
    const first = start_date ?? weekStart(todayOf(context), context.preferences.week_start)
    const query = {
      start_date: first,
      end_date: end_date ?? addDays(first.slice(0, 10), 6),
      group_by,
      bucket,
    }
    const { start, end, totals, rows } = await context.api.reports.time({ query })
    const data = {
      start,
      end,
      tracked_minutes: minutesOf(totals.actual.wall_seconds),
      planned_minutes: minutesOf(totals.planned.wall_seconds),
      rows: rows.map(row => figures(row.title, row.actual.sum_seconds, row.planned.sum_seconds)),
      buckets: totals.buckets.map(each =>
        figures(each.start.slice(0, 10), each.actual_seconds, each.planned_seconds),
      ),
    }
    const line = (row: (typeof data.rows)[number]) =>
      `- ${row.title}: tracked ${row.tracked_minutes} min, planned ${row.planned_minutes} min`
    const text = [
      `${start} to ${end}: tracked ${data.tracked_minutes} min, planned ${data.planned_minutes} min (overlaps count once).`,
      ...(data.rows.length > 0 && group_by !== 'none' ? [`By ${group_by}:`, ...data.rows.map(line)] : []),
      ...(data.buckets.length > 0 ? [`By ${bucket}:`, ...data.buckets.map(line)] : []),
    ]
    return { data, text: text.join('\n') }
  },
})

const figures = (title: string, tracked: number, planned: number) => ({
  title,
  tracked_minutes: minutesOf(tracked),
  planned_minutes: minutesOf(planned),
})
