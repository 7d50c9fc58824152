import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertAccessible, assertContrast } from './axe.ts'
import { eventually, isLive, middleOf, openStage, type Person, type Stage } from './support.ts'

const MINUTE = 60_000

describe('the plan of a todo in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  async function withTodo({ page, client }: Person, title: string) {
    const group = await client.tags.createGroup({
      body: { name: 'Home', color: '#2563B8', is_todo_group: true },
    })
    const todo = await client.todos.create({ body: { title, tag_group_id: group.id } })
    await page.goto(`${stage.url}/todos`)
    await page.getByRole('treeitem', { name: title }).waitFor()
    await isLive(page)
    return todo
  }

  /** Sorts todos by keyboard and by dragging between rows, and returns to the automatic order. */
  async function sortsManually({ page, client }: Person): Promise<void> {
    const list = await client.tags.createGroup({
      body: { name: 'Later', color: '#2563B8', is_todo_group: true },
    })
    for (const title of ['First', 'Second', 'Third'])
      await client.todos.create({ body: { title, tag_group_id: list.id } })
    await page.getByRole('link', { name: 'Later' }).click()
    const titles = () => page.locator('[role=treeitem] .todo-title').allTextContents()
    const shows = (...expected: string[]) =>
      eventually(async () => assert.deepEqual(await titles(), expected))
    await shows('Third', 'Second', 'First')
    await page.getByLabel('Order').selectOption({ label: 'Manual order' })
    await page.getByRole('treeitem', { name: 'First' }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await shows('Third', 'First', 'Second')
    await page.keyboard.press('Alt+ArrowUp')
    await shows('First', 'Third', 'Second')
    const row = (name: string) => page.getByRole('treeitem', { name })
    const [from, to] = [await middleOf(row('Second')), await row('First').boundingBox()]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(from.x, from.y - 20)
    await page.mouse.move(from.x, (to?.y ?? 0) + (to?.height ?? 0) - 4)
    await page.locator('.todo-row.is-after', { hasText: 'First' }).waitFor()
    await page.mouse.up()
    await shows('First', 'Second', 'Third')
    await eventually(async () => {
      const todos = await client.todos.list({ query: { order: 'position', group_ids: [list.id] } })
      assert.deepEqual(
        todos.map(({ title }) => title),
        ['First', 'Second', 'Third'],
      )
    })
    await page.reload()
    await shows('First', 'Second', 'Third')
    await page.getByLabel('Order').selectOption({ label: 'Automatic order' })
    await shows('Third', 'Second', 'First')
  }

  for (const phone of [false, true]) {
    it(`is made, repeated and undone ${phone ? 'on a phone' : 'with the keyboard, and sorted manually'}`, async () => {
      const person = await stage.person('Pam', { opens: false, phone, dark: phone })
      const { page, client, context, complaints } = person
      const todo = await withTodo(person, 'Water the plants')
      const row = page.getByRole('treeitem', { name: 'Water the plants' })
      if (phone) await page.getByRole('button', { name: 'Edit Water the plants' }).click()
      else {
        await row.focus()
        await page.keyboard.press('e')
      }
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Repeat').selectOption({ label: 'Every day' })
      await dialog.getByText('A repeating todo needs a deadline.').waitFor()
      await dialog.getByLabel('Deadline', { exact: true }).fill('2030-05-06')
      await dialog.getByLabel('Time (optional)').fill('09:00')
      await dialog.getByLabel('Estimate (minutes)').fill('30')
      await dialog.getByLabel('Priority').selectOption({ label: 'High' })
      await assertAccessible(page)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await row.getByText('30 min').first().waitFor()
      await eventually(async () => {
        const [saved] = await client.todos.list()
        assert.deepEqual(
          [
            saved?.recurrence_rule,
            saved?.timezone,
            saved?.deadline,
            saved?.priority,
            saved?.estimate_minutes,
          ],
          ['FREQ=DAILY', 'Europe/Berlin', '2030-05-06T07:00:00Z', 3, 30],
        )
      })
      const now = Date.now()
      const segment = {
        start: new Date(now - 60 * MINUTE).toISOString(),
        end: new Date(now - 20 * MINUTE).toISOString(),
      }
      await client.timers.addRecord({ body: { segments: [segment], todo_id: todo.id } })
      await row.getByText('40 min / 30 min').waitFor()
      await row.getByRole('checkbox').click()
      await page.getByText('Done: Water the plants').waitFor()
      await eventually(async () => {
        const todos = await client.todos.list()
        assert.deepEqual(
          todos.map(({ status, deadline }) => [status, deadline]),
          [
            ['UNSCHEDULED', '2030-05-07T07:00:00Z'],
            ['DONE', '2030-05-06T07:00:00Z'],
          ],
        )
      })
      await row.getByText('Tue, May 7').waitFor()
      await page.getByRole('button', { name: 'Completed' }).click()
      await page.getByText(/^Done [A-Z][a-z]{2} \d/).waitFor()
      // On a phone, only the colors of the dark theme differ.
      await (phone ? assertContrast(page) : assertAccessible(page))
      await page.getByRole('button', { name: 'Completed' }).click()
      await page.getByRole('button', { name: 'Undo' }).first().click()
      await row.getByText('Mon, May 6').waitFor()
      await eventually(async () => assert.equal((await client.todos.list()).length, 1))
      // Canceling the todo and ending its series leaves no open todo.
      if (phone) await page.getByRole('button', { name: 'Edit Water the plants' }).click()
      else {
        await row.focus()
        await page.keyboard.press('e')
      }
      await dialog.getByLabel('Status').selectOption({ label: 'Canceled' })
      await dialog.getByLabel('Stop repeating after this one').check()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await eventually(async () => {
        const todos = await client.todos.list()
        assert.deepEqual(
          todos.map(({ status }) => status),
          ['CANCELLED'],
        )
      })
      if (!phone) await sortsManually(person)
      assert.deepEqual(complaints, [])
      await context.close()
    })
  }
})
