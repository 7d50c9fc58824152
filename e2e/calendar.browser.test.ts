// Journeys about the calendar and about opening the app where there is no network.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './axe.ts'
import { openStage, type Stage } from './support.ts'

/** Both are done in the background, after the page is there. */
async function readyForOffline(page: Page, title: string): Promise<void> {
  await page.waitForFunction('navigator.serviceWorker.controller !== null')
  await page.evaluate(
    `new Promise(resolve => {
      const look = () => {
        const opening = indexedDB.open('daymark', 1)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('kept').objectStore('kept').get('queries')
          reading.onsuccess = () => {
            opening.result.close()
            if (JSON.stringify(reading.result ?? '').includes(${JSON.stringify(title)})) resolve()
            else setTimeout(look, 50)
          }
        }
      }
      look()
    })`,
  )
}

describe('the calendar and the app offline in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  it('shows a repeating entry at the same time of day before and after a clock change', async () => {
    const { page, context, client, complaints } = await stage.person('Ann', { timezone: 'Europe/Berlin' })
    await client.schedules.create({
      body: {
        title: 'Morning run',
        start_time: '2026-03-24T07:30:00+01:00',
        end_time: '2026-03-24T08:15:00+01:00',
        timezone: 'Europe/Berlin',
        recurrence_rule: 'FREQ=WEEKLY;BYDAY=TU',
      },
    })
    const times = page.locator('.entry-content', { hasText: 'Morning run' }).locator('.entry-time')
    const shown: (string | null)[] = []
    await page.goto(`${stage.url}/calendar/2026-03-24`)
    await times.waitFor()
    shown.push(await times.textContent())
    await assertAccessible(page)
    const heading = page.getByRole('heading', { level: 1 })
    const before = await heading.textContent()
    await page.getByRole('button', { name: 'Later', exact: true }).click()
    await page.waitForFunction(`document.querySelector('h1').textContent !== ${JSON.stringify(before)}`)
    await page.locator('[data-date="2026-03-31"]').first().waitFor()
    await times.waitFor()
    shown.push(await times.textContent())
    assert.match(shown[0] ?? '', /7:30/)
    assert.equal(shown[1], shown[0])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('opens offline with what it knew last, also pages that were not open before', async () => {
    const { page, context, client, complaints } = await stage.person('Bea')
    const start = Date.now() - 60_000
    await client.schedules.create({
      body: {
        title: 'Train to the coast',
        start_time: new Date(start).toISOString(),
        end_time: new Date(start + 3_600_000).toISOString(),
      },
    })
    const socket = client.timers.connect()
    await socket.start({ allocated_duration: 3600, title: 'On the way' })
    socket.close()
    await page.reload()
    await page.getByText('Train to the coast').waitFor()
    await page.getByRole('timer').waitFor()
    await readyForOffline(page, 'Train to the coast')
    await context.setOffline(true)
    await page.reload()
    await page.getByText('You are offline').waitFor()
    await page.getByText('Train to the coast').waitFor()
    await page.getByText('On the way').waitFor()
    await page.getByRole('timer').waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Today', exact: true }).click()
    await context.setOffline(false)
    await page.getByText('In step on all devices').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('forgets everything when the person signs out', async () => {
    const { page, context, client } = await stage.person('Cleo')
    const start = Date.now() - 60_000
    const times = [start, start + 3_600_000].map(time => new Date(time).toISOString())
    await client.schedules.create({
      body: { title: 'Secret', start_time: times[0] ?? '', end_time: times[1] ?? '' },
    })
    await page.reload()
    await page.getByText('Secret').waitFor()
    await readyForOffline(page, 'Secret')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Sign out')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await context.setOffline(true)
    await page.reload()
    await page.getByText('The server cannot be reached').waitFor()
    await context.close()
  })
})
