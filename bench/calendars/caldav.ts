// Measures CalDAV on SQLite: the first sync of many objects, an empty sync, and a month query.
import { startEmbedded } from '../../server/test/support/accounts.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 9)
const SIZES = (process.env['OBJECTS'] ?? '5000,10000').split(',').map(Number)
const NAMESPACES = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"'
const HOUR = 3_600_000

const server = await startEmbedded(await openFreshSqlite(), { LOG_LEVEL: 'silent' }, { watched: false })
console.log(`${ROUNDS} rounds, medians, SQLite; every twentieth event repeats weekly\n`)
console.log('| objects | request | ms | CPU ms | KB | target |')
console.log('|---|---|---|---|---|---|')
for (const objects of SIZES) await measure(objects)
await server.close()

async function measure(objects: number): Promise<void> {
  const { client } = await server.join()
  const { username, password } = await client.devicePasswords.create({ body: { name: 'bench' } })
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const home = `/dav/${(await client.users.me()).id}/schedules/`
  const send = (method: string, path: string, body: string, type = 'application/xml') =>
    server.fetch(path, { method, body, headers: { authorization, 'content-type': type, depth: '1' } })
  for (let index = 0; index < objects; index++)
    await send('PUT', `${home}event-${index}.ics`, eventText(index), 'text/calendar')
  const sync = (token: string, data: string) =>
    `<d:sync-collection ${NAMESPACES}><d:sync-token>${token}</d:sync-token><d:sync-level>1</d:sync-level><d:prop><d:getetag/>${data}</d:prop></d:sync-collection>`
  const token =
    /<d:sync-token>(.*?)</.exec(await (await send('REPORT', home, sync('', ''))).text())?.[1] ?? ''
  const month = `<c:calendar-query ${NAMESPACES}><d:prop><d:getetag/><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range start="20260601T000000Z" end="20260701T000000Z"/></c:comp-filter></c:comp-filter></c:filter></c:calendar-query>`
  const cases: [name: string, body: string, target: string][] = [
    ['first sync with texts', sync('', '<c:calendar-data/>'), '1 s of CPU for 10,000'],
    ['empty sync', sync(token, ''), '5 ms'],
    ['a month with texts', month, '50 ms for 5,000'],
  ]
  for (const [name, body, target] of cases) {
    const times: number[] = []
    const cpu = process.cpuUsage()
    let size = 0
    // A short request needs more rounds, because the first ones also collect the previous case's garbage.
    const rounds = name === 'empty sync' ? ROUNDS * 20 : ROUNDS
    for (let round = 0; round < rounds; round++) {
      const start = performance.now()
      size = (await (await send('REPORT', home, body)).text()).length
      times.push(performance.now() - start)
    }
    const used = process.cpuUsage(cpu)
    const median = times.sort((a, b) => a - b)[rounds >> 1] ?? 0
    const processor = (used.user + used.system) / 1000 / rounds
    const row = [objects, name, median.toFixed(1), processor.toFixed(1), Math.round(size / 1024), target]
    console.log(`| ${row.join(' | ')} |`)
  }
}

function eventText(index: number): string {
  const start = Date.UTC(2026, 0, 1) + ((index * 5) % 8_760) * HOUR
  const text = (at: number) => new Date(at).toISOString().replace(/[-:]|\.000/g, '')
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Benchmark//EN',
    'BEGIN:VEVENT',
    `UID:event-${index}`,
    'DTSTAMP:20260101T000000Z',
    `SUMMARY:Event ${index} 회의`,
    `LOCATION:Room ${index % 9}`,
    `DTSTART:${text(start)}`,
    `DTEND:${text(start + HOUR)}`,
    ...(index % 20 === 0 ? ['RRULE:FREQ=WEEKLY'] : []),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}
