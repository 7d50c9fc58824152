// Measures the web app with 3,000 todos, 1,000 entries and 2,000 timers: script size, largest paint, layout shift
// on load, and the time from an input to the next paint and until the page stops changing.
import { statSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { closeShared, openStage, signInWithCookie } from '../e2e/support.ts'
import { fillAccount } from './support/seeds/web-seed.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 3)

/** This script runs in the page before anything else. */
const WATCH = `
  window.seen = { lcp: 0, shift: 0, delays: [], input: 0, changed: 0 }
  const watch = (type, each, more) =>
    new PerformanceObserver(list => list.getEntries().forEach(each)).observe({ type, buffered: true, ...more })
  watch('largest-contentful-paint', entry => { seen.lcp = entry.startTime })
  watch('layout-shift', entry => { if (!entry.hadRecentInput) seen.shift += entry.value })
  watch('event', entry => { if (entry.interactionId) seen.delays.push(entry.duration) }, { durationThreshold: 16 })
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, event => { seen.input = event.timeStamp }, true)
  // A running timer's clock, which is outside main, changes every second.
  const changes = new MutationObserver(list => {
    if (list.some(({ target }) => (target.parentElement ?? document.body).closest('main, dialog'))) seen.changed = performance.now()
  })
  changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
`

interface Seen {
  lcp: number
  shift: number
  delays: number[]
  /** When the last input occurred. */
  input: number
  /** When the page last changed. */
  changed: number
}

const gzipSize = (path: string): number =>
  statSync(join(import.meta.dirname, '../web/dist', `${path}.gz`)).size

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()

type Act = [name: string, act: (page: Page) => Promise<unknown>]

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

/** Returns an act that chooses the next option of a select with the keyboard. */
const choose =
  (label: string) =>
  (page: Page): Promise<unknown> =>
    page.getByLabel(label, { exact: true }).first().press('ArrowDown')

/** Returns an act that presses a key without focusing an element first. */
const keys = (key: string) => (page: Page) => page.keyboard.press(key)

const PAGES: [name: string, path: string, acts: Act[]][] = [
  [
    'Day',
    '/',
    [
      ...times(5, (): Act => ['previous day', press('Previous day')]),
      ['today', keys('t')],
      ...times(2, (): Act => ['next day', press('Next day')]),
      ['today', keys('t')],
      ['opening a section of todos', page => page.locator('.drawer summary').last().click()],
      ['finding a todo', page => page.getByLabel('Find a todo').pressSequentially('12')],
      ['hiding todos', press('Hide todos')],
      ['showing todos', press('Show todos')],
      ['typing', page => page.getByLabel('What are you working on?').pressSequentially('Piano')],
      ['starting a timer', press('Start timer')],
      ['pausing it', press('Pause')],
      ['stopping it', press('Stop')],
    ],
  ],
  [
    'Todos',
    '/todos',
    [
      ...times(6, (n): Act => ['checking off a todo', page => page.getByRole('treeitem').nth(n).press(' ')]),
      ...times(4, (): Act => ['next todo', keys('ArrowDown')]),
      ['opening a todo', press(/^Edit /)],
    ],
  ],
  [
    'Calendar',
    '/calendar',
    [
      ...times(6, (): Act => ['next week', press('Next')]),
      ['month', press('Month')],
      ...times(4, (): Act => ['previous month', press('Previous')]),
      ['week', press('Week')],
      ['new entry', press('Add entry')],
    ],
  ],
  [
    'History',
    '/history',
    [
      ...times(4, (): Act => ['filtering by type', choose('Type')]),
      ['clearing filters', press('Clear filters')],
      ...times(3, (): Act => ['showing older changes', press('Show older changes')]),
    ],
  ],
  [
    'Reports',
    '/reports',
    [
      ...times(4, (): Act => ['previous period', press('Previous period')]),
      ['month', press('Month')],
      ...times(3, (): Act => ['previous month', press('Previous period')]),
      ['year', press('Year')],
      ...times(3, (): Act => ['grouping', choose('Group by')]),
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
  delays: Delay[]
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
  const loaded = scripts
  const delays: Delay[] = []
  for (const [, act] of acts) delays.push(await delayOf(page, () => act(page)))
  await page.close()
  return { scripts: loaded, lcp, shift, delays }
}

interface Delay {
  /** The time from the input to the next paint. Browsers report only times of at least 16 ms. */
  paint: number
  /** The time from the input until the page stops changing. */
  content: number
}

const SETTLED_MS = 400

async function delayOf(page: Page, act: () => Promise<unknown>): Promise<Delay> {
  await page.evaluate('seen.delays = []; seen.changed = 0')
  await act()
  const wait = `new Promise(done => requestAnimationFrame(() => setTimeout(done, ${SETTLED_MS})))`
  let seen = await page.evaluate<Seen>(`${wait}.then(() => seen)`)
  for (let before = -1; seen.changed > before; ) {
    before = seen.changed
    seen = await page.evaluate<Seen>(`${wait}.then(() => seen)`)
  }
  const paint = Math.max(16, ...seen.delays)
  return { paint, content: Math.max(paint, Math.round(seen.changed - seen.input)) }
}

const quantile = (numbers: readonly number[], part: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.ceil(numbers.length * part) - 1] ?? Number.NaN
const median = (numbers: readonly number[]): number => quantile(numbers, 0.5)

function row(name: string, acts: readonly Act[], visits: readonly Visit[]): string {
  const all = visits.flatMap(({ delays }) =>
    delays.map(({ paint, content }, index) => ({ ms: paint, content, what: acts[index]?.[0] ?? '' })),
  )
  const content = all.map(each => each.content)
  const worst = all.toSorted((a, b) => b.ms - a.ms)[0]
  const ms = all.map(each => each.ms)
  const cells = [
    name,
    `${Math.round((visits[0]?.scripts ?? 0) / 1000)} KB`,
    `${Math.round(median(visits.map(each => each.lcp)))} ms`,
    Math.max(...visits.map(each => each.shift)).toFixed(4),
    ...(worst
      ? [
          ...[`${median(ms)} ms`, `${quantile(ms, 0.95)} ms`, `${worst.ms} ms (${worst.what})`],
          ...[`${median(content)} ms`, `${quantile(content, 0.95)} ms`, String(ms.length)],
        ]
      : ['', '', '', '', '', '']),
  ]
  return `| ${cells.join(' | ')} |`
}

const stage = await openStage(undefined, { tuned: false })
try {
  const person = await stage.person('Ann')
  // Closes this context, because its open page would load every change.
  await person.context.close()
  await fillAccount(person.client)
  // Blocks the service worker, to measure a first visit.
  const context = await stage.browser.newContext({ locale: 'en-US', serviceWorkers: 'block' })
  await signInWithCookie(await context.newPage(), stage.url, person.email)
  const [load = 0] = loadavg()
  console.log(
    `${ROUNDS} visits each, at a load of ${load.toFixed(1)} on ${availableParallelism()} cores; the layout shift on load is the worst, the largest paint the median\n`,
  )
  console.log(
    '| page | script (gzip) | largest paint | layout shift | input to next paint: median | p95 | worst | to the last change: median | p95 | inputs |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  for (const [name, path, acts] of PAGES) {
    const visits: Visit[] = []
    for (let round = 0; round < ROUNDS; round++) visits.push(await visit(context, stage.url + path, acts))
    console.log(row(name, acts, visits))
  }
} finally {
  await stage.close()
  await closeShared()
}
