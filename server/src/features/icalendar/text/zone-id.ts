// Finds the IANA zone of a TZID: plain names, names with a vendor's prefix, Outlook's names, and VTIMEZONE definitions.
import { ianaZone } from '@daymark/contract/validation/zone-name'
import { findIana } from 'windows-iana'
import { type Component, firstOf } from './content-line.ts'
import type { FindZone } from './value.ts'

export function zoneFinder(calendar: Component): FindZone {
  const known = new Map<string, string | null>()
  return tzid => {
    const found = known.get(tzid)
    if (found !== undefined) return found
    if (known.size >= MAX_ZONES) return null
    const zone = zoneOf(tzid) ?? definedZone(calendar, tzid)
    known.set(tzid, zone)
    return zone
  }
}

/** No object needs more zones, and an unknown name takes long to look up. */
const MAX_ZONES = 50

function zoneOf(tzid: string): string | null {
  const name = tzid.trim().replace(/^"|"$/g, '')
  const direct = ianaZone(name)
  if (direct !== undefined) return direct
  // Such as /mozilla.org/20050126_1/Europe/Berlin or /freeassociation.sourceforge.net/America/Argentina/Salta.
  for (const tail of [/[^/]+\/[^/]+\/[^/]+$/, /[^/]+\/[^/]+$/]) {
    const found = ianaZone(tail.exec(name)?.[0] ?? '')
    if (found !== undefined && name.includes('/')) return found
  }
  // Returns an empty list for unknown names.
  return findIana(name as Parameters<typeof findIana>[0])[0] ?? null
}

/** Reads the zone that a VTIMEZONE names, or finds a common zone with the same offsets. */
function definedZone(calendar: Component, tzid: string): string | null {
  const definition = calendar.components.find(
    each => each.name === 'VTIMEZONE' && firstOf(each, 'TZID')?.value === tzid,
  )
  if (!definition) return null
  const named = zoneOf(firstOf(definition, 'X-LIC-LOCATION')?.value ?? '')
  if (named !== null) return named
  const offsetOf = (name: string) =>
    offsetMinutes(
      firstOf(definition.components.findLast(each => each.name === name) ?? EMPTY, 'TZOFFSETTO')?.value,
    )
  const standard = offsetOf('STANDARD')
  const daylight = offsetOf('DAYLIGHT') ?? standard
  if (standard === undefined || daylight === undefined) return null
  return (
    COMMON_ZONES.find(zone => {
      const [winter, summer] = seasonOffsets(zone)
      return winter === standard && summer === daylight
    }) ?? (standard === daylight ? fixedZone(standard) : null)
  )
}

const EMPTY: Component = { name: '', properties: [], components: [] }

function offsetMinutes(text: string | undefined): number | undefined {
  const found = /^([+-])(\d\d)(\d\d)/.exec(text ?? '')
  if (!found) return undefined
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3]))
}

/** Etc/GMT+5 is five hours behind UTC: the sign is reversed. */
const fixedZone = (minutes: number): string | null =>
  minutes % 60 === 0 && minutes >= -720 && minutes <= 840
    ? (ianaZone(minutes === 0 ? 'UTC' : `Etc/GMT${minutes > 0 ? '-' : '+'}${Math.abs(minutes / 60)}`) ?? null)
    : null

/** The most populous zone for each pair of offsets that is in use. */
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
  'UTC',
]

function seasonOffsets(zone: string): [standard: number, daylight: number] {
  const at = (month: number) =>
    Temporal.ZonedDateTime.from({ timeZone: zone, year: 2026, month, day: 15 }).offsetNanoseconds / 6e10
  const [january, july] = [at(1), at(7)]
  return [Math.min(january, july), Math.max(january, july)]
}
