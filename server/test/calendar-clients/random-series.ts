// Another program expands random series in 40 time zones from the server's iCalendar data, and must find the same
// occurrences as the server.
import assert from 'node:assert/strict'
import { type ClientWorld, runPython } from './support.ts'

const ZONES = [
  ...['UTC', 'Asia/Seoul', 'Asia/Tokyo', 'Asia/Shanghai', 'Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Tehran'],
  ...['Asia/Dubai', 'Asia/Jerusalem', 'Asia/Bangkok', 'Asia/Manila', 'Asia/Yangon', 'Europe/London'],
  ...['Europe/Berlin', 'Europe/Paris', 'Europe/Athens', 'Europe/Moscow', 'Europe/Lisbon', 'Europe/Dublin'],
  ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix', 'America/Los_Angeles'],
  ...['America/Anchorage', 'America/Halifax', 'America/St_Johns', 'America/Sao_Paulo', 'America/Mexico_City'],
  ...['America/Bogota', 'Africa/Cairo', 'Africa/Lagos', 'Africa/Johannesburg', 'Australia/Sydney'],
  ...['Australia/Adelaide', 'Australia/Perth', 'Australia/Lord_Howe', 'Pacific/Auckland', 'Pacific/Chatham'],
  'Pacific/Honolulu',
]
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const FROM = Date.UTC(2026, 0, 1)
const TO = Date.UTC(2028, 0, 1)
const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.000/g, '')

function randomOf(seed: number): (most: number) => number {
  let state = seed >>> 0
  return most => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

function ruleFor(random: (most: number) => number, start: Temporal.ZonedDateTime): string {
  const day = DAYS[start.dayOfWeek - 1]
  const week = Math.ceil(start.day / 7)
  const kinds = [
    'FREQ=DAILY',
    `FREQ=WEEKLY;BYDAY=${[...new Set([day, DAYS[random(7)], DAYS[random(7)]])].join()}`,
    'FREQ=WEEKLY',
    `FREQ=MONTHLY;BYMONTHDAY=${start.day}`,
    `FREQ=MONTHLY;BYDAY=${week}${day}`,
    `FREQ=YEARLY;BYMONTH=${start.month};BYMONTHDAY=${start.day}`,
    `FREQ=DAILY;BYDAY=${[...new Set([day, 'MO', 'WE', 'FR'])].join()}`,
  ]
  const ends = [
    '',
    `;COUNT=${1 + random(40)}`,
    `;UNTIL=${stamp(start.epochMilliseconds + random(500) * 86_400_000)}`,
  ]
  return `${kinds[random(kinds.length)]};INTERVAL=${1 + random(3)}${ends[random(ends.length)]}`
}

/** Every third series has a moved occurrence. Series start between 5:00 and 22:00, when no clock changes. */
export async function compareSeries(
  world: ClientWorld,
  { count, seed }: { count: number; seed: number },
): Promise<number> {
  const { ann } = world
  const random = randomOf(seed)
  for (let index = 0; index < count; index++) {
    const zone = ZONES[index % ZONES.length] ?? 'UTC'
    const start = Temporal.PlainDateTime.from({
      year: 2026,
      month: 1 + random(12),
      day: 1 + random(28),
      hour: 5 + random(17),
      minute: random(60),
    }).toZonedDateTime(zone)
    const at = new Date(start.epochMilliseconds)
    const body = {
      ...{ title: `Series ${index}`, timezone: zone, start_time: at.toISOString() },
      ...{
        end_time: new Date(at.getTime() + 1_800_000).toISOString(),
        recurrence_rule: ruleFor(random, start),
      },
    }
    const { id } = await ann.schedules.create({ body })
    if (index % 3 === 0) {
      const end_time = new Date(at.getTime() + 9_000_000).toISOString()
      const start_time = new Date(at.getTime() + 7_200_000).toISOString()
      const query = { instance_start: at.toISOString(), apply_to: 'this' as const }
      await ann.schedules.update({ params: { schedule_id: id }, query, body: { start_time, end_time } })
    }
  }
  const ours = await occurrences(world, `<c:expand start="${stamp(FROM)}" end="${stamp(TO)}"/>`)
  const texts = await occurrences(world, '')
  assert.equal(texts.size, count)
  const input = JSON.stringify([...texts.values()].map(text => [text, FROM, TO]))
  const theirs = JSON.parse(await runPython(world, 'expand_series.py', input)) as number[][]
  let instances = 0
  for (const [index, [name, text]] of [...texts].entries()) {
    const found = [...(ours.get(name) ?? '').matchAll(/^DTSTART:(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/gm)]
      .map(([, ...parts]) => {
        const [year = 0, month = 0, ...rest] = parts.map(Number)
        return Date.UTC(year, month - 1, ...(rest as [number, number, number, number]))
      })
      .filter(at => at >= FROM && at < TO)
      .sort((a, b) => a - b)
    assert.deepEqual(found, theirs[index], text)
    instances += found.length
  }
  return instances
}

/** Returns each object's iCalendar text by file name. `data` is the content of the `calendar-data` element. */
async function occurrences(
  { homeUrl, username, password }: ClientWorld,
  data: string,
): Promise<Map<string, string>> {
  const filter =
    '<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"/></c:comp-filter></c:filter>'
  const response = await fetch(`${homeUrl}schedules/`, {
    method: 'REPORT',
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      depth: '1',
    },
    body: `<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-data>${data}</c:calendar-data></d:prop>${filter}</c:calendar-query>`,
  })
  assert.equal(response.status, 207)
  const text = (await response.text())
    .replaceAll('&#13;', '\r')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
  const objects = text.matchAll(/<d:href>([^<]*)<\/d:href>.*?<c:calendar-data>(.*?)<\/c:calendar-data>/gs)
  return new Map([...objects].map(([, name = '', each = '']) => [name, each]))
}
