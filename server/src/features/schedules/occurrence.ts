// What a recurring series is, what one occurrence of it is, and the occurrence's stable id.
import { createHash } from 'node:crypto'

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

/** UUIDv5 in the namespace of the series; the name is the original start in epoch milliseconds. */
export function occurrenceId(seriesId: string, instanceStart: number): string {
  const hash = createHash('sha1')
    .update(Buffer.from(seriesId.replaceAll('-', ''), 'hex'))
    .update(String(instanceStart))
    .digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex', 0, 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
