import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import {
  LOCAL_RECEIVERS,
  startReceiver,
  type WebhookReceiver,
} from '../server/test/support/webhook-receiver.ts'
import { assertAccessible } from './axe.ts'
import { eventually, isLive, openStage, type Stage } from './support.ts'
import { visit } from './visit.ts'

const HOUR_MS = 3_600_000
const ARABIC = 'شراء الخبز'

/** The browser types that the function below needs, because it runs in the page. */
interface InPage {
  getComputedStyle(element: unknown): { getPropertyValue(name: string): string }
}

const styleOf = (place: Locator, name: 'direction' | 'background-color'): Promise<string> =>
  place.evaluate(
    (element, property) =>
      (globalThis as unknown as InPage).getComputedStyle(element).getPropertyValue(property),
    name,
  )

describe('today, settings and appearance in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  it('stops a timer with undo, aligns right-to-left titles, and shows what is current in high contrast', async () => {
    const { page, context, client, complaints } = await stage.person('Ann')
    await isLive(page)
    const socket = client.timers.connect()
    await socket.start({ allocated_duration: 600, title: 'Older' })
    await socket.start({ allocated_duration: 600, title: 'Newer' })
    socket.close()
    const clock = page.locator('.strip-name')
    await clock.getByText('Newer').waitFor()
    await page.getByLabel('1 more timer').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    assert.equal(await clock.textContent(), 'Newer')
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Resume' }).waitFor({ state: 'detached' })

    await page.keyboard.press('x')
    const toast = page.locator('.toast', { hasText: 'Stopped: Newer' })
    await toast.waitFor()
    await clock.getByText('Older').waitFor()
    await toast.getByRole('button', { name: 'Undo' }).click()
    await clock.getByText('Newer').waitFor()
    const statusOf = async (title: string) =>
      (await client.timers.list()).find(timer => timer.title === title)?.status
    await eventually(async () => assert.equal(await statusOf('Newer'), 'RUNNING'))

    await page.getByRole('link', { name: 'Timers', exact: true }).click()
    await page.getByRole('heading', { name: 'Active' }).waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).first().click()
    const pressed = Date.now()
    await eventually(async () => {
      const all = await client.timers.list()
      assert.deepEqual(all.map(timer => timer.status).sort(), ['COMPLETED', 'RUNNING'])
      const ended = all.find(timer => timer.status === 'COMPLETED')
      const stopped = ended?.pause_history.at(-1)
      assert.deepEqual([stopped?.action, stopped?.elapsed], ['stop', ended?.elapsed_time])
      assert.ok(Date.parse(ended?.ended_at ?? '') <= pressed, 'the time until the press counts')
    })

    const group = await client.tags.createGroup({
      body: { name: 'Home', color: '#2563B8', is_todo_group: true },
    })
    const deadline = new Date(Date.now() - HOUR_MS).toISOString()
    await client.todos.create({ body: { title: ARABIC, tag_group_id: group.id, deadline } })
    await client.todos.create({ body: { title: 'Bread', tag_group_id: group.id } })
    await client.schedules.create({
      body: {
        title: 'Plan',
        start_time: new Date(Date.now() - 1000).toISOString(),
        end_time: new Date(Date.now() + HOUR_MS).toISOString(),
      },
    })
    await page.emulateMedia({ forcedColors: 'active' })
    await page.getByRole('link', { name: 'Today', exact: true }).click()
    // Retries, because the page rerenders after loading, and an element may disappear before it is measured.
    const reads = (place: Locator, direction: 'ltr' | 'rtl') =>
      eventually(async () => assert.equal(await styleOf(place, 'direction'), direction))
    await reads(page.locator('.due-title', { hasText: ARABIC }).first(), 'rtl')
    await page.locator('.block-title', { hasText: 'Plan' }).waitFor()
    const background = (place: Locator) => styleOf(place, 'background-color')
    const canvas = await background(page.locator('body'))
    assert.notEqual(await background(page.locator('.day-sum.planned .day-sum-track > span')), canvas)
    const links = page.locator('nav a.nav-link')
    const isMarked = async (current: Locator, other: Locator) => {
      const marked = await background(current)
      assert.ok(![canvas, await background(other)].includes(marked), marked)
    }
    await isMarked(links.nth(0), links.nth(1))
    await page.getByRole('link', { name: 'Todos', exact: true }).click()
    const titled = (title: string) => page.locator('.todo-title', { hasText: title })
    await reads(titled(ARABIC), 'rtl')
    await reads(titled('Bread'), 'ltr')
    await page.getByRole('link', { name: 'Calendar', exact: true }).click()
    await reads(page.locator('.entry-title', { hasText: ARABIC }).first(), 'rtl')
    await isMarked(
      page.locator('.segment[aria-pressed="true"]'),
      page.locator('.segment[aria-pressed="false"]').first(),
    )
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('suggests the holiday country, keeps an unknown time zone in the input, and uses one first day of the week', async () => {
    const { page, context, client, complaints } = await stage.person('Eve', {
      opens: false,
      timezone: 'Europe/Berlin',
    })
    await page.goto(`${stage.url}/settings`)
    await eventually(async () => assert.equal(await page.getByLabel('Holidays').inputValue(), 'DE'))
    const zone = page.getByLabel('Time zone')
    await zone.fill('Europe/Berlinn')
    await zone.blur()
    await page.getByText('Until then, Daymark uses Europe/Berlin.').waitFor()
    assert.equal(await zone.inputValue(), 'Europe/Berlinn')
    await assertAccessible(page)
    await zone.fill('Europe/Paris')
    await page.getByText('Unknown time zone.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /Use device time zone/ }).click()

    const firstColumn = page.locator('[data-date]').first()
    await visit(page, '/calendar/2026-05-13')
    await page.locator('[data-date="2026-05-10"]').first().waitFor()
    assert.equal(await firstColumn.getAttribute('data-date'), '2026-05-10', 'Sunday, as in the United States')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('First day of the week').selectOption('Monday')
    await visit(page, '/calendar/2026-05-01')
    await page
      .locator('.holiday', { hasText: /Labour Day|Maifeiertag|May Day|Labor Day|Workers/ })
      .first()
      .waitFor()
    await page.locator('[data-date="2026-04-27"]').first().waitFor()
    assert.equal(await firstColumn.getAttribute('data-date'), '2026-04-27')
    // The page remounts after each change. It must not move to the previous week.
    for (const [week_start, first] of [
      [6, '2026-04-26'],
      [0, '2026-04-27'],
    ] as const) {
      await client.users.updatePreferences({ body: { week_start } })
      await eventually(async () => assert.equal(await firstColumn.getAttribute('data-date'), first))
    }
    assert.deepEqual(complaints, [])
    await context.close()
  })
})

describe('webhooks in the browser', () => {
  let stage: Stage
  let receiver: WebhookReceiver
  before(async () => {
    receiver = await startReceiver()
    stage = await openStage(LOCAL_RECEIVERS)
  })
  after(async () => {
    await stage.close()
    await receiver.close()
  })

  it('are added with a secret that is shown once, deliver changes, and show what was sent', async () => {
    const { page, context, client, complaints } = await stage.person('Wes', { opens: false })
    await page.goto(`${stage.url}/settings/webhooks`)
    await isLive(page)
    const panel = page.getByRole('region', { name: 'Webhooks' })
    await panel.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByLabel('Address').fill(`${receiver.url}/hook`)
    await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click()
    const secret = page.getByRole('dialog').locator('output')
    assert.match((await secret.textContent()) ?? '', /^whsec_/)
    await assertAccessible(page)
    const key = new Webhook((await secret.textContent()) ?? '')
    await page.getByRole('button', { name: 'Done' }).click()
    await panel.getByText(`${receiver.url}/hook`).first().waitFor()
    receiver.answer(({ path }) => ({ status: path === '/hook' ? 500 : 404, body: 'not today' }))
    await client.tags.createGroup({ body: { name: 'Work', color: '#2563B8', is_todo_group: true } })
    const [failed] = await receiver.arrived(1)
    assert.ok(failed)
    key.verify(failed.body, failed.headers)
    await panel.getByRole('button', { name: /^Deliveries/ }).click()
    const log = page.getByRole('dialog')
    await log.getByText('tag_group.created', { exact: true }).click()
    await log.getByText('Response (500)').waitFor()
    await log.getByText('not today').waitFor()
    await log.getByText('"name": "Work"').waitFor()
    await assertAccessible(page)
    receiver.answer(() => ({ status: 200 }))
    await log.getByRole('button', { name: 'Send again' }).click()
    await receiver.arrived(2)
    await log.getByText('Delivered').waitFor()
    await log.getByRole('button', { name: 'Close' }).last().click()
    await panel.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await panel.getByText('No webhooks yet. Add one to send your changes to another program.').waitFor()
    assert.deepEqual(await client.webhooks.list(), [])
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
