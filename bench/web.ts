// How the web app feels with 5,000 todos and 2,000 entries: script size, largest paint, layout shift, interaction delay.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@daymark/client'
import type { Page } from 'playwright-core'
import { openStage, signInThroughPage } from '../e2e/support.ts'
import { findChromium } from '../scripts/provide/chromium.ts'

const TODOS = 5000
const ENTRIES = 2000
const HOUR_MS = 3_600_000
const AT_ONCE = 8

process.env['CHROMIUM_PATH'] ??= await findChromium()

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

async function open(page: Page, url: string): Promise<Seen & { scripts: number }> {
  let scripts = 0
  page.on('request', request => {
    if (request.resourceType() === 'script') scripts += gzipSize(new URL(request.url()).pathname)
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  return { ...(await page.evaluate<Seen>('seen')), scripts }
}

/** From the input to the next paint, as the browser itself measures it. */
async function delayOf(page: Page, act: () => Promise<unknown>): Promise<string> {
  await page.evaluate('seen.delays = []')
  await act()
  await page.evaluate('new Promise(done => requestAnimationFrame(() => setTimeout(done, 300)))')
  const { delays } = await page.evaluate<Seen>('seen')
  return delays.length === 0 ? 'under 16 ms' : `${Math.max(...delays)} ms`
}

const stage = await openStage()
try {
  const person = await stage.person('Ann')
  await fill(person.client)
  // Without the service worker, as on a first visit.
  const context = await stage.browser.newContext({ locale: 'en-US', serviceWorkers: 'block' })
  await signInThroughPage(await context.newPage(), stage.url, person.email)
  const rows: Record<string, unknown>[] = []
  for (const [name, path] of [
    ['Today', '/'],
    ['Todos', '/todos'],
    ['Calendar', '/calendar'],
  ] as const) {
    const page = await context.newPage()
    await page.addInitScript(WATCH)
    const session = await context.newCDPSession(page)
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    const { lcp, shift, scripts } = await open(page, stage.url + path)
    const delays: Record<string, string> = {}
    if (name === 'Today')
      delays['typing'] = await delayOf(page, () =>
        page.getByLabel('What are you doing?').pressSequentially('Piano'),
      )
    if (name === 'Todos') {
      delays['ticking'] = await delayOf(page, () => page.getByRole('treeitem').first().press(' '))
      delays['opening a todo'] = await delayOf(page, () =>
        page
          .getByRole('button', { name: /^Edit / })
          .first()
          .click(),
      )
    }
    if (name === 'Calendar')
      delays['next week'] = await delayOf(page, () =>
        page.getByRole('button', { name: 'Later', exact: true }).click(),
      )
    rows.push({
      page: name,
      'script KB (gzip)': (scripts / 1000).toFixed(1),
      'LCP ms': Math.round(lcp),
      CLS: shift.toFixed(4),
      'input to next paint': Object.entries(delays)
        .map(([what, ms]) => `${what} ${ms}`)
        .join(', '),
    })
    await page.close()
  }
  console.table(rows)
} finally {
  await stage.close()
}
