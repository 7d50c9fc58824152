import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { assertAccessible } from './axe.ts'
import { drag, placeOf } from './calendar-grid.ts'
import { eventually, isLive, openStage, type Person, type Stage, zoneAtNoon } from './support.ts'

const ZONE = 'Asia/Seoul'
const TITLE = 'Hand in the form'

/** Picks a date in the calendar by keyboard, types dates, and closes the calendar. The final date is May 6, 2030. */
async function pickDate(page: Page, dialog: Locator): Promise<void> {
  const deadline = dialog.getByLabel('Deadline')
  const opener = dialog.getByRole('button', { name: 'Open calendar' })
  const grid = page.getByRole('grid', { name: 'May 2030' })
  const focused = (day: string) =>
    page.getByRole('button', { name: day }).and(page.locator(':focus')).waitFor()
  await opener.click()
  await grid.getByRole('gridcell', { selected: true }).getByText('6', { exact: true }).waitFor()
  await focused('Monday, May 6, 2030')
  await assertAccessible(page)
  const moves = [
    ['ArrowRight', 'Tuesday, May 7, 2030'],
    ['ArrowDown', 'Tuesday, May 14, 2030'],
    ['Home', 'Sunday, May 12, 2030'],
    ['End', 'Saturday, May 18, 2030'],
    ['PageDown', 'Tuesday, June 18, 2030'],
    ['Shift+PageUp', 'Monday, June 18, 2029'],
  ] as const
  for (const [key, day] of moves) {
    await page.keyboard.press(key)
    await focused(day)
  }
  await page.keyboard.press('Enter')
  await opener.and(page.locator(':focus')).waitFor()
  assert.equal(await deadline.inputValue(), '06/18/2029')
  // Text that is not a date shows an error and is not saved. A year may have only two digits.
  await deadline.fill('13/32')
  await deadline.press('Enter')
  await dialog.getByText('Enter a date such as').waitFor()
  await assertAccessible(page)
  await deadline.fill('5/6/30')
  await deadline.press('Tab')
  assert.equal(await deadline.inputValue(), '05/06/2030')
  await opener.click()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Escape')
  await grid.waitFor({ state: 'detached' })
  assert.equal(await deadline.inputValue(), '05/06/2030')
}

describe('deadlines that are dates in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  const shortText = (date: Temporal.PlainDate) =>
    date.toLocaleString('en-US', { weekday: 'short', month: 'short', day: 'numeric' })

  async function withTodo({ page, client }: Person, body: object = {}) {
    const group = await client.tags.createGroup({
      body: { name: 'Home', color: '#2563B8', is_todo_group: true },
    })
    const todo = await client.todos.create({ body: { title: TITLE, tag_group_id: group.id, ...body } })
    await page.goto(`${stage.url}/todos`)
    await page.getByRole('treeitem', { name: TITLE }).waitFor()
    await isLive(page)
    return todo
  }

  for (const phone of [false, true]) {
    it(`are set without a time ${phone ? 'on a phone' : 'with the keyboard'}, and with one`, async () => {
      const person = await stage.person('Dora', { opens: false, phone, dark: phone, timezone: ZONE })
      const { page, client, context, complaints } = person
      const { id } = await withTodo(person)
      const row = page.getByRole('treeitem', { name: TITLE })
      const dialog = page.getByRole('dialog')
      const edit = async () => {
        if (phone) return page.getByRole('button', { name: `Edit ${TITLE}` }).click()
        await row.focus()
        await page.keyboard.press('e')
      }
      const due = async (deadline: string | null, date: string | null, entry: string | null) =>
        eventually(async () => {
          const todo = await client.todos.get({ params: { todo_id: id } })
          assert.ok('schedules' in todo)
          const shown = todo.schedules.map(each => each.start_date ?? each.start_time)
          const expected = [deadline, date, ...(entry === null ? [] : [entry])]
          assert.deepEqual([todo.deadline, todo.deadline_date, ...shown], expected)
        })

      await edit()
      assert.ok(await dialog.getByLabel('Time (optional)').isDisabled())
      if (phone) await dialog.getByLabel('Deadline').fill('2030-05-06')
      else {
        await dialog.getByLabel('Deadline').focus()
        await page.keyboard.type('05062030')
      }
      await assertAccessible(page)
      if (phone) await dialog.getByRole('button', { name: 'Save' }).click()
      else await page.keyboard.press('Enter')
      await row.getByText('Mon, May 6, 2030', { exact: true }).waitFor()
      await due(null, '2030-05-06', '2030-05-06')

      await edit()
      assert.equal(await dialog.getByLabel('Deadline').inputValue(), '05/06/2030')
      if (!phone) await pickDate(page, dialog)
      await dialog.getByText(`${TITLE}, Mon, May 6, 2030`).waitFor()
      await dialog.getByLabel('Time (optional)').fill('09:00')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await row.getByText('Mon, May 6, 2030, 9:00 AM').waitFor()
      await due('2030-05-06T00:00:00Z', null, '2030-05-06T00:00:00Z')

      await edit()
      await dialog.getByLabel('Time (optional)').fill('')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await row.getByText('Mon, May 6, 2030', { exact: true }).waitFor()
      await due(null, '2030-05-06', '2030-05-06')
      await page.keyboard.press('Control+z')
      await due('2030-05-06T00:00:00Z', null, '2030-05-06T00:00:00Z')

      await edit()
      await dialog.getByLabel('Deadline').fill('')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await due(null, null, null)
      assert.deepEqual(complaints, [])
      await context.close()
    })
  }

  it('are due on their date, and overdue after it has ended', async () => {
    const timezone = zoneAtNoon()
    const dateIn = (days: number) => Temporal.Now.plainDateISO(timezone).add({ days })
    const person = await stage.person('Dan', { opens: false, timezone })
    const { page, client, context, complaints } = person
    const { id } = await withTodo(person, { deadline: dateIn(0).toString() })
    const row = page.getByRole('treeitem', { name: TITLE })
    await row.locator('.soft', { hasText: shortText(dateIn(0)) }).waitFor()
    await page.getByRole('link', { name: 'Today', exact: true }).click()
    const item = page.locator('.item', { has: page.locator('.due-title', { hasText: TITLE }) }).first()
    await item.getByText('Today', { exact: true }).waitFor()
    assert.equal(await item.locator('.overdue').count(), 0)
    await assertAccessible(page)
    await client.todos.update({ params: { todo_id: id }, body: { deadline: dateIn(-1).toString() } })
    await item.locator('.overdue', { hasText: `${shortText(dateIn(-1))} · overdue` }).waitFor()
    await client.todos.update({ params: { todo_id: id }, body: { deadline: dateIn(1).toString() } })
    await page.getByText('Nothing is due').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  /** Checks that a deadline is a flag in the all-day row of the calendar, and that moving it asks what to move. */
  async function assertFlags({ page, client }: Person, tag_group_id: string): Promise<void> {
    const title = 'Renew the pass'
    const { id } = await client.todos.create({ body: { title, tag_group_id, deadline: '2026-05-12' } })
    await page.goto(`${stage.url}/calendar/2026-05-13`)
    await isLive(page)
    await page.locator('.calendar-grid:not(.unmeasured):not(.waiting)').waitFor()
    await page.getByRole('button', { name: 'Week', exact: true }).click()
    const bar = page.locator('.entry-content', { hasText: title })
    await bar.waitFor()
    const target = await placeOf(page, '2026-05-14', 12)
    const box = await bar.boundingBox()
    assert.ok(box)
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const dates = async (deadline: string, entry: string) =>
      eventually(async () => {
        const todo = await client.todos.get({ params: { todo_id: id } })
        assert.ok('schedules' in todo)
        assert.deepEqual([todo.deadline_date, todo.schedules[0]?.start_date], [deadline, entry])
      })
    await drag(page, from, { x: target.x, y: from.y })
    await page.getByRole('button', { name: 'Move the deadline' }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Move the deadline' }).click()
    await dates('2026-05-14', '2026-05-14')
    await page.locator('.toast', { hasText: 'Moved' }).getByRole('button', { name: 'Undo' }).click()
    await dates('2026-05-12', '2026-05-12')
    await eventually(async () => assert.equal(await bar.count(), 1))
    await page.getByRole('button', { name: 'Synced' }).waitFor()
    await drag(page, from, { x: target.x, y: from.y })
    await page.getByRole('button', { name: 'Keep the deadline' }).click()
    await dates('2026-05-12', '2026-05-14')
    // The deadline stays visible beside the entry that was moved away from it.
    const flag = bar.filter({ hasText: 'Deadline' })
    await eventually(async () => assert.deepEqual([await bar.count(), await flag.count()], [2, 1]))
    await flag.click()
    await page.getByRole('button', { name: 'Mark as done' }).click()
    await flag.getByText('Deadline, done').waitFor()
    await client.todos.update({ params: { todo_id: id }, body: { deadline: '2026-05-15' } })
    const day = (await placeOf(page, '2026-05-15', 12)).x
    await eventually(async () => {
      const now = await bar.boundingBox()
      assert.ok(now && now.x < day && now.x + now.width > day, 'the entry follows the deadline')
    })
  }

  it('repeat by date, are listed by completion, and may move with their flag in the calendar', async () => {
    const person = await stage.person('Dot', { opens: false, timezone: ZONE })
    const { page, client, context, complaints } = person
    const todo = await withTodo(person, { deadline: '2030-05-06', recurrence_rule: 'FREQ=WEEKLY' })
    const row = page.getByRole('treeitem', { name: TITLE })
    await row.getByRole('checkbox').click()
    await row.getByText('Mon, May 13, 2030', { exact: true }).waitFor()
    const ids: string[] = []
    for (const title of ['First', 'Second', 'Third']) {
      const made = await client.todos.create({ body: { title, tag_group_id: todo.tag_group_id } })
      ids.push(made.id)
    }
    // The server lists the newest todo first. Completing the newest one first makes the order by completion time differ
    // from the server's.
    for (const todo_id of ids.toReversed())
      await client.todos.update({ params: { todo_id }, body: { status: 'DONE' } })
    await page.getByRole('button', { name: 'Completed' }).click()
    const titles = page.locator('[role=treeitem] .todo-title')
    await eventually(async () =>
      assert.deepEqual(await titles.allTextContents(), [TITLE, 'First', 'Second', 'Third', TITLE]),
    )
    assert.equal(await page.getByText(/^Done [A-Z][a-z]{2} \d/).count(), 4)
    await assertFlags(person, todo.tag_group_id)
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
