import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './axe.ts'
import { dragHours, type Point, placeOf } from './calendar-grid.ts'
import { eventually, finger, LASTING_TOASTS, openStage, type Person, type Stage } from './support.ts'

const WEEK = { start_date: '2026-05-10', end_date: '2026-05-17', timezone: 'Europe/Berlin' }

/** Drags a few pixels sideways and back. */
async function wiggle(page: Page, { x, y }: Point): Promise<void> {
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (const step of [4, 8, 4, 0]) await page.mouse.move(x + step, y)
  await page.mouse.up()
}

const entryOn = (page: Page, date: string) =>
  page.locator(`[data-date="${date}"] .entry-content`, { hasText: 'Practice' })

describe('moving a series in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  /** Creates a person with a daily series at 10:00. Its Friday entry was moved to 14:00. */
  async function withSeries(name: string): Promise<Person & { times: () => Promise<string[]> }> {
    const person = await stage.person(name, { opens: false, timezone: 'Europe/Berlin' })
    const { client, page } = person
    const { id } = await client.schedules.create({
      body: {
        title: 'Practice',
        start_time: '2026-05-11T10:00:00+02:00',
        end_time: '2026-05-11T11:00:00+02:00',
        timezone: 'Europe/Berlin',
        recurrence_rule: 'FREQ=DAILY;COUNT=5',
      },
    })
    await client.schedules.update({
      params: { schedule_id: id },
      query: { instance_start: '2026-05-15T10:00:00+02:00' },
      body: { start_time: '2026-05-15T14:00:00+02:00', end_time: '2026-05-15T15:00:00+02:00' },
    })
    await page.addInitScript(LASTING_TOASTS)
    await page.goto(`${stage.url}/calendar/2026-05-13`)
    await page.locator('.calendar-grid:not(.unmeasured):not(.waiting)').waitFor()
    await page.getByRole('button', { name: 'Week', exact: true }).click()
    await entryOn(page, '2026-05-15').waitFor()
    await page.locator('.calendar-grid:not(.unmeasured):not(.waiting)').waitFor()
    const times = async () =>
      (await client.schedules.list({ query: WEEK })).map(entry => entry.start_time.slice(8, 16))
    return { ...person, times }
  }

  const BEFORE = ['11T10:00', '12T10:00', '13T10:00', '14T10:00', '15T14:00']

  it('moves this and following entries, confirms it in a toast, and undoes it completely', async () => {
    const { page, context, times, complaints } = await withSeries('Ann')
    assert.deepEqual(await times(), BEFORE)
    await wiggle(page, await placeOf(page, '2026-05-13', 10.1))
    await dragHours(page, '2026-05-13', 10.1, 12.1)
    await page.getByText('Entries that you moved or deleted individually').waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'This and following entries' }).click()
    const toast = page.locator('.toast', { hasText: 'Moved: Practice (this and following)' })
    await toast.waitFor()
    for (const date of ['2026-05-13', '2026-05-14', '2026-05-15'])
      await entryOn(page, date).getByText('12:00').waitFor()
    await entryOn(page, '2026-05-12').getByText('10:00').waitFor()
    await toast.getByRole('button', { name: 'Undo' }).click()
    await entryOn(page, '2026-05-14').getByText('10:00').waitFor()
    await entryOn(page, '2026-05-15').getByText('2:00').waitFor()
    await eventually(async () => assert.deepEqual(await times(), BEFORE))

    await dragHours(page, '2026-05-13', 10.5, 12.5)
    await page.getByRole('button', { name: 'This and following entries' }).click()
    await eventually(async () =>
      assert.deepEqual(await times(), ['11T10:00', '12T10:00', '13T12:00', '14T12:00', '15T12:00']),
    )
    // Changes an entry after the split, which gave it a new original start. The server identifies it by that start.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await entryOn(page, '2026-05-14').click()
    await page.getByRole('button', { name: 'More options' }).click()
    await page.getByLabel('Title').fill('Practice, late')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'This entry' }).click()
    await entryOn(page, '2026-05-14').getByText('late').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('on a phone moves nothing by a long press alone, and shows handles that change the length', async () => {
    const { page, context, client, complaints } = await stage.person('Fay', {
      opens: false,
      phone: true,
      timezone: 'Europe/Berlin',
    })
    await client.schedules.create({
      body: {
        title: 'Practice',
        start_time: '2026-05-13T10:00:00+02:00',
        end_time: '2026-05-13T11:00:00+02:00',
        timezone: 'Europe/Berlin',
        recurrence_rule: 'FREQ=DAILY;COUNT=2',
      },
    })
    await page.goto(`${stage.url}/calendar/2026-05-13?view=week`)
    await page.locator('.calendar-grid:not(.unmeasured):not(.waiting)').waitFor()
    await entryOn(page, '2026-05-13').waitFor()
    const touch = await finger(page)
    // While an entry is dragged, the calendar hides it and shows a copy.
    const lifted = page.locator('.calendar-grid [role="listitem"][style*="hidden"]')
    const { x, y } = await placeOf(page, '2026-05-13', 10.1)
    await touch.down(x, y)
    await lifted.waitFor({ state: 'attached' })
    await touch.up()
    await lifted.waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('dialog').count(), 0)
    // The long press showed the handles, with which the finger changes the length.
    const end = await placeOf(page, '2026-05-13', 11)
    const longer = await placeOf(page, '2026-05-13', 11.6)
    await touch.down(end.x, end.y)
    await touch.move(end.x, end.y + 5)
    await touch.move(longer.x, longer.y)
    await touch.up()
    await page.getByRole('button', { name: 'All entries' }).tap()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await entryOn(page, '2026-05-14').getByText('11:30').waitFor()
    await eventually(async () => {
      const ends = (await client.schedules.list({ query: WEEK })).map(entry => entry.end_time)
      assert.deepEqual(ends, ['2026-05-13T11:30:00+02:00', '2026-05-14T11:30:00+02:00'])
    })
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('acts on entries that were just moved, and undoes a single move and a split in order', async () => {
    const { page, context, times, complaints } = await withSeries('Bea')
    await dragHours(page, '2026-05-14', 10.5, 16.5)
    await page.getByRole('button', { name: 'This entry' }).click()
    const single = page.locator('.toast', { hasText: /^Moved: Practice ?Undo$/ })
    await single.waitFor()
    await eventually(async () => assert.equal((await times())[3], '14T16:00'))
    // Splits the series: entries from Wednesday on get another title.
    await entryOn(page, '2026-05-13').click()
    await page.getByRole('button', { name: 'More options' }).click()
    await page.getByLabel('Title').fill('Practice, loud')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'This and following entries' }).click()
    await entryOn(page, '2026-05-15').getByText('loud').waitFor()
    // The server refuses to undo the move first, because the split came later. In reverse order, both can be undone.
    await single.getByRole('button', { name: 'Undo' }).click()
    await page.locator('.toast', { hasText: 'cannot be undone' }).waitFor()
    await page.keyboard.press('Control+z')
    await entryOn(page, '2026-05-15').getByText('loud').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await eventually(async () => assert.deepEqual(await times(), BEFORE))

    // Moving the series changes the original starts of its entries. An entry that moves right afterwards must use its
    // new original start.
    await entryOn(page, '2026-05-14').getByText('10:00').waitFor()
    await dragHours(page, '2026-05-13', 10.5, 8.5)
    await page.getByRole('button', { name: 'This and following entries' }).click()
    await entryOn(page, '2026-05-14').getByText('8:00').waitFor()
    await dragHours(page, '2026-05-14', 8.5, 12.5)
    await page.getByRole('button', { name: 'This entry' }).click()
    await eventually(async () =>
      assert.deepEqual(await times(), ['11T10:00', '12T10:00', '13T08:00', '14T12:00', '15T08:00']),
    )
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('moves an entry whose series was split after the drag, before the question was answered', async () => {
    const { page, context, times, complaints } = await withSeries('Cleo')
    const { promise: isDragged, resolve: dragged } = Promise.withResolvers<void>()
    await page.route('**/v1/schedules/**', async route => {
      if (route.request().method() === 'PATCH') await isDragged
      await route.continue()
    })
    await dragHours(page, '2026-05-13', 10.5, 8.5)
    await page.getByRole('button', { name: 'This and following entries' }).click()
    await entryOn(page, '2026-05-14').getByText('8:00').waitFor()
    await dragHours(page, '2026-05-14', 8.5, 12.5)
    await page.getByRole('button', { name: 'This entry' }).waitFor()
    const isReloaded = page.waitForResponse(response => response.url().includes('/v1/schedules?'))
    dragged()
    await isReloaded
    await page.getByRole('button', { name: 'This entry' }).click()
    await eventually(async () =>
      assert.deepEqual(await times(), ['11T10:00', '12T10:00', '13T08:00', '14T12:00', '15T08:00']),
    )
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
