// Takes pictures of every page with believable data, at both widths and in both themes, into docs/screenshots.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { befriend, fillDemo, fillPoll } from './demo-data.ts'
import { moveIntoPast } from './demo-history.ts'
import { openStage, signInThroughPage } from './support.ts'

const folder = join(import.meta.dirname, '../docs/screenshots')
mkdirSync(folder, { recursive: true })

const LOOKS = [
  { name: 'desktop', viewport: { width: 1280, height: 800 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
]

const stage = await openStage()
try {
  const [me, ...friends] = [
    await stage.person('Jonas', { email: 'jonas@example.org' }),
    await stage.person('Mina'),
    await stage.person('Sofia'),
  ]
  const clients = friends.map(friend => friend.client)
  await befriend(me.client, clients)
  await fillDemo(me.client)
  moveIntoPast(stage.folder)
  const poll = await fillPoll(me.client, [
    [me.client, 'Jonas'],
    ...friends.map(each => [each.client, each.name] as [typeof each.client, string]),
  ])
  const paths = {
    today: '/',
    calendar: '/calendar',
    todos: '/todos',
    timers: '/timers',
    tags: '/tags',
    people: '/people',
    meetings: `/meetings/${poll}`,
    settings: '/settings',
  }
  for (const { name: width, viewport } of LOOKS) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const look = { viewport, colorScheme, locale: 'en-US', timezoneId: 'Europe/Berlin' }
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
