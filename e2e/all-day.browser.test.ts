import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './axe.ts'
import { drag, placeOf } from './calendar-grid.ts'
import { eventually, openStage, type Stage } from './support.ts'

const WEEK = { start_date: '2026-05-10', end_date: '2026-05-17' }

const middleOf = async (page: Page, date: string) => (await placeOf(page, date, 12)).x

async function rowOf(page: Page): Promise<number> {
  const box = await page.getByText('All day', { exact: true }).first().boundingBox()
  if (!box) throw new Error('The all-day row is not on the page.')
  return box.y + box.height / 2
}

describe('all-day entries in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  it('are added in the all-day row, moved and resized by days, and have the same dates in every zone', async () => {
    const { client, page, context, complaints } = await stage.person('Ann', {
      opens: false,
      timezone: 'Asia/Seoul',
    })
    const dates = async () =>
      (await client.schedules.list({ query: { ...WEEK, timezone: 'Pacific/Honolulu' } })).map(
        each => `${each.title} ${each.all_day} ${each.start_date} ${each.end_date}`,
      )
    await page.goto(`${stage.url}/calendar/2026-05-13`)
    await page.locator('.calendar-grid:not(.unmeasured):not(.waiting)').waitFor()
    await page.getByRole('button', { name: 'Week', exact: true }).click()
    await page.locator('[data-date="2026-05-13"][tabindex="0"]').waitFor()

    await page.mouse.click(await middleOf(page, '2026-05-12'), await rowOf(page))
    await page.getByLabel('Title').fill('Trip')
    await page.getByRole('button', { name: 'More options' }).click()
    assert.equal(await page.getByLabel('Title').inputValue(), 'Trip')
    assert.ok(await page.getByLabel('All day').isChecked())
    await assertAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Add entry' }).click()
    await eventually(async () => assert.deepEqual(await dates(), ['Trip true 2026-05-12 2026-05-13']))

    const bar = page.locator('.entry-content', { hasText: 'Trip' })
    /** Waits until the entry is visible, because the calendar measures a changed row before it shows the entry. */
    const place = async () => {
      let box: Awaited<ReturnType<typeof bar.boundingBox>> = null
      await eventually(async () => {
        box = await bar.boundingBox()
        assert.ok(box, 'the entry is on the page')
      })
      const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 }
      return { x: x + width / 2, y: y + height / 2 }
    }
    const from = await place()
    await drag(page, from, { x: await middleOf(page, '2026-05-14'), y: from.y })
    await eventually(async () => assert.deepEqual(await dates(), ['Trip true 2026-05-14 2026-05-15']))

    await client.schedules.create({
      body: { title: 'Fair', all_day: true, start_time: '2026-05-11', end_time: '2026-05-13' },
    })
    const fair = page.locator('.entry-content', { hasText: 'Fair' })
    await fair.waitFor()
    const shown = await fair.boundingBox()
    assert.ok(shown && shown.x < (await middleOf(page, '2026-05-11')))
    const row = await place()
    assert.ok(shown && Math.abs(shown.y - row.y) < 60, 'it is in the all-day row')

    const [day, next] = [await middleOf(page, '2026-05-14'), await middleOf(page, '2026-05-15')]
    const edge = { x: day + (next - day) / 2 - 6, y: (await place()).y }
    await page.mouse.move(edge.x - 10, edge.y)
    await drag(page, edge, { x: next, y: edge.y })
    const both = (end: string) => ['Fair true 2026-05-11 2026-05-13', `Trip true 2026-05-14 ${end}`]
    await eventually(async () => assert.deepEqual(await dates(), both('2026-05-16')))

    await bar.click()
    await page.getByRole('button', { name: 'More options' }).click()
    await page.getByLabel('Ends, date').fill('2026-05-16')
    await page.getByRole('button', { name: 'Save' }).click()
    await eventually(async () => assert.deepEqual(await dates(), both('2026-05-17')))

    await page.getByRole('button', { name: 'Agenda' }).click()
    await page.locator('.agenda .entry-content', { hasText: 'Trip' }).first().getByText('All day').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
