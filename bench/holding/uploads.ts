// Uploads that are small to send and large to read. Each function attacks a server by its URL with one person's token.
import { createHash } from 'node:crypto'
import { zipOf } from '../../server/test/support/write-zip.ts'

export interface Target {
  url: string
  token: string
}

export interface Outcome {
  status: number
  detail: string
  seconds: number
}

const MB = 1024 * 1024

async function upload(
  { url, token }: Target,
  path: string,
  body: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<Outcome> {
  const begin = performance.now()
  const headers = { authorization: `Bearer ${token}`, 'content-type': type }
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body }).then(
    async response => ({ status: response.status, text: await response.text() }),
    (error: Error) => ({ status: 0, text: `no answer: ${error.message}` }),
  )
  const detail = /"detail":"([^"]*)"/.exec(answer.text)?.[1] ?? answer.text.slice(0, 100)
  return { status: answer.status, detail, seconds: (performance.now() - begin) / 1000 }
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text))
const source = (target: Target, body: Uint8Array<ArrayBuffer>) =>
  upload(target, '/v1/import/auto?dry_run=true', body, 'application/octet-stream')
const calendarFile = (target: Target, text: string) =>
  upload(target, '/v1/import/ics?dry_run=true', bytesOf(text), 'text/calendar')
function archive(target: Target, todos: Buffer): Promise<Outcome> {
  const sha256 = createHash('sha256').update(todos).digest('hex')
  const files = { 'todos.jsonl': { rows: 1, bytes: todos.length, sha256 } }
  const manifest = JSON.stringify({ format: 'daymark-export-3', files })
  const body = zipOf({ 'manifest.json': manifest, 'todos.jsonl': todos })
  return upload(target, '/v1/account/import?dry_run=true', body, 'application/zip')
}

const calendar = (lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (at: number, text: string) =>
  `BEGIN:VEVENT\r\nUID:e${at}\r\nDTSTART:20260101T000000Z\r\nDESCRIPTION:${text}\r\nEND:VEVENT`

/** 120 kB that unpack to 120 MB of newlines. */
export const archiveOfNewlines = (target: Target) => archive(target, Buffer.alloc(120 * MB, '\n'))

/** A row of 5 MB. */
export const archiveWithLongLine = (target: Target) =>
  archive(target, Buffer.from(`{"title":"${'x'.repeat(5 * MB)}"}\n`))

export const zippedCommas = (target: Target) =>
  source(target, zipOf({ 'a.csv': Buffer.alloc(120 * MB, ',') }))

export const zippedNewlines = (target: Target) =>
  source(target, zipOf({ 'a.csv': Buffer.alloc(120 * MB, '\n') }))

export const zippedNumbers = (target: Target) =>
  source(target, zipOf({ 'a.json': Buffer.from(`[${'1,'.repeat(60 * MB)}1]`) }))

export const emptyLists = (target: Target) => source(target, bytesOf(`[${'[],'.repeat(6 * MB)}[]]`))

export const millionColumns = (target: Target) =>
  source(target, bytesOf(`${Array.from({ length: 1_000_000 }, (_, at) => `c${at}`).join(',')}\n1,2\n`))

export const calendarWithLongLine = (target: Target) =>
  calendarFile(target, calendar([event(0, 'x'.repeat(5 * MB))]))

/** Six calendars of 20 MB at the same time. */
export async function sixCalendars(target: Target): Promise<Outcome> {
  const text = calendar(Array.from({ length: 10_000 }, (_, at) => event(at, 'x'.repeat(1_950))))
  const all = await Promise.all(Array.from({ length: 6 }, () => calendarFile(target, text)))
  const detail = all.map(({ status }) => status).join(' ')
  return {
    status: Math.max(...all.map(each => each.status)),
    detail,
    seconds: Math.max(...all.map(each => each.seconds)),
  }
}

export const ATTACKS = {
  archiveOfNewlines,
  archiveWithLongLine,
  zippedCommas,
  zippedNewlines,
  zippedNumbers,
  emptyLists,
  millionColumns,
  calendarWithLongLine,
  sixCalendars,
}

/** Measures the longest time that the server does not answer, while the attack runs. */
export async function beside(
  target: Target,
  attack: (target: Target) => Promise<Outcome>,
): Promise<Outcome & { stall_ms: number }> {
  let isOver = false
  let stall_ms = 0
  const watch = (async () => {
    while (!isOver) {
      const begin = performance.now()
      await fetch(`${target.url}/health`).then(
        each => each.text(),
        () => {},
      )
      stall_ms = Math.max(stall_ms, performance.now() - begin)
      await new Promise(resolve => setTimeout(resolve, 5))
    }
  })()
  const outcome = await attack(target)
  isOver = true
  await watch
  return { ...outcome, stall_ms }
}

if (import.meta.main) {
  const [url = 'http://127.0.0.1:2614', token = ''] = process.argv.slice(2)
  console.log(
    '| attack | status | seconds | longest time for /health in ms | answer |\n|---|---|---|---|---|',
  )
  for (const [name, attack] of Object.entries(ATTACKS)) {
    const { status, detail, seconds, stall_ms } = await beside({ url, token }, attack)
    console.log(`| ${name} | ${status} | ${seconds.toFixed(1)} | ${stall_ms.toFixed(0)} | ${detail} |`)
  }
}
