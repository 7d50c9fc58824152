// Compares tracked and planned time for a day, a week or a month.
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { type Session, withSession } from '../session/session.ts'
import { type Cell, table } from '../view/table.ts'
import { addDays, longDate, shortDate, weekdayOf } from '../view/times.ts'
import { plain } from '../view/width.ts'

const PERIODS = ['day', 'week', 'month'] as const
type Period = (typeof PERIODS)[number]

const GROUPINGS = { tag: 'tag', list: 'tag_group', todo: 'todo' } as const
const MOST_BAR = 24

export const report = (context: Context): Promise<void> =>
  withSession(context, async session => {
    session.needServer()
    const { t } = context
    const chosen = PERIODS.filter(each => context.flags.has(each))
    if (chosen.length > 1) throw new Failure('usage', t.errors.onePeriod)
    const by = context.values.get('by') ?? 'tag'
    if (!isGrouping(by)) throw new Failure('usage', t.errors.badGrouping(by))
    const period = chosen[0] ?? 'week'
    const [start_date, end_date] = rangeOf(period, session)
    const query = {
      start_date,
      end_date,
      group_by: GROUPINGS[by],
      bucket: 'day' as const,
      timezone: session.format.timezone,
    }
    const found = await session.client.reports.time({ query })
    const rows = found.rows.map(({ key, title, actual, planned }) => ({
      key,
      title,
      measured_seconds: Math.round(actual.sum_seconds),
      planned_seconds: Math.round(planned.sum_seconds),
    }))
    const shape = {
      period,
      start_date,
      end_date,
      timezone: session.format.timezone,
      by,
      measured_seconds: Math.round(found.totals.actual.wall_seconds),
      planned_seconds: Math.round(found.totals.planned.wall_seconds),
      rows,
      days: found.totals.buckets.map(({ start, actual_seconds, planned_seconds }) => ({
        start,
        measured_seconds: Math.round(actual_seconds),
        planned_seconds: Math.round(planned_seconds),
      })),
    }
    context.say(...render(shape, session, context))
    context.json(shape)
  })

const isGrouping = (text: string): text is keyof typeof GROUPINGS => text in GROUPINGS

/** Returns the first and last date, both inclusive. */
function rangeOf(period: Period, session: Session): [string, string] {
  const today = session.today()
  if (period === 'day') return [today, today]
  if (period === 'week') {
    const back = (weekdayOf(today) - (session.preferences?.week_start ?? 0) + 7) % 7
    const first = addDays(today, -back)
    return [first, addDays(first, 6)]
  }
  const first = `${today.slice(0, 8)}01`
  const next = addDays(first, 31)
  return [first, addDays(`${next.slice(0, 8)}01`, -1)]
}

interface Shape {
  period: Period
  start_date: string
  end_date: string
  measured_seconds: number
  planned_seconds: number
  rows: { key: string; title: string; measured_seconds: number; planned_seconds: number }[]
}

function render(shape: Shape, session: Session, { t, styles, columns }: Context): string[] {
  const { period, start_date, end_date } = shape
  const today = session.today()
  const dates =
    period === 'day'
      ? longDate(today, session.format)
      : `${shortDate(start_date, today, session.format)} – ${shortDate(end_date, today, session.format)}`
  const time = (seconds: number) => (seconds > 0 ? t.duration(seconds) : '–')
  const most = Math.max(1, ...shape.rows.map(row => row.measured_seconds))
  const rows = shape.rows.map((row): Cell[] => [
    { text: plain(titleOf(row, t)) },
    { text: bar(row.measured_seconds / most), style: styles.accent },
    { text: time(row.measured_seconds) },
    { text: time(row.planned_seconds), style: styles.dim },
  ])
  const head: Cell[] = ['', '', t.report.measured, t.report.planned].map(text => ({
    text,
    style: styles.dim,
  }))
  const isEmpty = shape.measured_seconds === 0 && shape.planned_seconds === 0
  return [
    '',
    `  ${styles.bold(t.report[period])}  ${styles.dim(dates)}`,
    '',
    ...(isEmpty
      ? [`  ${styles.dim(t.report.nothing)}`]
      : [
          `  ${t.report.measured} ${styles.bold(time(shape.measured_seconds))}  ${styles.dim(`${t.report.planned} ${time(shape.planned_seconds)}`)}`,
          '',
          ...table([head, ...rows], { columns, shrinks: 0, right: [2, 3] }),
        ]),
    '',
  ]
}

/** Translates the titles of rows without a tag or todo. Their keys are words instead of ids. */
const titleOf = ({ key, title }: Shape['rows'][number], t: Context['t']): string =>
  key === 'untagged' ? t.report.untagged : key.includes('-') ? title : t.report.unlinked

/** Draws at least an eighth of a block for any time above zero. */
function bar(share: number): string {
  if (share <= 0) return ''
  const eighths = Math.max(1, Math.round(share * MOST_BAR * 8))
  return '█'.repeat(Math.floor(eighths / 8)) + (['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'][eighths % 8] ?? '')
}
