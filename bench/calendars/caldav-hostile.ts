// Measures how long hostile CalDAV requests block the event loop, as the CPU time of its longest turn. Elapsed time
// would also depend on other programs.
import { startEmbedded } from '../../server/test/support/accounts.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'

const NAMESPACES = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"'
const server = await startEmbedded(await openFreshSqlite(), { LOG_LEVEL: 'silent' }, { watched: false })
const { client } = await server.join()
const { username, password } = await client.devicePasswords.create({ body: { name: 'bench' } })
const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
const home = `/dav/${(await client.users.me()).id}/`
const MB = 2 * 1024 * 1024 - 2000
const wrap = (lines: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:u\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260101T000000Z\r\n${lines.join('\r\n')}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
const utc = (index: number) =>
  new Date(Date.UTC(2026, 0, 2) + (index % 60_000) * 86_400_000).toISOString().replace(/[-:]|\.000/g, '')

/** Returns up to `most` lines that together fit into a request of two megabytes. */
function fill(line: (index: number) => string, most: number): string[] {
  const lines: string[] = []
  let size = 500
  for (let index = 0; index < most; index++) {
    const next = line(index)
    size += next.length + 2
    if (size > MB) break
    lines.push(next)
  }
  return lines
}
const many = (count: number, text: (index: number) => string, separator = '') =>
  Array.from({ length: count }, (_, index) => text(index)).join(separator)
const override = (id: string) => (index: number) =>
  `END:VEVENT\r\nBEGIN:VEVENT\r\nUID:u\r\n${id}:${utc(index)}\r\nSUMMARY:x${index}\r\nDTSTART:20260102T000000Z`

const xml = (inner: string) => `<d:propfind ${NAMESPACES}><d:prop>${inner}</d:prop></d:propfind>`
const cases: [name: string, method: string, path: string, body: string][] = [
  ['ics 2 MB one line', 'PUT', 'schedules/a.ics', wrap([`DESCRIPTION:${'x'.repeat(MB - 500)}`])],
  ['ics 2 MB escapes', 'PUT', 'schedules/a.ics', wrap([`DESCRIPTION:${'\\n'.repeat((MB - 500) / 2)}`])],
  ['ics 2 MB backslashes', 'PUT', 'schedules/a.ics', wrap([`SUMMARY:${'\\\\'.repeat((MB - 500) / 2)}`])],
  [
    'ics folded',
    'PUT',
    'schedules/a.ics',
    wrap([`DESCRIPTION:x`, ...fill(() => ` ${'x'.repeat(73)}`, 40_000)]),
  ],
  ['ics short folded', 'PUT', 'schedules/a.ics', wrap([`DESCRIPTION:x`, ...fill(() => ' x', 29900)])],
  ['ics empty lines', 'PUT', 'schedules/a.ics', wrap(fill(() => '', 1_100_000))],
  ['ics many props', 'PUT', 'schedules/a.ics', wrap(fill(i => `X-P${i}:${'v'.repeat(180)}`, 9900))],
  ['ics many params', 'PUT', 'schedules/a.ics', wrap([`X-P${';A=b'.repeat((MB - 600) / 4)}:v`])],
  [
    'ics dtstart many params',
    'PUT',
    'schedules/a.ics',
    wrap([`DUE${';A=b'.repeat((MB - 600) / 4)}:v`, `EXDATE${';A="b"'.repeat(300000)}:20260101T000000Z`]),
  ],
  [
    'ics exdates',
    'PUT',
    'schedules/a.ics',
    wrap(['RRULE:FREQ=DAILY', ...fill(i => `EXDATE:${utc(i)}`, 9000)]),
  ],
  [
    'ics exdates one line',
    'PUT',
    'schedules/a.ics',
    wrap(['RRULE:FREQ=DAILY', `EXDATE:${fill(i => utc(i), 110000).join(',')}`]),
  ],
  [
    'ics exdates zoned',
    'PUT',
    'schedules/a.ics',
    wrap([
      'RRULE:FREQ=DAILY',
      `EXDATE;TZID=America/New_York:${fill(i => utc(i).slice(0, -1), 110000).join(',')}`,
    ]),
  ],
  ['ics rdates', 'PUT', 'schedules/a.ics', wrap([`RDATE:${fill(i => utc(i), 110000).join(',')}`])],
  ['ics 3000 rdates', 'PUT', 'schedules/a.ics', wrap([`RDATE:${fill(i => utc(i), 2990).join(',')}`])],
  [
    'ics overrides',
    'PUT',
    'schedules/a.ics',
    wrap(['RRULE:FREQ=DAILY', ...fill(override('RECURRENCE-ID'), 1600)]),
  ],
  [
    'ics thisandfuture',
    'PUT',
    'schedules/a.ics',
    wrap(['RRULE:FREQ=DAILY', ...fill(override('RECURRENCE-ID;RANGE=THISANDFUTURE'), 1600)]),
  ],
  ['ics categories', 'PUT', 'schedules/a.ics', wrap([`CATEGORIES:${'a,'.repeat((MB - 600) / 2)}`])],
  [
    'ics alarms',
    'PUT',
    'schedules/a.ics',
    wrap(fill(i => `BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT${i}M\r\nEND:VALARM`, 2400)),
  ],
  [
    'ics vtimezones',
    'PUT',
    'schedules/a.ics',
    wrap([])
      .replace(
        'BEGIN:VEVENT',
        `${fill(
          i =>
            `BEGIN:VTIMEZONE\r\nTZID:z${i}\r\nBEGIN:STANDARD\r\nTZOFFSETTO:+0123\r\nEND:STANDARD\r\nEND:VTIMEZONE`,
          1600,
        ).join('\r\n')}\r\nBEGIN:VEVENT`,
      )
      .replace('DTSTART:2026', 'DTSTART;TZID=z1599:2026')
      .replace('00Z\r\n', '00\r\n'),
  ],
  [
    'ics many zones used',
    'PUT',
    'schedules/a.ics',
    wrap(['RRULE:FREQ=DAILY', ...fill(i => `EXDATE;TZID=q${i}:20260101T000000`, 9000)]),
  ],
  ['ics endless rule', 'PUT', 'schedules/a.ics', wrap(['RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'])],
  [
    'ics dense rule',
    'PUT',
    'schedules/a.ics',
    wrap([
      'RRULE:FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23;BYMINUTE=0,1,2,3,4,5,6,7,8,9,10;BYSECOND=0,1,2,3,4,5,6,7',
    ]),
  ],
  ['ics long rule', 'PUT', 'schedules/a.ics', wrap([`RRULE:FREQ=DAILY;BYHOUR=${'1,'.repeat(900000)}1`])],
  ['ics deep', 'PUT', 'schedules/a.ics', 'BEGIN:VCALENDAR\r\n'.repeat(100000)],
  ['ics 5 MB line', 'PUT', 'schedules/a.ics', wrap([`DESCRIPTION:${'x'.repeat(5_000_000)}`])],
  ['xml entity bomb', 'PROPFIND', '', `<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>`],
  ['xml elements', 'PROPFIND', '', xml('<a/>'.repeat(24000))],
  ['xml elements ns', 'PROPFIND', '', xml('<x:a xmlns:x="u"/>'.repeat(24000))],
  ['xml too many', 'PROPFIND', '', xml('<a/>'.repeat(500000))],
  ['xml attributes', 'PROPFIND', '', xml(`<a ${many(60, i => `xmlns:a${i}="u${i}"`, ' ')}/>`.repeat(1600))],
  ['xml spaces', 'PROPFIND', '', xml(`<a${' '.repeat(MB - 500)}/>`)],
  ['xml spaces many', 'PROPFIND', '', xml(`<a${' '.repeat(90)}b=/>`.repeat(20000))],
  [
    'xml deep ns',
    'PROPFIND',
    '',
    Array.from({ length: 30 }, (_, i) => `<a${i} ${many(60, j => `xmlns:a${i}x${j}="u${j}"`, ' ')}>`).join(
      '',
    ) + '<a b="c"/>'.repeat(20000),
  ],
  ['xml text', 'PROPFIND', '', xml(`<a>${'x'.repeat(MB - 500)}</a>`)],
  ['xml text pieces', 'PROPFIND', '', xml(`<a>${'x<b/>'.repeat(24000)}</a>`)],
  ['xml comments', 'PROPFIND', '', xml('<!---->'.repeat(290000))],
  ['xml entities', 'PROPFIND', '', xml(`<a>${'&amp;'.repeat(9900)}</a>`)],
  ['xml cdata', 'PROPFIND', '', xml(`<a>${'<![CDATA[x]]>'.repeat(150000)}</a>`)],
  ['xml pi', 'PROPFIND', '', xml('<?a?>'.repeat(400000))],
  ['xml props on home', 'PROPFIND', '', xml(many(24000, i => `<a${i}/>`))],
  [
    'multiget 20000',
    'REPORT',
    'schedules/',
    `<c:calendar-multiget ${NAMESPACES}><d:prop><d:getetag/></d:prop>${many(19990, i => `<d:href>${home}schedules/n${i}.ics</d:href>`)}</c:calendar-multiget>`,
  ],
  [
    'multiget long',
    'REPORT',
    'schedules/',
    `<c:calendar-multiget ${NAMESPACES}><d:prop><d:getetag/></d:prop>${many(19990, i => `<d:href>${home}schedules/${'%20'.repeat(12)}${i}</d:href>`)}</c:calendar-multiget>`,
  ],
  [
    'proppatch',
    'PROPPATCH',
    'schedules/',
    `<d:propertyupdate ${NAMESPACES}><d:set><d:prop>${many(12000, i => `<a${i}>x</a${i}>`)}</d:prop></d:set></d:propertyupdate>`,
  ],
  [
    'filter deep',
    'REPORT',
    'schedules/',
    `<c:calendar-query ${NAMESPACES}><d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">${'<c:prop-filter name="SUMMARY"><c:text-match>x</c:text-match></c:prop-filter>'.repeat(12000)}</c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`,
  ],
  [
    'free busy all',
    'REPORT',
    'schedules/',
    `<c:free-busy-query ${NAMESPACES}><c:time-range start="19000101T000000Z" end="22000101T000000Z"/></c:free-busy-query>`,
  ],
]
for (let i = 0; i < 60; i++)
  await server.fetch(`${home}schedules/s${i}.ics`, {
    method: 'PUT',
    body: wrap([`RRULE:FREQ=DAILY`]).replace('UID:u', `UID:s${i}`),
    headers: { authorization, 'content-type': 'text/calendar' },
  })

let worst = 0
let last = process.threadCpuUsage()
let isRunning = true
function tick(): void {
  const now = process.threadCpuUsage()
  worst = Math.max(worst, (now.user + now.system - last.user - last.system) / 1000)
  last = now
  if (isRunning) setImmediate(tick)
}
setImmediate(tick)

console.log('Best of 3 rounds, SQLite; target: at most 50 ms, and no status of 500 or above\n')
console.log('| request | KB | status | longest turn in ms of CPU |')
console.log('|---|---|---|---|')
for (const [name, method, path, body] of cases) {
  let status = 0
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3; round++) {
    await new Promise(resolve => setTimeout(resolve, 20))
    worst = 0
    const response = await server.fetch(home + path, {
      method,
      body,
      headers: {
        authorization,
        depth: '1',
        'content-type': method === 'PUT' ? 'text/calendar' : 'application/xml',
      },
    })
    await response.text()
    status = response.status
    await new Promise(resolve => setImmediate(resolve))
    best = Math.min(best, worst)
  }
  console.log(`| ${name} | ${Math.round(body.length / 1024)} | ${status} | ${best.toFixed(1)} |`)
}
isRunning = false
await server.close()
