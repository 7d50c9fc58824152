// Zones behind a time: 3pm EST, 15:00 CET, 9am London time, 14:00 UTC+2.
import { instantOf } from './calendar.ts'
import type { Day } from './chip.ts'

interface Abbreviation {
  /** The zone, and the zones of regions that use the abbreviation differently. */
  readonly zone: string
  readonly in?: Readonly<Record<string, string>>
}

const ABBREVIATIONS: Record<string, Abbreviation> = {
  et: { zone: 'America/New_York' },
  est: { zone: 'Etc/GMT+5', in: { AU: 'Etc/GMT-10' } },
  edt: { zone: 'Etc/GMT+4', in: { AU: 'Etc/GMT-11' } },
  ct: { zone: 'America/Chicago' },
  cst: { zone: 'Etc/GMT+6', in: { CN: 'Asia/Shanghai', TW: 'Asia/Taipei', CU: 'America/Havana' } },
  cdt: { zone: 'Etc/GMT+5' },
  mt: { zone: 'America/Denver' },
  mst: { zone: 'Etc/GMT+7' },
  mdt: { zone: 'Etc/GMT+6' },
  pt: { zone: 'America/Los_Angeles' },
  pst: { zone: 'Etc/GMT+8', in: { PH: 'Asia/Manila' } },
  pdt: { zone: 'Etc/GMT+7' },
  akst: { zone: 'Etc/GMT+9' },
  hst: { zone: 'Etc/GMT+10' },
  gmt: { zone: 'UTC' },
  utc: { zone: 'UTC' },
  z: { zone: 'UTC' },
  bst: { zone: 'Etc/GMT-1', in: { BD: 'Asia/Dhaka' } },
  wet: { zone: 'UTC' },
  west: { zone: 'Etc/GMT-1' },
  cet: { zone: 'Etc/GMT-1' },
  cest: { zone: 'Etc/GMT-2' },
  eet: { zone: 'Etc/GMT-2' },
  eest: { zone: 'Etc/GMT-3' },
  msk: { zone: 'Europe/Moscow' },
  ist: { zone: 'Asia/Kolkata', in: { IL: 'Asia/Jerusalem', IE: 'Europe/Dublin' } },
  sgt: { zone: 'Asia/Singapore' },
  hkt: { zone: 'Asia/Hong_Kong' },
  jst: { zone: 'Asia/Tokyo' },
  kst: { zone: 'Asia/Seoul' },
  aest: { zone: 'Etc/GMT-10' },
  aedt: { zone: 'Etc/GMT-11' },
  acst: { zone: 'Australia/Darwin' },
  awst: { zone: 'Australia/Perth' },
  nzst: { zone: 'Etc/GMT-12' },
  nzdt: { zone: 'Etc/GMT-13' },
}

const OFFSET = /(?:utc|gmt) ?([+-−]) ?(\d{1,2})(?::?([03]0|45))?(?![\d:])/iuy
const SHORT = /\(?([a-z]{2,4}|z)\)?(?![\p{L}\p{N}'’-])/iuy
const CITY = /(\p{L}[\p{L}.]+(?: \p{L}[\p{L}.]+){0,2})(?:['’]s)? time(?![\p{L}\p{N}])/iuy

/** 10am Pacific. Before other words it may be a name, such as Central Park. */
const AMERICAN =
  /(eastern|central|mountain|pacific)(?: standard| daylight)?(?=\s*$|[\s,]+(?:on|today|tonight|tomorrow|tmrw|mon|tue|wed|thu|fri|sat|sun)|\s+[#/!~\uE000])/iuy

/** 런던 시간 (London time), 한국시간으로. */
const KOREAN_PLACE = /(\p{Script=Hangul}{2,6}(?: [동서]부)?) ?시간(?:으로)?(?=$|[\s,.;!?)\uE000])/uy
const KOREAN_PLACES: Record<string, string> = {
  런던: 'Europe/London',
  영국: 'Europe/London',
  파리: 'Europe/Paris',
  프랑스: 'Europe/Paris',
  베를린: 'Europe/Berlin',
  독일: 'Europe/Berlin',
  뉴욕: 'America/New_York',
  '미국 동부': 'America/New_York',
  '미국 서부': 'America/Los_Angeles',
  시카고: 'America/Chicago',
  시애틀: 'America/Los_Angeles',
  로스앤젤레스: 'America/Los_Angeles',
  도쿄: 'Asia/Tokyo',
  일본: 'Asia/Tokyo',
  베이징: 'Asia/Shanghai',
  상하이: 'Asia/Shanghai',
  중국: 'Asia/Shanghai',
  홍콩: 'Asia/Hong_Kong',
  싱가포르: 'Asia/Singapore',
  방콕: 'Asia/Bangkok',
  하노이: 'Asia/Bangkok',
  베트남: 'Asia/Ho_Chi_Minh',
  인도: 'Asia/Kolkata',
  두바이: 'Asia/Dubai',
  시드니: 'Australia/Sydney',
  서울: 'Asia/Seoul',
  한국: 'Asia/Seoul',
}

/** Reads 런던 시간 at this position, before or behind a time. */
export function koreanZoneAt(text: string, at: number): { end: number; zone: string } | undefined {
  KOREAN_PLACE.lastIndex = at
  const found = KOREAN_PLACE.exec(text)
  const zone = KOREAN_PLACES[found?.[1] ?? '']
  return found && zone !== undefined ? { end: at + found[0].length, zone } : undefined
}

export interface ZoneFound {
  readonly end: number
  /** Undefined if the text looks like a zone that is not known. */
  readonly zone: string | undefined
}

/** Reads a zone at this position, which follows a time. */
export function zoneAt(text: string, at: number, region: string | undefined): ZoneFound | undefined {
  OFFSET.lastIndex = at
  const offset = OFFSET.exec(text)
  if (offset) {
    const [all, sign = '', hours = '', minutes = '00'] = offset
    const zone = `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`
    return Number(hours) > 14 ? undefined : { end: at + all.length, zone }
  }
  CITY.lastIndex = at
  const city = CITY.exec(text)
  if (city) {
    const zone = cities().get((city[1] ?? '').toLowerCase().replaceAll('.', ''))
    return zone ? { end: at + city[0].length, zone } : undefined
  }
  AMERICAN.lastIndex = at
  const american = AMERICAN.exec(text)
  const named = american && cities().get((american[1] ?? '').toLowerCase())
  if (american && named) return { end: at + american[0].length, zone: named }
  SHORT.lastIndex = at
  const short = SHORT.exec(text)
  if (!short) return undefined
  const [all, name = ''] = short
  const known = ABBREVIATIONS[name.toLowerCase()]
  // "Meet at 3pm et al." and "3pm it" are words; people write abbreviations in capitals, or at the end.
  if (
    known &&
    (name === name.toUpperCase() || (name.length > 2 && text.slice(at + all.length).trim() === ''))
  )
    return { end: at + all.length, zone: (region && known.in?.[region]) ?? known.zone }
  // Capitals at the end of the line are probably a zone that is not known.
  return /^[A-Z]{3,4}$/.test(name) && text.slice(at + all.length).trim() === ''
    ? { end: at + all.length, zone: undefined }
    : undefined
}

/** "in Paris" after a time: the zone that a chip can offer. */
const IN_CITY = / in (\p{Lu}[\p{L}.]+(?: \p{Lu}[\p{L}.]+){0,2})(?![\p{L}\p{N}'’-])/uy
export function offeredZone(
  text: string,
  at: number,
): { start: number; end: number; zone: string } | undefined {
  IN_CITY.lastIndex = at
  const found = IN_CITY.exec(text)
  const zone = cities().get((found?.[1] ?? '').toLowerCase())
  return found && zone ? { start: at + 1, end: at + found[0].length, zone } : undefined
}

let known: Map<string, string> | undefined

/** London is Europe/London; New York is America/New_York. */
function cities(): Map<string, string> {
  known ??= new Map([
    ...Intl.supportedValuesOf('timeZone')
      .filter(zone => zone.includes('/') && !zone.startsWith('Etc/'))
      .map((zone): [string, string] => [
        zone
          .slice(zone.lastIndexOf('/') + 1)
          .replaceAll('_', ' ')
          .toLowerCase(),
        zone,
      ]),
    ...MORE,
  ])
  return known
}
const MORE: [string, string][] = [
  ['eastern', 'America/New_York'],
  ['central', 'America/Chicago'],
  ['mountain', 'America/Denver'],
  ['pacific', 'America/Los_Angeles'],
  ['uk', 'Europe/London'],
  ['san francisco', 'America/Los_Angeles'],
  ['seattle', 'America/Los_Angeles'],
  ['boston', 'America/New_York'],
  ['washington', 'America/New_York'],
  ['austin', 'America/Chicago'],
  ['delhi', 'Asia/Kolkata'],
  ['mumbai', 'Asia/Kolkata'],
  ['bangalore', 'Asia/Kolkata'],
  ['india', 'Asia/Kolkata'],
  ['beijing', 'Asia/Shanghai'],
  ['munich', 'Europe/Berlin'],
  ['hamburg', 'Europe/Berlin'],
  ['frankfurt', 'Europe/Berlin'],
  ['barcelona', 'Europe/Madrid'],
  ['milan', 'Europe/Rome'],
  ['geneva', 'Europe/Zurich'],
  ['korea', 'Asia/Seoul'],
  ['japan', 'Asia/Tokyo'],
  ['germany', 'Europe/Berlin'],
  ['france', 'Europe/Paris'],
]

/** Converts a local time of another zone to the person's day and minute. */
export function inOwnZone(
  { day, minute }: { day: Day; minute: number },
  zone: string,
  local: (instant: number) => { day: Day; minute: number },
): { day: Day; minute: number } {
  return local(instantOf(day, minute, zone))
}
