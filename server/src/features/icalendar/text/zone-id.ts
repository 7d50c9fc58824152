// Finds the IANA zone for a TZID, which may be a plain name, a vendor's name, an offset, or the name of a VTIMEZONE.
import { ianaZone } from '@daymark/contract/validation/zone-name'
import { findIana } from 'windows-iana'
import { type Component, firstOf } from './content-line.ts'
import { type FindZone, unescapeText } from './value.ts'

export function zoneFinder(calendar: Component): FindZone {
  const known = new Map<string, string | null>()
  return tzid => {
    const found = known.get(tzid)
    if (found !== undefined) return found
    if (known.size >= MAX_ZONES) return null
    const zone = zoneOf(tzid) ?? definedZone(calendar, tzid) ?? offsetZone(tzid)
    known.set(tzid, zone)
    return zone
  }
}

/** The maximum number of zones per object. No object needs more, and looking up an unknown name is slow. */
const MAX_ZONES = 50

function zoneOf(tzid: string): string | null {
  const name = tzid.trim().replace(/^"|"$/g, '')
  const direct = ianaZone(name)
  if (direct !== undefined) return direct
  // Finds the zone at the end of /mozilla.org/20050126_1/Europe/Berlin or of
  // /freeassociation.sourceforge.net/America/Argentina/Salta.
  for (const tail of [/[^/]+\/[^/]+\/[^/]+$/, /[^/]+\/[^/]+$/]) {
    const found = ianaZone(tail.exec(name)?.[0] ?? '')
    if (found !== undefined && name.includes('/')) return found
  }
  // `findIana` returns an empty list for unknown names.
  return findIana(name as Parameters<typeof findIana>[0])[0] ?? null
}

/** Returns the TZID that a VTIMEZONE defines. Unlike in parameters, its commas are escaped. */
export const zoneNameOf = (definition: Component): string =>
  unescapeText(firstOf(definition, 'TZID')?.value ?? '').trim()

/** Reads the zone that a VTIMEZONE names, or finds a common zone with the same offsets. */
function definedZone(calendar: Component, tzid: string): string | null {
  const definition = calendar.components.find(
    each => each.name === 'VTIMEZONE' && zoneNameOf(each) === tzid.trim(),
  )
  if (!definition) return null
  const named = zoneOf(firstOf(definition, 'X-LIC-LOCATION')?.value ?? '')
  if (named !== null) return named
  const [winter, summer] = [latest(definition, 'STANDARD'), latest(definition, 'DAYLIGHT')]
  const standard = offsetMinutes(firstOf(winter, 'TZOFFSETTO')?.value)
  const daylight = offsetMinutes(firstOf(summer, 'TZOFFSETTO')?.value) ?? standard
  if (standard === undefined || daylight === undefined) return null
  const [january, july] = isSouthern(summer) ? [daylight, standard] : [standard, daylight]
  return (
    COMMON_ZONES.find(zone => {
      const offsets = seasonOffsets(zone)
      return offsets[0] === january && offsets[1] === july
    }) ?? (standard === daylight ? fixedZone(standard) : null)
  )
}

const startOf = (observance: Component): string => firstOf(observance, 'DTSTART')?.value ?? ''

/** Picks the latest rule, because programs also write the rules of earlier years, in any order. */
const latest = ({ components }: Component, name: string): Component =>
  components
    .filter(each => each.name === name)
    .reduce((last, each) => (startOf(each) >= startOf(last) ? each : last), EMPTY)

/** True if daylight saving time begins in the second half of the year. */
function isSouthern(daylight: Component): boolean {
  const rule = /BYMONTH=(\d+)/i.exec(firstOf(daylight, 'RRULE')?.value ?? '')?.[1]
  return Number(rule ?? startOf(daylight).slice(4, 6)) > 6
}

const EMPTY: Component = { name: '', properties: [], components: [] }

function offsetMinutes(text: string | undefined): number | undefined {
  const found = /^([+-])(\d\d)(\d\d)/.exec(text ?? '')
  if (!found) return undefined
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3]))
}

/** Reads a name such as UTC+09:00 or GMT-5, or Exchange's name for UTC, which can occur without a VTIMEZONE. */
function offsetZone(tzid: string): string | null {
  if (/^(?:z|tzone:\/\/microsoft\/utc)$/i.test(tzid.trim())) return 'UTC'
  const [, sign, hours, minutes = 0] = /^(?:UTC|GMT)([+-])(\d{1,2}):?(\d\d)?$/i.exec(tzid.trim()) ?? []
  if (hours === undefined) return null
  return fixedZone((sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)))
}

/**
 * Returns the zone with this offset, if it has whole hours. Etc/GMT+5 is five hours behind UTC: the sign is reversed.
 */
const fixedZone = (minutes: number): string | null =>
  minutes % 60 === 0 && minutes >= -720 && minutes <= 840
    ? (ianaZone(minutes === 0 ? 'UTC' : `Etc/GMT${minutes > 0 ? '-' : '+'}${Math.abs(minutes / 60)}`) ?? null)
    : null

/** Zones for definitions that name no zone. The first one with the same offsets in January and July is chosen. */
const COMMON_ZONES = [
  'Asia/Seoul',
  'Asia/Shanghai',
  'Europe/Berlin',
  'Europe/London',
  'Europe/Athens',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Anchorage',
  'America/Halifax',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Asia/Dhaka',
  'Asia/Karachi',
  'Asia/Dubai',
  'Europe/Moscow',
  'Asia/Bangkok',
  'Australia/Sydney',
  'Australia/Adelaide',
  'Australia/Darwin',
  'Australia/Brisbane',
  'Pacific/Auckland',
  'Pacific/Honolulu',
  'Asia/Kabul',
  'Asia/Yangon',
  'Africa/Cairo',
  'Asia/Jerusalem',
  'Australia/Eucla',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Marquesas',
  'UTC',
]

function seasonOffsets(zone: string): [january: number, july: number] {
  const at = (month: number) =>
    Temporal.ZonedDateTime.from({ timeZone: zone, year: 2026, month, day: 15 }).offsetNanoseconds / 6e10
  return [at(1), at(7)]
}
