import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './axe.ts'
import { drag, placeOf } from './calendar-grid.ts'
import { eventually, holds, isLive, openStage, type Stage } from './support.ts'

const entryOf = (page: Page, title: string) => page.locator('.entry-content', { hasText: title })

async function turnTo(page: Page, date: string): Promise<void> {
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.locator(`[data-date="${date}"]`).first().waitFor()
}

describe('the calendar in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  it('creates a series that keeps its time of day across a DST change, and changes one occurrence', async () => {
    const { page, context, client, complaints } = await stage.person('Ann', {
      opens: false,
      timezone: 'Europe/Berlin',
    })
    await page.goto(`${stage.url}/calendar/2026-03-24`)
    await page.getByRole('button', { name: 'Add entry' }).click()
    await page.getByLabel('Title').fill('Morning run')
    await page.getByLabel('Starts, date').fill('2026-03-24')
    await page.getByLabel('Starts, time').fill('07:30')
    await page.getByLabel('Ends, date').fill('2026-03-24')
    await page.getByLabel('Ends, time').fill('08:30')
    await page.getByLabel('Repeat').selectOption('Every week')
    await page.getByLabel('Location', { exact: true }).fill('Riverside')
    await page.getByText('RRULE (advanced)').click()
    assert.equal(await page.getByLabel('RRULE', { exact: true }).inputValue(), 'FREQ=WEEKLY;BYDAY=TU')
    await assertAccessible(page)
    // When the dialog closes, its opener gets the focus back. A held Enter key must not open the dialog again.
    await page.getByLabel('Title').focus()
    for (let presses = 0; presses < 2; presses++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    const run = entryOf(page, 'Morning run')
    await run.getByText('7:30').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await assertAccessible(page)
    await turnTo(page, '2026-03-31')
    await run.getByText('7:30').waitFor()

    await run.click()
    await page
      .getByRole('dialog')
      .getByText(/Tue, Mar 31,( 2026,)? 7:30\s–\s8:30\sAM/)
      .waitFor()
    await page.getByRole('dialog').getByText('Every week on Tue', { exact: true }).waitFor()
    await page.getByRole('dialog').getByText('Riverside', { exact: true }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'More options' }).click()
    await page.getByLabel('Title').fill('Morning run, slowly')
    await page.getByLabel('Location', { exact: true }).fill('Park')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'This entry' }).click()
    const changed = entryOf(page, 'Morning run, slowly')
    await changed.waitFor()
    const inWeek = async () => {
      const query = { start_date: '2026-03-29', end_date: '2026-04-05', timezone: 'Europe/Berlin' }
      return (await client.schedules.list({ query })).map(({ id, title, location, start_time }) => ({
        id,
        title,
        location,
        start_time,
      }))
    }
    let before: Awaited<ReturnType<typeof inWeek>> = []
    // Retries, because the page shows the change before the server receives it.
    await eventually(async () => {
      before = await inWeek()
      assert.deepEqual(
        before.map(({ title, location, start_time }) => [title, location, Date.parse(start_time)]),
        [['Morning run, slowly', 'Park', Date.parse('2026-03-31T07:30:00+02:00')]],
      )
    })

    await changed.click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'This and following entries' }).click()
    await changed.waitFor({ state: 'detached' })
    await turnTo(page, '2026-04-07')
    assert.equal(await run.count(), 0)
    await page
      .locator('.toast', { hasText: 'Deleted: Morning run, slowly (this and following)' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await run.waitFor()
    await eventually(async () =>
      assert.deepEqual(await inWeek(), before, 'exactly the same, its change included'),
    )
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('adds and moves entries and todos by dragging, finds days by keys, and restores a deleted entry', async () => {
    const { page, context, client, complaints } = await stage.person('Bea', {
      opens: false,
      timezone: 'Europe/Berlin',
    })
    const group = await client.tags.createGroup({
      body: { name: 'Home', color: '#2563B8', is_todo_group: true },
    })
    await client.todos.create({ body: { title: 'Paint', tag_group_id: group.id, estimate_minutes: 45 } })
    await page.goto(`${stage.url}/calendar/2026-05-13?view=week`)
    await page.locator('.calendar-grid:not(.unmeasured):not(.waiting)').waitFor()
    const at = (hour: number) => placeOf(page, '2026-05-13', hour)
    await drag(page, await at(10.1), await at(10.9))
    await page.getByLabel('Title').fill('Drawing')
    await page
      .getByRole('dialog')
      .getByText(/Wed, May 13,( 2026,)? 10:00\s–\s11:00\sAM/)
      .waitFor()
    await assertAccessible(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Add entry' }).click()
    const drawing = entryOf(page, 'Drawing')
    await drawing.waitFor()
    // Waits for the sync, so that no rerender interrupts the drag.
    await page.getByRole('button', { name: 'Synced' }).waitFor()

    const planned = (from: string, to: string) =>
      eventually(async () => {
        const query = { start_date: '2026-05-10', end_date: '2026-05-17', timezone: 'Europe/Berlin' }
        const [entry] = await client.schedules.list({ query })
        assert.equal(Date.parse(entry?.start_time ?? ''), Date.parse(`${from}+02:00`))
        assert.equal(Date.parse(entry?.end_time ?? ''), Date.parse(`${to}+02:00`))
      })
    const [from, to] = [await at(10.1), await placeOf(page, '2026-05-14', 12.1)]
    await drag(page, from, to)
    await page.locator('.toast', { hasText: 'Moved: Drawing' }).waitFor()
    await planned('2026-05-14T12:00', '2026-05-14T13:00')
    await drawing.getByText('12:00').waitFor()
    const end = await placeOf(page, '2026-05-14', 13)
    await page.mouse.move(end.x, end.y - 20)
    await drag(page, { x: end.x, y: end.y - 3 }, await placeOf(page, '2026-05-14', 14.45))
    await page.locator('.toast', { hasText: 'Length changed: Drawing' }).waitFor()
    await planned('2026-05-14T12:00', '2026-05-14T14:30')

    await page.getByRole('button', { name: 'Synced' }).waitFor()
    const todo = page.locator('[data-todo]', { hasText: 'Paint' })
    const box = await todo.boundingBox()
    assert.ok(box)
    await drag(page, { x: box.x + 70, y: box.y + box.height / 2 }, await placeOf(page, '2026-05-13', 10.1))
    const painting = entryOf(page, 'Paint')
    await painting.waitFor()
    await eventually(async () => {
      const query = { start_date: '2026-05-13', end_date: '2026-05-14', timezone: 'Europe/Berlin' }
      const [entry] = await client.schedules.list({ query })
      assert.equal(Date.parse(entry?.end_time ?? ''), Date.parse('2026-05-13T10:45+02:00'))
    })
    const day = (name: string) => page.getByRole('button', { name })
    await day('Sunday, May 10, 2026').focus()
    for (const key of ['ArrowDown', 'PageDown', 'ArrowLeft', 'Enter']) {
      await page.keyboard.press(key)
      if (key === 'PageDown') await day('Wednesday, June 17, 2026').waitFor()
    }
    await page.waitForURL('**/calendar/2026-06-14?view=week')
    await day('Wednesday, May 13, 2026, has entries').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Previous month' }).click()
    await day('Wednesday, May 13, 2026, has entries').click()
    await painting.waitFor()
    await assertAccessible(page)

    // Restores a deleted entry with its id, and deletes it when the page is closed.
    const { id } = await client.schedules.create({
      body: { title: 'Dentist', start_time: '2026-06-10T09:00:00Z', end_time: '2026-06-10T10:00:00Z' },
    })
    const ids = async () => {
      const query = { start_date: '2026-06-07', end_date: '2026-06-14' }
      return (await client.schedules.list({ query })).map(entry => entry.id)
    }
    const dentist = entryOf(page, 'Dentist')
    const remove = async () => {
      await dentist.click()
      await page.getByRole('button', { name: 'Delete' }).click()
      await dentist.waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'Next month' }).click()
    await day('Wednesday, June 10, 2026, has entries').click()
    await remove()
    // The deleted entry disappears from other views too, and undo restores it in all of them.
    await page.getByRole('button', { name: 'Agenda' }).click()
    await page.getByText('No entries in this period').waitFor()
    await page.locator('.toast', { hasText: 'Deleted' }).getByRole('button', { name: 'Undo' }).click()
    await dentist.waitFor()
    assert.deepEqual(await ids(), [id])
    await remove()
    await page.goto('about:blank')
    await eventually(async () => assert.deepEqual(await ids(), []))
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('shows the holidays of the selected country', async () => {
    const { page, context, complaints } = await stage.person('Dan', { opens: false })
    await page.goto(`${stage.url}/calendar/2026-01-06`)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Holidays').selectOption({ label: 'Germany' })
    await page.getByText('Enter a code such as BY for Bavaria').waitFor()
    await page.getByLabel('State or region').fill('XX')
    await page.getByText('No holidays found for this code.').waitFor()
    await page.getByLabel('State or region').fill('by')
    await page.getByText('No holidays found for this code.').waitFor({ state: 'detached' })
    await holds(page, `localStorage.getItem('daymark.holidays') === 'DE-BY'`)
    await assertAccessible(page)
    await page.goto(`${stage.url}/calendar/2026-01-06`)
    const epiphany = page.locator('.holiday', { hasText: /Epiphany|Heilige Drei Könige/ })
    await epiphany.waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Holidays').selectOption({ label: 'None' })
    await page.goBack()
    await page.locator('[data-date="2026-01-06"]').first().waitFor()
    await page.locator('.calendar-grid:not(.unmeasured):not(.waiting)').waitFor()
    assert.equal(await epiphany.count(), 0)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('switches pages and views by keyboard, and opens the focused entry', async () => {
    const { page, context, client, complaints } = await stage.person('Eve', { opens: false })
    await client.schedules.create({
      body: { title: 'Piano', start_time: '2026-07-08T09:00:00Z', end_time: '2026-07-08T10:00:00Z' },
    })
    await page.goto(`${stage.url}/calendar/2026-07-01`)
    await page.locator('[data-date="2026-07-01"]').first().waitFor()
    await page.keyboard.press('j')
    await page.locator('[data-date="2026-07-08"]').first().waitFor()
    await entryOf(page, 'Piano').waitFor()
    await page.keyboard.press('m')
    await page.locator('.month .entry-title', { hasText: 'Piano' }).waitFor()
    const isCut = `(title => title.scrollWidth > title.clientWidth)(document.querySelector('.month .entry-title'))`
    assert.equal(await page.evaluate(isCut), false)
    for (const key of ['d', 'a', 'w']) await page.keyboard.press(key)
    await page.locator('.calendar-grid:not(.waiting)').waitFor()
    await page.keyboard.press('n')
    await page.getByRole('dialog').getByLabel('Title').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const piano = page.locator('.entry', { hasText: 'Piano' })
    await piano.focus()
    // A change from another device rerenders all entries, but the focus must stay.
    await isLive(page)
    await client.schedules.create({
      body: { title: 'Violin', start_time: '2026-07-09T09:00:00Z', end_time: '2026-07-09T10:00:00Z' },
    })
    await entryOf(page, 'Violin').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Piano' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('Title').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('lists an entry over midnight with its times on each day, and has no English labels in Korean', async () => {
    const { page, context, client, complaints } = await stage.person('Gil', {
      opens: false,
      locale: 'ko-KR',
      timezone: 'Asia/Seoul',
    })
    const [start_time, end_time] = ['2031-03-05T23:00:00+09:00', '2031-03-06T01:00:00+09:00']
    await client.schedules.create({ body: { title: '야근', start_time, end_time } })
    await page.goto(`${stage.url}/calendar/2031-03-05?view=agenda`)
    const toMidnight = { start_time: '2031-03-08T23:00:00+09:00', end_time: '2031-03-10T00:00:00+09:00' }
    await client.schedules.create({ body: { title: '당직', ...toMidnight } })
    for (const times of ['오후 11:00 – 오전 1:00', '오전 12:00 – 1:00', '오후 11:00 – 오전 12:00', '종일'])
      await page.locator('.entry-time', { hasText: new RegExp(`^${times}$`) }).waitFor()
    const labels = `[...document.querySelectorAll('.calendar-grid [aria-label]')].map(each => each.ariaLabel).join()`
    assert.doesNotMatch(await page.evaluate<string>(labels), /[A-Za-z]/)
    await page.keyboard.press('w')
    await entryOf(page, '야근').first().waitFor()
    assert.doesNotMatch(await page.locator('.calendar-grid').innerText(), /[A-Za-z]/)
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
