// Takes screenshots of the main pages with the demo data, on a desktop and a phone in both themes, and of the emails.
// Stores the screenshots in docs/screenshots.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@daymark/client'
import type { Locator, Page } from 'playwright-core'
import { PASSWORD, PEOPLE } from '../scripts/demo/data.ts'
import { takeMails } from './mail-screenshots.ts'
import { CHEAP_HASHES } from './server.ts'
import { closeShared, openStage, signInWithCookie, zoneAtNoon } from './support.ts'

const folder = join(import.meta.dirname, '../docs/screenshots')
mkdirSync(folder, { recursive: true })

const LOOKS = [
  { name: 'desktop', viewport: { width: 1280, height: 800 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
]

/** A time zone where it is noon, so that today has both tracked and planned time. */
const ZONE = zoneAtNoon()
const lastWeek = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10)
/** The names of the pages to capture, or `mails`. Captures everything by default. */
const wanted = process.argv.slice(2)
const [me] = PEOPLE
const stage = await openStage()
try {
  if (wanted.length === 0 || wanted.includes('mails')) await takeMails(stage.browser, folder)
  const seed = join(import.meta.dirname, '../scripts/seed.ts')
  execFileSync(process.execPath, [CHEAP_HASHES, seed, '--timezone', ZONE], {
    env: { ...process.env, DATA_DIR: stage.folder },
    stdio: 'inherit',
  })
  const credentials = { email: me.email, password: PASSWORD }
  const { access_token } = await createClient({ baseUrl: stage.url }).accounts.signIn({ body: credentials })
  const client = createClient({ baseUrl: stage.url, token: access_token })
  const [poll] = await client.meetings.list()
  const [todo] = await client.todos.list({ query: { limit: 1 } })
  const paths = {
    today: '/',
    calendar: '/calendar',
    todos: '/todos',
    timers: '/timers',
    // Shows last week, because the current week may have just started.
    reports: `/reports?date=${lastWeek}`,
    tags: '/tags',
    people: '/people',
    meetings: `/meetings/${poll?.id}`,
    settings: '/settings',
    focus: '/focus',
  }
  for (const { name: width, viewport } of LOOKS) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const look = { viewport, colorScheme, locale: 'en-US', timezoneId: ZONE }
      const context = await stage.browser.newContext({ ...look, reducedMotion: 'reduce' })
      const page = await context.newPage()
      await signInWithCookie(page, stage.url, me.email)
      for (const [name, path] of Object.entries(paths)) {
        if (wanted.length > 0 && !wanted.includes(name)) continue
        if (name === 'focus') await client.focus.start({ body: { todo_id: todo?.id ?? null } })
        await page.goto(stage.url + path, { waitUntil: 'networkidle' })
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) })
        if (name === 'focus') await client.focus.stop()
        if (name === 'reports' && width === 'desktop' && colorScheme === 'light') await takeReports(page)
      }
      await context.close()
    }
  }
} finally {
  await stage.close()
  await closeShared()
}

/** Takes the pictures for the reports guide. */
async function takeReports(page: Page): Promise<void> {
  const take = (place: Locator, name: string) =>
    place.screenshot({ path: join(folder, `reports-${name}.png`) })
  await take(page.getByRole('region', { name: 'Goals' }), 'goals')
  await page
    .getByRole('region', { name: 'Planned and tracked time' })
    .getByRole('button', { name: /^Thu/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('If a time is wrong').waitFor()
  await take(dialog, 'timers')
}
