import { parseWritten } from '@daymark/contract/validation/instant'
import { isOffset, zoneName } from '@daymark/contract/validation/zone-name'
import { invalid } from '../errors.ts'
import { codesOf, textOf } from './instant-text.ts'

export interface Zone {
  /** `UTC`, `naive`, `+09:00` or an IANA name. Zones with the same name format instants equally. */
  readonly name: string
  /** Formats an instant in ISO 8601. Omits a zero fraction. */
  format(ms: number): string
}

const Z = codesOf('Z')
const NO_SUFFIX: number[] = []
const two = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'))

/** The default for REST and GraphQL: UTC with the suffix `Z`. */
export const utc: Zone = { name: 'UTC', format: ms => textOf(ms, Z) }

/** The default for sockets: UTC without a suffix. */
export const naiveUtc: Zone = { name: 'naive', format: ms => textOf(ms, NO_SUFFIX) }

const zones = new Map<string, Zone>()
const MAX_REMEMBERED = 1000

export function findZone(text: string): Zone | undefined {
  const remembered = zones.get(text)
  if (remembered) return remembered
  const name = zoneName(text)
  if (name === undefined) return undefined
  const zone = name === 'UTC' ? utc : { name, format: formatter(name) }
  if (zones.size >= MAX_REMEMBERED) zones.clear()
  zones.set(text, zone)
  return zone
}

/** Converts a datetime, or a date's midnight in the zone, to milliseconds. */
export function resolveBound(text: string, zone: Zone, path: string): number {
  if (text.length > 10) return parseWritten(text) ?? fail(path)
  return startOfDay(text, zone)
}

/** Like `resolveBound`, but for an inclusive end: converts a date to its last millisecond in the zone. */
export function resolveInclusiveEnd(text: string, zone: Zone, path: string): number {
  if (text.length > 10) return parseWritten(text) ?? fail(path)
  return startOfDay(Temporal.PlainDate.from(text).add({ days: 1 }).toString(), zone) - 1
}

export const startOfDay = (date: string, zone: Zone): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(zone.name).epochMilliseconds

function formatter(name: string): (ms: number) => string {
  const offsetAt = isOffset(name) ? constantOffset(name) : cachedOffset(name)
  const suffixes = new Map<number, number[]>()
  return ms => {
    const offset = offsetAt(ms)
    const suffix = suffixes.get(offset) ?? codesOf(offsetText(offset))
    suffixes.set(offset, suffix)
    return textOf(ms + offset * 60_000, suffix)
  }
}

const constantOffset = (name: string) => {
  const minutes = Number(name.slice(1, 3)) * 60 + Number(name.slice(4, 6))
  const offset = name.startsWith('-') ? -minutes : minutes
  return () => offset
}

/** From one change of the zone's offset (inclusive) to the next (exclusive). */
interface OffsetPeriod {
  from: number
  to: number
  offset: number
}

const MAX_PERIODS = 32

/**
 * Returns a function that caches the periods between offset changes, because a Temporal lookup takes microseconds and a
 * list contains thousands of instants. Keeps several periods, because a summer event may have been created in winter.
 */
function cachedOffset(name: string): (ms: number) => number {
  let known: OffsetPeriod[] = []
  let last: OffsetPeriod = { from: 0, to: 0, offset: 0 }
  return ms => {
    if (ms >= last.from && ms < last.to) return last.offset
    const found = known.find(each => ms >= each.from && ms < each.to)
    last = found ?? offsetPeriodAt(ms, name)
    if (!found) known = [last, ...known.slice(0, MAX_PERIODS - 1)]
    return last.offset
  }
}

function offsetPeriodAt(ms: number, name: string): OffsetPeriod {
  const there = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(name)
  // Without the extra nanosecond, "previous" would skip a change at exactly this instant.
  const from = there.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  return {
    from: from?.epochMilliseconds ?? Number.NEGATIVE_INFINITY,
    to: there.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offset: Math.round(there.offsetNanoseconds / 60e9),
  }
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two[Math.floor(size / 60)]}:${two[size % 60]}`
}

function fail(path: string): never {
  throw invalid(path, 'must be an ISO 8601 datetime')
}
