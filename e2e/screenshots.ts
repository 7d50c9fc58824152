// Takes screenshots of every page with the demo data, at both widths and in both themes, into docs/screenshots.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@daymark/client'
import { PASSWORD, PEOPLE } from '../scripts/demo/data.ts'
import { openStage, signInThroughPage } from './support.ts'

const folder = join(import.meta.dirname, '../docs/screenshots')
mkdirSync(folder, { recursive: true })

const LOOKS = [
  { name: 'desktop', viewport: { width: 1280, height: 800 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
]

const ZONE = 'Europe/Berlin'
const [me] = PEOPLE
const stage = await openStage()
try {
  const seed = join(import.meta.dirname, '../scripts/seed.ts')
  execFileSync(process.execPath, [seed, '--timezone', ZONE], {
    env: { ...process.env, DATA_DIR: stage.folder },
    stdio: 'inherit',
  })
  const credentials = { email: me.email, password: PASSWORD }
  const { access_token } = await createClient({ baseUrl: stage.url }).accounts.signIn({ body: credentials })
  const [poll] = await createClient({ baseUrl: stage.url, token: access_token }).meetings.list()
  const paths = {
    today: '/',
    calendar: '/calendar',
    todos: '/todos',
    timers: '/timers',
    tags: '/tags',
    people: '/people',
    meetings: `/meetings/${poll?.id}`,
    settings: '/settings',
  }
  for (const { name: width, viewport } of LOOKS) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const look = { viewport, colorScheme, locale: 'en-US', timezoneId: ZONE }
      const context = await stage.browser.newContext({ ...look, reducedMotion: 'reduce' })
      const page = await context.newPage()
      await signInThroughPage(page, stage.url, me.email)
      for (const [name, path] of Object.entries(paths)) {
        await page.goto(stage.url + path, { waitUntil: 'networkidle' })
        await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) })
      }
      await context.close()
    }
  }
} finally {
  await stage.close()
}
