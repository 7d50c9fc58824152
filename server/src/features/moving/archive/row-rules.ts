// Checks an archive row: its columns, and the rules that the services guarantee for stored rows.
import { checker, summary } from '@daymark/contract/validation/validate'
import { parseRule } from '@daymark/recurrence/rule'
import { DAY_MS } from '@daymark/recurrence/year'
import { Problem } from '../../../platform/kernel/errors.ts'
import { MAX_LOG } from '../../focus/focus-run.ts'
import { isLongUid, uidOf } from '../../icalendar/mapping/component-text.ts'
import { ObjectFault } from '../../icalendar/mapping/model.ts'
import { IcalFault, parseCalendar } from '../../icalendar/text/content-line.ts'
import { type MeetingFrame, meetingFaults } from '../../meetings/meeting.ts'
import { checkRecurrence, checkTimes } from '../../planning/schedules/change.ts'
import { newSchedule } from '../../planning/schedules/schedule.ts'
import { readHistory } from '../../timers/history.ts'
import { type Control, MAX_ENTRIES, nextStatus, type TimerStatus } from '../../timers/timer.ts'
import type { Row } from './content.ts'
import { ROW_SCHEMAS } from './row-schemas.ts'

const checks = new Map(Object.entries(ROW_SCHEMAS).map(([table, schema]) => [table, checker(schema)]))

/** Returns an error message if the row cannot be imported, otherwise undefined. */
export function rowFault(table: string, row: unknown): string | undefined {
  const checked = checks.get(table)?.(row)
  if (!checked) return 'The file is unknown.'
  if (!checked.ok) return summary(checked.errors)
  const unknown = Object.keys(row as Row).find(name => !(name in (checked.value as Row)))
  if (unknown !== undefined) return `${unknown} is not a known column.`
  // Decoding normalizes values. A stored row is already normalized, so decoding must not change it.
  const changed = Object.entries(checked.value as Row).find(([name, value]) => value !== (row as Row)[name])
  if (changed) return `${changed[0]} is not in its stored form.`
  try {
    return RULES[table]?.(row as Row)
  } catch (error) {
    if (error instanceof Problem || error instanceof IcalFault || error instanceof ObjectFault)
      return error.message
    throw error
  }
}

type Rule = (row: Row) => string | undefined

const isDate = (value: unknown): boolean => value === null || Number(value) % DAY_MS === 0

const RULES: Readonly<Record<string, Rule>> = {
  todos(row) {
    if (row['deadline'] !== null && row['deadline_date'] !== null)
      return 'A todo cannot have both deadline and deadline_date.'
    if (!isDate(row['deadline_date'])) return 'deadline_date must be midnight UTC of a date.'
    if (row['status'] !== 'DONE' && row['completed_at'] !== null)
      return 'completed_at is only set if status is DONE.'
    return ruleFault(row['recurrence_rule'])
  },

  schedules(row) {
    const schedule = newSchedule({ ...row, all_day: row['all_day'] === 1 } as never)
    if (schedule.all_day && !(isDate(schedule.start_time) && isDate(schedule.end_time)))
      return 'The times of an all-day schedule must be midnight UTC.'
    checkTimes(schedule, schedule, schedule.all_day)
    checkRecurrence(schedule)
    return undefined
  },

  schedule_exceptions({ start_time, end_time }) {
    if ((start_time === null) !== (end_time === null)) return 'start_time and end_time must be set together.'
    return Number(end_time) < Number(start_time) ? 'end_time must not be before start_time.' : undefined
  },

  timers({ history: text, status, started_at }) {
    const history = readHistory(String(text))
    const [first, ...rest] = history
    if (first?.action !== 'start' || first.at !== started_at || history.length > MAX_ENTRIES)
      return 'history must begin with the start of the timer.'
    let state: TimerStatus | null = 'RUNNING'
    let last = first.at
    for (const { action, at } of rest) {
      state = state && action !== 'start' ? nextStatus(state, action as Control) : null
      if (at < last || state === null) return 'history has an impossible event.'
      last = at
    }
    return state === status ? undefined : 'status does not match the history.'
  },

  focus_runs({ log: text }) {
    const log = JSON.parse(String(text)) as [string, number][]
    const isOrdered = log.every(([, at], index) => index === 0 || (log[index - 1]?.[1] ?? at) <= at)
    const isSound = log[0]?.[0] === 'start' && log.length <= MAX_LOG && isOrdered
    return isSound ? undefined : 'log must begin with a start and be in order.'
  },

  meetings(row) {
    const available_days = JSON.parse(String(row['available_days'])) as number[]
    const [fault] = meetingFaults({ ...row, available_days } as unknown as MeetingFrame)
    return fault && `${fault.path} ${fault.message}.`
  },

  calendar_objects({ source, uid, name, parent_uid }) {
    if (isLongUid(String(name)) || isLongUid(String(parent_uid ?? '')))
      return 'name or parent_uid is too long.'
    const calendar = parseCalendar(String(source))
    const item = calendar.components.find(({ name }) => name === 'VEVENT' || name === 'VTODO')
    return item && uidOf(item) === uid ? undefined : 'source must contain an entry with this UID.'
  },
}

function ruleFault(rule: unknown): string | undefined {
  const parsed = typeof rule === 'string' ? parseRule(rule) : undefined
  return parsed && !parsed.ok ? parsed.message : undefined
}
