// What a recurring series is, what one occurrence of it is, and the occurrence's stable id.
import { hash } from 'node:crypto'

/** The fields of a schedule that decide when it happens; instants are epoch milliseconds. */
export interface Series {
  readonly start_time: number
  readonly end_time: number
  /** IANA name of the zone in which the rule repeats */
  readonly timezone: string
  readonly recurrence_rule: string
  readonly recurrence_end: number | null
}

export interface Occurrence {
  /** the start that the rule gave it: its address for ever, wherever it is moved */
  readonly instance_start: number
  readonly start_time: number
  readonly end_time: number
}

/** Half-open: what touches only an end is outside. */
export interface Window {
  readonly from: number
  readonly to: number
}

/** A zero-length item counts at its instant. */
export function overlaps(item: { start_time: number; end_time: number }, window: Window): boolean {
  if (item.start_time === item.end_time) return item.start_time >= window.from && item.start_time < window.to
  return item.start_time < window.to && item.end_time > window.from
}

const ID_BYTES = 16
const name = Buffer.alloc(ID_BYTES + 24)
let named = ''

/** UUIDv5 in the namespace of the series; the name is the original start in epoch milliseconds. */
export function occurrenceId(seriesId: string, instanceStart: number): string {
  // A list has thousands of them, most of few series: the namespace is written only when it changes.
  if (seriesId !== named) name.write(seriesId.replaceAll('-', ''), 'hex')
  named = seriesId
  const length = ID_BYTES + name.write(String(instanceStart), ID_BYTES, 'latin1')
  const hex = hash('sha1', name.subarray(0, length), 'hex')
  const variant = VARIANTS[Number.parseInt(hex.charAt(16), 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const VARIANTS = ['8', '9', 'a', 'b']
