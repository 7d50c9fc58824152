import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertAccessible } from './axe.ts'
import { eventually, openStage, type Stage } from './support.ts'

describe('search in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  it('finds, completes, starts and opens with the keyboard alone', async () => {
    const { page, context, client, complaints } = await stage.person('Ann')
    const { id: tag_group_id } = await client.tags.createGroup({
      body: { name: 'Home', color: '#112233', is_todo_group: true },
    })
    const first = await client.todos.create({ body: { title: 'Zebra paint', tag_group_id } })
    await client.todos.create({ body: { title: 'Buy brushes', description: 'for the zebra', tag_group_id } })
    await client.tags.create({ body: { name: 'zebra', color: '#445566', group_id: tag_group_id } })
    await page.keyboard.press('/')
    const field = page.getByRole('combobox', { name: 'Search everything' })
    await page.keyboard.type('zebra')
    const results = page.getByRole('listbox', { name: 'Results' })
    const option = (name: string | RegExp) => results.getByRole('option', { name })
    await option(/Buy brushes/).waitFor()
    assert.equal(await results.getByRole('option').count(), 3)
    await assertAccessible(page)

    await page.getByRole('button', { name: 'Todos', exact: true }).click()
    await option(/Tag/).waitFor({ state: 'detached' })
    await field.focus()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Done: Zebra paint').waitFor()
    await eventually(async () => {
      const todo = await client.todos.get({ params: { todo_id: first.id } })
      assert.ok('status' in todo && todo.status === 'DONE')
    })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+Enter')
    await eventually(async () => {
      const { title, allocated_duration } = await client.timers.active()
      assert.deepEqual([title, allocated_duration], ['Buy brushes', 25 * 60])
    })

    await page.keyboard.press('/')
    await option('zebra').waitFor()
    await page.keyboard.press('Enter')
    await option(/Buy brushes/).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('Title').waitFor()
    await page.keyboard.press('Escape')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('asks about subtodos before it deletes an opened todo', async () => {
    const { page, context, client, complaints } = await stage.person('Sue')
    const { id: tag_group_id } = await client.tags.createGroup({
      body: { name: 'Home', color: '#112233', is_todo_group: true },
    })
    const parent = await client.todos.create({ body: { title: 'Garden', tag_group_id } })
    const child = { title: 'Dig', tag_group_id, parent_id: parent.id, tag_ids: [] }
    await client.todos.create({ body: child })
    const question = page.getByRole('dialog', { name: 'Delete “Garden”?' })
    const details = page.getByRole('dialog', { name: 'Garden', exact: true })
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: 'Search everything' }).fill('garden')
    await page.getByRole('option', { name: /Garden/ }).click()
    await details.getByRole('button', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await details.getByRole('button', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'Delete all 2 todos' }).click()
    await page.getByText('Deleted 2 todos').waitFor()
    await details.waitFor({ state: 'detached' })

    // In the pane beside the list, too. A shown filter does not hide the question.
    const next = await client.todos.create({ body: { title: 'House', tag_group_id } })
    await client.todos.create({ body: { ...child, title: 'Paint', parent_id: next.id } })
    await page.goto(`${stage.url}/todos?todo=${next.id}`)
    await page.locator('form').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog', { name: 'Delete “House”?' }).waitFor()
    await page.getByRole('button', { name: 'Delete only this todo' }).click()
    await eventually(async () => {
      assert.deepEqual(
        (await client.todos.list({})).map(({ title }) => title),
        ['Paint'],
      )
    })
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('says what is missing: no result, no connection; Korean by initial consonants on a phone', async () => {
    const { page, context, client } = await stage.person('Min', { phone: true, dark: true })
    const { id: tag_group_id } = await client.tags.createGroup({ body: { name: 'G', color: '#112233' } })
    await client.todos.create({ body: { title: '주간 회의', tag_group_id } })
    await page.getByText('More', { exact: true }).click()
    await page.getByRole('button', { name: 'Search' }).click()
    const field = page.getByRole('combobox', { name: 'Search everything' })
    const filter = await page.getByRole('button', { name: 'Todos', exact: true }).boundingBox()
    assert.ok(filter && filter.height >= 36, 'a finger can hit the filters')
    await field.fill('ㅎㅇ')
    await page.getByRole('option', { name: /주간 회의/ }).waitFor()
    await field.fill('giraffe')
    await page.getByText('Nothing found for “giraffe”').waitFor()
    await assertAccessible(page)
    await context.setOffline(true)
    await page.getByText('Search needs a connection').waitFor()
    await context.close()
  })
})
