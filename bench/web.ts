// Measures the web app with 5,000 todos and 2,000 entries: script size, largest paint, layout shift, input delay.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@daymark/client'
import type { BrowserContext, Page } from 'playwright-core'
import { closeShared, openStage, signInWithCookie } from '../e2e/support.ts'

const TODOS = 5000
const ENTRIES = 2000
const HOUR_MS = 3_600_000
const AT_ONCE = 8
const ROUNDS = Number(process.env['ROUNDS'] ?? 3)

async function many(count: number, make: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let n = next++; n < count; n = next++) await make(n)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function fill(client: Client): Promise<void> {
  const group = await client.tags.createGroup({
    body: { name: 'All', color: '#2563B8', is_todo_group: true },
  })
  await many(TODOS, n => client.todos.create({ body: { title: `Todo ${n}`, tag_group_id: group.id } }))
  await many(ENTRIES, n => {
    const start = Date.now() + (n - ENTRIES / 2) * HOUR_MS
    const [start_time = '', end_time = ''] = [start, start + HOUR_MS / 2].map(ms =>
      new Date(ms).toISOString(),
    )
    return client.schedules.create({ body: { title: `Entry ${n}`, start_time, end_time } })
  })
}

/** Runs in the page before anything else. */
const WATCH = `
  window.seen = { lcp: 0, shift: 0, delays: [] }
  const watch = (type, each, more) =>
    new PerformanceObserver(list => list.getEntries().forEach(each)).observe({ type, buffered: true, ...more })
  watch('largest-contentful-paint', entry => { seen.lcp = entry.startTime })
  watch('layout-shift', entry => { if (!entry.hadRecentInput) seen.shift += entry.value })
  watch('event', entry => { if (entry.interactionId) seen.delays.push(entry.duration) }, { durationThreshold: 16 })
`

interface Seen {
  lcp: number
  shift: number
  delays: number[]
}

const gzipSize = (path: string): number =>
  statSync(join(import.meta.dirname, '../web/dist', `${path}.gz`)).size

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()

type Act = [name: string, act: (page: Page) => Promise<unknown>]

const PAGES: [name: string, path: string, acts: Act[]][] = [
  [
    'Today',
    '/',
    [
      ['typing', page => page.getByLabel('What are you working on?').pressSequentially('Piano')],
      ['starting a timer', press('Start timer')],
      ['stopping it', press('Stop')],
    ],
  ],
  [
    'Todos',
    '/todos',
    [
      ['checking off a todo', page => page.getByRole('treeitem').first().press(' ')],
      ['checking off the next todo', page => page.getByRole('treeitem').nth(2).press(' ')],
      ['opening a todo', press(/^Edit /)],
    ],
  ],
  [
    'Calendar',
    '/calendar',
    [
      ['next week', press('Next')],
      ['the week after', press('Next')],
      ['month', press('Month')],
      ['next month', press('Next')],
      ['new entry', press('Add entry')],
    ],
  ],
  ['Timers', '/timers', []],
  ['Tags', '/tags', []],
  ['People', '/people', []],
  ['Meetings', '/meetings', []],
  ['Settings', '/settings', []],
]

interface Visit {
  scripts: number
  lcp: number
  shift: number
  delays: number[]
}

async function visit(context: BrowserContext, url: string, acts: readonly Act[]): Promise<Visit> {
  const page = await context.newPage()
  await page.addInitScript(WATCH)
  const session = await context.newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  let scripts = 0
  page.on('request', request => {
    if (request.resourceType() === 'script') scripts += gzipSize(new URL(request.url()).pathname)
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const { lcp, shift } = await page.evaluate<Seen>('seen')
  const delays: number[] = []
  for (const [, act] of acts) delays.push(await delayOf(page, () => act(page)))
  await page.close()
  return { scripts, lcp, shift, delays }
}

/** The time from the input to the next paint, measured by the browser, which reports nothing below 16 ms. */
async function delayOf(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate('seen.delays = []')
  await act()
  await page.evaluate('new Promise(done => requestAnimationFrame(() => setTimeout(done, 400)))')
  return Math.max(16, ...(await page.evaluate<Seen>('seen')).delays)
}

const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

function row(name: string, acts: readonly Act[], visits: readonly Visit[]): string {
  const delays = acts.map(([what], index) => {
    const all = visits.map(each => each.delays[index] ?? Number.NaN)
    return `${what} ${median(all)} (worst ${Math.max(...all)})`
  })
  const cells = [
    name,
    `${Math.round((visits[0]?.scripts ?? 0) / 1000)} KB`,
    `${Math.round(median(visits.map(each => each.lcp)))} ms`,
    Math.max(...visits.map(each => each.shift)).toFixed(4),
    delays.join(', '),
  ]
  return `| ${cells.join(' | ')} |`
}

const stage = await openStage()
try {
  const person = await stage.person('Ann')
  await fill(person.client)
  // Blocks the service worker, to measure a first visit.
  const context = await stage.browser.newContext({ locale: 'en-US', serviceWorkers: 'block' })
  await signInWithCookie(await context.newPage(), stage.url, person.email)
  console.log(`${ROUNDS} visits each; medians, except for the layout shift, which is the worst\n`)
  console.log('| page | script (gzip) | largest paint | layout shift | input to next paint, ms |')
  console.log('|---|---|---|---|---|')
  for (const [name, path, acts] of PAGES) {
    const visits: Visit[] = []
    for (let round = 0; round < ROUNDS; round++) visits.push(await visit(context, stage.url + path, acts))
    console.log(row(name, acts, visits))
  }
} finally {
  await stage.close()
  await closeShared()
}
