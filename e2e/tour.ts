// Drives the app with the demo data and records an animated picture for the README and the guides.
import { execFileSync } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@daymark/client'
import type { Page } from 'playwright-core'
import { PASSWORD, PEOPLE } from '../scripts/demo/data.ts'
import { CHEAP_HASHES } from './server.ts'
import { closeShared, isLive, openStage, signInWithCookie, zoneAtNoon } from './support.ts'
import { animationOf } from './tour/animation.ts'
import { middleOf, tourRecorder } from './tour/recorder.ts'

const FILE = join(import.meta.dirname, '../docs/pictures/tour.png')
const VIEWPORT = { width: 1200, height: 750 }
const [me] = PEOPLE
const stage = await openStage()
try {
  const zone = zoneAtNoon()
  const seed = join(import.meta.dirname, '../scripts/seed.ts')
  execFileSync(process.execPath, [CHEAP_HASHES, seed, '--timezone', zone], {
    env: { ...process.env, DATA_DIR: stage.folder },
    stdio: 'inherit',
  })
  const context = await stage.browser.newContext({
    ...{ viewport: VIEWPORT, locale: 'en-US', timezoneId: zone, reducedMotion: 'reduce' as const },
  })
  const page = await context.newPage()
  await signInWithCookie(page, stage.url, me.email)
  const { frames } = await record(page)
  const picture = animationOf(frames)
  writeFileSync(FILE, picture)
  const seconds = Math.round(frames.reduce((sum, { ms }) => sum + ms, 0) / 1000)
  const megabytes = (statSync(FILE).size / 1_000_000).toFixed(1)
  console.log(`${frames.length} frames, ${seconds} seconds, ${megabytes} MB: ${FILE}`)
} finally {
  await stage.close()
  await closeShared()
}

async function record(page: Page) {
  const tour = tourRecorder(page)
  const open = async (path: string) => {
    await page.goto(stage.url + path, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  }
  const placeOf = async (lane: 'planned' | 'tracked', hour: number) => {
    const box = await page.locator(`.day-lane.${lane}`).boundingBox()
    if (!box) throw new Error(`The page has no lane ${lane}.`)
    return { x: box.x + box.width / 2, y: box.y + (box.height * hour) / 24 }
  }

  await open('/')
  await page.locator('.time-block').first().waitFor()
  await tour.show('Daymark: your plan and your time, side by side')
  await tour.show('On the left what you planned, on the right what you really did')

  const todo = page.locator('.drawer-item', { hasText: 'Prepare the interview' }).first()
  await todo.scrollIntoViewIfNeeded()
  await tour.show('Drag a todo into the plan: its length is your estimate')
  await tour.drag(await middleOf(todo.locator('.due-title')), await placeOf('planned', 13 + 1 / 16))
  const planned = page.locator('.time-block.planned', { hasText: 'Prepare the interview' })
  await planned.waitFor()
  await tour.result()

  await tour.show('Press play anywhere, and the right column draws itself, on all your devices')
  await planned.hover()
  await tour.click(planned.getByRole('button', { name: 'Start timer for Prepare the interview' }))
  await page.locator('.time-block.tracked.is-running', { hasText: 'Prepare the interview' }).waitFor()
  await page.mouse.move(0, 0)
  await tour.result()

  const strip = page.getByRole('button', { name: 'Stop', exact: true }).first()
  await tour.show('What runs is on every page: pause, switch, stop, take a note')
  await tour.click(strip)
  await page.locator('.time-block.tracked.is-running').first().waitFor({ state: 'detached' })
  await tour.result()

  await tour.show('Forgot to stop? One drag corrects it, and one click undoes the correction')
  const tracked = page.locator('.time-block.tracked', { hasText: 'Finish the changelog' }).first()
  const box = await tracked.boundingBox()
  if (!box) throw new Error('The tracked time is not on the page.')
  const end = { x: box.x + box.width / 2, y: box.y + box.height - 2 }
  await page.mouse.move(end.x, end.y)
  await tour.drag(end, { x: end.x, y: end.y + 30 })
  await page.locator('.toast').first().waitFor()
  await tour.result()

  await open('/calendar')
  await tour.show('The week: entries that repeat correctly across clock changes, holidays, working hours')
  await tour.show('Save a week as a template, and connect any calendar app by CalDAV')

  await open('/todos')
  await page.getByRole('link', { name: 'All todos' }).click()
  await page.getByText('Answer the audit').first().waitFor()
  await tour.show('Todos are trees, with lists, tags, estimates and deadlines')

  const client = createClient({ baseUrl: stage.url })
  const { access_token } = await client.accounts.signIn({ body: { email: me.email, password: PASSWORD } })
  const [poll] = await createClient({ baseUrl: stage.url, token: access_token }).meetings.list()

  await tour.show('No network? Go on working')
  await page.context().setOffline(true)
  const field = page.getByLabel('Add todo').first()
  await field.fill('Buy a cake for Mina tomorrow 5pm')
  await tour.result()
  await field.press('Enter')
  await page.getByText('Buy a cake for Mina').first().waitFor()
  await tour.show('Changes wait on your device, also over a reload')
  await page.context().setOffline(false)
  await isLive(page)
  await tour.show('Back online, they are sent exactly once')

  await page.keyboard.press('ControlOrMeta+k')
  const search = page.getByRole('combobox', { name: 'Search everything' })
  await search.fill('release')
  await page.getByRole('option', { name: 'Release 2.0' }).first().waitFor()
  await tour.show('One search over todos, entries, time and people, and every command by keyboard')
  await page.keyboard.press('Escape')

  await open(`/reports?date=${new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10)}`)
  await tour.show('Reports join the three: what you wanted, what you planned, what you did')
  await page.getByRole('region', { name: 'Goals' }).scrollIntoViewIfNeeded()
  await tour.show('Goals of tags, in shares or hours per week')

  await open(`/meetings/${poll?.id}`)
  await tour.show('Find a time with friends: everyone paints when they are free')
  await open('/people')
  await tour.show('Share what you like with whom you like, and see who is tracking now')
  await open('/focus')
  await tour.show('Focus runs keep the same clock on all devices')
  await open('/history')
  await tour.show('Everything is in the history, and can be undone')

  await page.emulateMedia({ colorScheme: 'dark' })
  await open('/')
  await page.locator('.time-block').first().waitFor()
  await tour.show('All of it on your own server: npm ci && npm start')
  return tour
}
