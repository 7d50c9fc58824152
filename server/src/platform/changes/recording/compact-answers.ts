// Stores answers to a poll in little space. They are in the log of the poll's owner, who can neither undo nor restore
// what somebody else answered, so that only the changed times are needed to show the change.
import type { Row } from '../../storage/captured-row.ts'
import type { StoredRow } from '../change.ts'

const ANSWERS = new Set(['meeting_participants', 'meeting_guests'])
const TIMES = ['time_slots', 'if_need_be'] as const

interface Slot {
  slot_date: string
  start_time: string
  end_time: string
}

/** Replaces the times of answers by those that changed, as short text. Other rows stay as they are. */
export const compactAnswers = (rows: readonly StoredRow[]): StoredRow[] => rows.map(compactRow)

function compactRow(row: StoredRow): StoredRow {
  if (!ANSWERS.has(row.table)) return row
  const [before, after] = [{ ...row.before }, { ...row.after }]
  for (const name of TIMES) {
    const [was, is] = [slotTexts(before[name]), slotTexts(after[name])]
    if (name in before) before[name] = packed(was.difference(is))
    if (name in after) after[name] = packed(is.difference(was))
  }
  return { ...row, before: row.before && (before as Row), after: row.after && (after as Row) }
}

const slotTexts = (value: unknown): ReadonlySet<string> =>
  new Set(typeof value === 'string' ? (JSON.parse(value) as Slot[]).map(slotText) : [])

/** `2026-01-05 09:00:00 09:30:00` */
const slotText = ({ slot_date, start_time, end_time }: Slot): string =>
  `${slot_date} ${start_time} ${end_time}`

/** Writes each day once, with its times: `2026-01-05 0900-0930 1000-1100;2026-01-06 0900-0930`. */
function packed(slots: Iterable<string>): string {
  const days = Map.groupBy(slots, slot => slot.slice(0, 10))
  return [...days].map(([day, own]) => [day, ...own.map(packedTimes)].join(' ')).join(';')
}

function packedTimes(slot: string): string {
  const [, start = '', end = ''] = slot.split(' ')
  return `${shortTime(start)}-${shortTime(end)}`
}

const shortTime = (time: string): string => time.replace(/:00$/, '').replaceAll(':', '')

/** Returns the slots of an answer in the log, in either form. */
export function loggedSlots(value: unknown): Slot[] {
  if (typeof value !== 'string' || value === '') return []
  if (value.startsWith('[')) return JSON.parse(value) as Slot[]
  return value.split(';').flatMap(ofDay => {
    const [slot_date = '', ...times] = ofDay.split(' ')
    return times.map(text => {
      const [start = '', end = ''] = text.split('-')
      return { slot_date, start_time: longTime(start), end_time: longTime(end) }
    })
  })
}

const longTime = (time: string): string =>
  `${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4, 6) || '00'}`
