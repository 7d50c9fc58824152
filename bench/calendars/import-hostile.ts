// Measures how long imports of large and hostile files block a server's event loop. The server runs in a separate
// process.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { startEmbedded } from '../../server/test/support/accounts.ts'
import { listening } from '../../server/test/support/device.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'

/**
 * The number of events, tasks or categories in the largest files. Importing 10,000 takes minutes on a busy machine.
 */
const EVENTS = Number(process.env['EVENTS'] ?? 10_000)

const part = (of: number): number => Math.ceil(EVENTS / of)

interface Held {
  cpu_ms: number
  delay_ms: number
}

if (process.send) await serve(process.send.bind(process))
else await measureAll()

/**
 * Runs the server. Replies to `join` with its address and a new person's token, and to any other message with the
 * longest turn and the longest delay of the event loop since the previous such message.
 */
async function serve(send: (message: unknown) => void): Promise<void> {
  const server = await startEmbedded(await openFreshSqlite(), { LOG_LEVEL: 'silent' }, { watched: false })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  let worst = 0
  let last = process.threadCpuUsage()
  const tick = () => {
    const now = process.threadCpuUsage()
    worst = Math.max(worst, (now.user + now.system - last.user - last.system) / 1000)
    last = now
    setImmediate(tick)
  }
  setImmediate(tick)
  const address = await listening(server.app)
  process.on('message', async message => {
    if (message === 'join') {
      const { client } = await server.join()
      const { token } = await client.tokens.create({ body: { name: 'bench', scopes: ['read', 'write'] } })
      send({ address, token })
    } else {
      send({ cpu_ms: worst, delay_ms: delay.max / 1e6 } satisfies Held)
      worst = 0
      delay.reset()
    }
  })
  process.once('disconnect', () => process.exit())
  send('ready')
}

async function measureAll(): Promise<void> {
  const server = fork(import.meta.filename, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await once(server, 'message')
  const only = process.env['CASES']?.split(';')
  console.log('SQLite, a server process of its own; target: at most 50 ms, and no status of 500 or above\n')
  console.log('| file | KB | status | seconds | longest turn in ms of CPU | longest delay in ms |')
  console.log('|---|---|---|---|---|---|')
  for (const [name, text] of Object.entries(files()))
    if (!only || only.includes(name)) await measure(server, name, text())
  server.disconnect()
}

async function ask<T>(server: ChildProcess, message: string): Promise<T> {
  const answer = once(server, 'message')
  server.send(message)
  return (await answer)[0] as T
}

async function measure(server: ChildProcess, name: string, text: string): Promise<void> {
  const { address, token } = await ask<{ address: string; token: string }>(server, 'join')
  await ask<Held>(server, 'held')
  const start = performance.now()
  const response = await fetch(`http://${address}/v1/import/ics`, {
    method: 'POST',
    body: text,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/calendar' },
  })
  const body = await response.text()
  const seconds = (performance.now() - start) / 1000
  const { cpu_ms, delay_ms } = await ask<Held>(server, 'held')
  const row = [name, Math.round(text.length / 1024), response.status, seconds.toFixed(1), cpu_ms.toFixed(1)]
  console.log(`| ${row.join(' | ')} | ${delay_ms.toFixed(0)} |`)
  if (process.env['VERBOSE']) console.log(body.slice(0, 300))
}

/**
 * Returns a function for each file, which creates the file only when called, so that one file is in memory at a time.
 */
function files(): Record<string, () => string> {
  const MB = 1024 * 1024
  const calendar = (...lines: string[]) =>
    ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...lines, 'END:VCALENDAR', ''].join('\r\n')
  const event = (uid: string, ...lines: string[]) =>
    ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTART:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n')
  const many = (count: number, one: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => one(i))
  const utc = (index: number) =>
    new Date(Date.UTC(2026, 0, 2) + index * 86_400_000).toISOString().replace(/[-:]|\.000/g, '')
  const override = (uid: string, index: number) =>
    event(uid, `RECURRENCE-ID:${utc(index)}`, `SUMMARY:x${index}`).replace(
      'DTSTART:20260101',
      'DTSTART:20260102',
    )
  return {
    [`${EVENTS} events`]: () => calendar(...many(EVENTS, i => event(`e${i}`, `SUMMARY:Event ${i}`))),
    [`${EVENTS} tasks`]: () =>
      calendar(
        ...many(
          EVENTS,
          i => `BEGIN:VTODO\r\nUID:t${i}\r\nSUMMARY:T${i}\r\nDUE:20260601T090000Z\r\nEND:VTODO`,
        ),
      ),
    [`${part(5)} texts of 9 KB`]: () =>
      calendar(...many(part(5), i => event(`d${i}`, `DESCRIPTION:${'x'.repeat(9000)}`))),
    'ten texts of 1.9 MB': () =>
      calendar(...many(10, i => event(`b${i}`, `DESCRIPTION:${'\\n'.repeat(0.95 * MB)}`))),
    'one line of 5 MB': () => calendar(event('l', `DESCRIPTION:${'x'.repeat(5 * MB)}`)),
    'one line of 19 MB': () => calendar(`X-LONG:${'x'.repeat(19 * MB)}`),
    'six series with 2,900 deleted days': () =>
      calendar(...many(6, i => event(`x${i}`, 'RRULE:FREQ=DAILY', `EXDATE:${many(2900, utc).join(',')}`))),
    'three series with 2,900 changed days': () =>
      calendar(
        ...many(3, i =>
          [event(`o${i}`, 'RRULE:FREQ=DAILY'), ...many(2900, j => override(`o${i}`, j))].join('\r\n'),
        ),
      ),
    'endless and dense rules': () =>
      calendar(
        ...many(part(20), i => event(`n${i}`, 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')),
        ...many(part(20), i =>
          event(`c${i}`, 'RRULE:FREQ=YEARLY;BYDAY=MO;BYMONTHDAY=13;BYMONTH=2;COUNT=900'),
        ),
        ...many(part(20), i =>
          event(`m${i}`, 'RRULE:FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10;BYMINUTE=0,1,2,3;COUNT=9999'),
        ),
      ),
    [`${EVENTS} categories`]: () => calendar(...many(EVENTS, i => event(`k${i}`, `CATEGORIES:c${i}`))),
    'a million faults': () => calendar('BEGIN:VEVENT\r\n'.repeat(1_000_000).trimEnd()),
  }
}
