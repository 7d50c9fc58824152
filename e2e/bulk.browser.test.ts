import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Client } from '@daymark/client'
import type { Page } from 'playwright-core'
import { assertAccessible } from './axe.ts'
import {
  eventually,
  finger,
  isLive,
  middleOf,
  openStage,
  type Person,
  readyForOffline,
  type Stage,
} from './support.ts'

const rowOf = (page: Page, name: string) => page.getByRole('treeitem', { name })
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Actions for the selected items' })
const at = (days: number, hour: number) => {
  const day = new Date(Date.now() + days * 86_400_000)
  day.setUTCHours(hour, 0, 0, 0)
  return day.toISOString()
}

describe('bulk actions in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  /** Adds todos to the only list. The page shows the last one first. */
  async function addTodos(client: Client, titles: readonly string[]): Promise<void> {
    const [group] = await client.tags.listGroups()
    for (const title of titles) await client.todos.create({ body: { title, tag_group_id: group?.id ?? '' } })
  }

  async function withTodos(name: string, options = {}): Promise<Person & { open: () => Promise<string[]> }> {
    const person = await stage.person(name, { ...options, opens: false })
    const { client, page } = person
    await client.tags.createGroup({ body: { name: 'Home', color: '#2563B8', is_todo_group: true } })
    await addTodos(client, ['Delta', 'Charlie', 'Bravo', 'Alpha'])
    await page.goto(`${stage.url}/todos`)
    await rowOf(page, 'Alpha').waitFor()
    await isLive(page)
    const open = async () =>
      (await client.todos.list()).filter(({ status }) => status !== 'DONE').map(({ title }) => title)
    return { ...person, open }
  }

  it('completes todos by mouse with one undo, deletes them offline by keyboard, and names refused ones', async () => {
    const { page, context, client, open, complaints } = await withTodos('Ann', { worker: true })
    await rowOf(page, 'Alpha').click({ modifiers: ['ControlOrMeta'] })
    await rowOf(page, 'Charlie').click({ modifiers: ['Shift'] })
    await bar(page).getByText('3 todos selected').waitFor()
    assert.equal(await page.getByRole('treeitem', { selected: true }).count(), 3)
    await assertAccessible(page)
    await bar(page).getByRole('button', { name: 'Mark as done' }).click()
    await eventually(async () => assert.deepEqual(await open(), ['Delta']))
    await page.getByText('Marked 3 todos as done').waitFor()
    const [batch] = await client.history.list({ query: { limit: 1 } })
    assert.equal(batch?.entries.length, 3)
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(async () => assert.equal((await open()).length, 4))

    await rowOf(page, 'Alpha').focus()
    await page.keyboard.press('v')
    await page.keyboard.press('Shift+ArrowDown')
    await bar(page).getByText('2 todos selected').waitFor()
    await rowOf(page, 'Delta').locator('input').click({ force: true })
    await bar(page).getByText('3 todos selected').waitFor()
    await page.keyboard.press('Escape')
    await bar(page).waitFor({ state: 'detached' })
    await context.setOffline(true)
    await page.keyboard.press('ControlOrMeta+a')
    await bar(page).getByText('4 todos selected').waitFor()
    await page.keyboard.press('Delete')
    await rowOf(page, 'Delta').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /waiting/ }).click()
    await page.getByText('Delete 4 todos').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await context.setOffline(false)
    await eventually(async () => assert.deepEqual(await open(), []))

    // Names the items that were refused, also after a reload, and keeps the focus in the list.
    const focused = () => page.evaluate(`document.activeElement.textContent`)
    await isLive(page)
    await addTodos(client, ['Hotel', 'Golf', 'Foxtrot', 'Echo'])
    for (const title of ['Hotel', 'Golf', 'Foxtrot', 'Echo']) await readyForOffline(page, title)
    await rowOf(page, 'Echo').focus()
    await page.keyboard.press('v')
    await page.keyboard.press('Shift+ArrowDown')
    await context.setOffline(true)
    await bar(page).getByRole('button', { name: 'Mark as done' }).press('Enter')
    await rowOf(page, 'Foxtrot').waitFor({ state: 'detached' })
    await eventually(async () => assert.match(String(await focused()), /Golf/))
    await page.getByRole('button', { name: '1 change waiting' }).click()
    await page.getByText('Edit 2 todos: Echo, Foxtrot').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    const foxtrot = (await client.todos.list()).find(({ title }) => title === 'Foxtrot')
    await client.todos.remove({ params: { todo_id: foxtrot?.id ?? '' } })
    await page.reload()
    await rowOf(page, 'Golf').waitFor()
    await context.setOffline(false)
    await page.getByText('1 item was not changed. “Foxtrot”: It was deleted on another device').waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await eventually(async () => assert.deepEqual(await open(), ['Golf', 'Hotel']))

    await rowOf(page, 'Golf').focus()
    await page.keyboard.press('Space')
    await rowOf(page, 'Golf').waitFor({ state: 'detached' })
    await eventually(async () => assert.match(String(await focused()), /Hotel/))
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('selects by long press on a phone, tags timers, and moves entries of the agenda', async () => {
    const { page, context, client, complaints } = await withTodos('Bea', { phone: true })
    // A tap opens the todo. Its form must ask before it discards changes.
    await rowOf(page, 'Alpha').getByRole('button', { name: 'Alpha', exact: true }).tap()
    const form = page.getByRole('dialog', { name: 'Alpha' })
    await form.getByLabel('Title').fill('Alfa')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).tap()
    assert.equal(await form.getByLabel('Title').inputValue(), 'Alfa')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard changes' }).tap()
    await form.waitFor({ state: 'detached' })
    const [group] = await client.tags.listGroups()
    await client.tags.create({ body: { name: 'errand', color: '#AD1457', group_id: group?.id ?? '' } })
    const touch = await finger(page)
    const { x, y } = await middleOf(rowOf(page, 'Bravo'))
    await touch.down(x, y)
    await page.locator('.drag-ghost').waitFor()
    await touch.up()
    await bar(page).getByText('1 todo selected').waitFor()
    await rowOf(page, 'Delta').tap()
    await bar(page).getByText('2 todos selected').waitFor()
    await bar(page).getByRole('button', { name: 'Reschedule' }).tap()
    await page.getByRole('button', { name: 'Tomorrow' }).tap()
    await eventually(async () =>
      assert.equal((await client.todos.list()).filter(({ deadline_date }) => deadline_date).length, 2),
    )

    // The page shows only 30 timers per day. Hidden timers cannot be selected.
    const segments = [{ start: at(-1, 9), end: at(-1, 10) }]
    await Promise.all(
      Array.from({ length: 33 }, (_, n) =>
        client.timers.addRecord({ body: { title: `Timer ${n}`, segments } }),
      ),
    )
    await page.goto(`${stage.url}/timers`)
    await page.getByRole('button', { name: 'Select', exact: true }).tap()
    await bar(page).getByRole('button', { name: 'Select all' }).tap()
    await bar(page).getByText('30 timers selected').waitFor()
    await page.getByRole('button', { name: 'Show 3 more' }).tap()
    assert.equal(
      await page.evaluate(`document.activeElement?.closest('li')?.matches(':nth-child(31)')`),
      true,
    )
    await bar(page).getByRole('button', { name: 'Select all' }).tap()
    await bar(page).getByText('33 timers selected').waitFor()
    await bar(page).getByRole('button', { name: 'Tags' }).tap()
    await page.getByRole('group', { name: 'Add tags' }).getByText('errand').tap()
    await page.getByRole('button', { name: 'Save' }).tap()
    const query = { tag_include_mode: 'timer_only' as const }
    await eventually(async () =>
      assert.ok((await client.timers.list({ query })).every(({ tags }) => tags.length === 1)),
    )

    const series = await client.schedules.create({
      body: {
        title: 'Standup',
        start_time: at(1, 9),
        end_time: at(1, 10),
        recurrence_rule: 'FREQ=DAILY;COUNT=3',
      },
    })
    await page.goto(`${stage.url}/calendar`)
    await page.getByRole('button', { name: 'Agenda' }).tap()
    await page.getByText('Standup').first().waitFor()
    await page.getByRole('button', { name: 'Select', exact: true }).tap()
    await page.getByText('Standup').first().tap()
    await bar(page).getByText('1 entry selected').waitFor()
    await bar(page).getByRole('button', { name: 'Delete' }).tap()
    await eventually(async () => {
      const range = { start_date: at(0, 0), end_date: at(9, 0) }
      const left = (await client.schedules.list({ query: range })).filter(
        each => each.parent_id === series.id,
      )
      assert.equal(left.length, 2)
    })
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
