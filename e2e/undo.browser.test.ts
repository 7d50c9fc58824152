import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './axe.ts'
import { eventually, isLive, LASTING_TOASTS, openStage, type Stage } from './support.ts'

describe('undo and redo', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  const row = (page: Page, name: string) => page.getByRole('treeitem', { name })

  it('apply to the last changes of this window by shortcut, but not in a field that has its own undo', async () => {
    const { page, context, client, complaints } = await stage.person('Ann', { opens: false })
    const group = await client.tags.createGroup({
      body: { name: 'Home', color: '#2563B8', is_todo_group: true },
    })
    for (const title of ['Dig', 'Plant'])
      await client.todos.create({ body: { title, tag_group_id: group.id } })
    await page.goto(`${stage.url}/todos`)
    await isLive(page)
    await row(page, 'Dig').press('Enter')
    await page.getByLabel('Title').fill('Dig deep')
    await page.keyboard.press('Enter')
    await row(page, 'Dig deep').press('Delete')
    await row(page, 'Dig deep').waitFor({ state: 'detached' })
    // A change from another device must not be undone here.
    await client.todos.create({ body: { title: 'Elsewhere', tag_group_id: group.id } })
    await row(page, 'Elsewhere').waitFor()
    await page.keyboard.press('Control+z')
    await row(page, 'Dig deep').waitFor()
    await page.getByText('Undone').waitFor()
    // The deletion's toast must be gone, because its "Undo" would undo the deletion a second time.
    assert.equal(await page.getByText('Deleted: Dig deep').count(), 0)
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: 'Dig', exact: true }).waitFor()
    await page.keyboard.press('Control+z')
    await page.getByText('Nothing to undo in this window').waitFor()
    await page.keyboard.press('Control+Shift+z')
    await row(page, 'Dig deep').waitFor()
    await page.keyboard.press('Control+Shift+z')
    await row(page, 'Dig deep').waitFor({ state: 'detached' })
    await eventually(async () =>
      assert.deepEqual((await client.todos.list()).map(todo => todo.title).sort(), ['Elsewhere', 'Plant']),
    )

    // Neither applies while a person types in a field, which has its own undo.
    const statusOf = async (title: string) =>
      (await client.todos.list()).find(todo => todo.title === title)?.status
    await row(page, 'Plant').press(' ')
    await eventually(async () => assert.equal(await statusOf('Plant'), 'DONE'))
    const field = page.getByRole('textbox', { name: 'Add todo' })
    await field.pressSequentially('Rake')
    await page.keyboard.press('Control+z')
    assert.notEqual(await field.inputValue(), 'Rake')
    // Changes are sent in order, so a wrong undo of "Plant" would have arrived before this change.
    await field.fill('Sow')
    await field.press('Enter')
    await eventually(async () => assert.equal((await client.todos.list()).length, 3))
    assert.equal(await statusOf('Plant'), 'DONE')

    // Both apply in an empty field after adding, on a choice, and with a Korean keyboard.
    const titles = async () => (await client.todos.list()).map(({ title }) => title).sort()
    await field.pressSequentially('Rake')
    await field.press('Enter')
    await eventually(async () => assert.deepEqual(await titles(), ['Elsewhere', 'Plant', 'Rake', 'Sow']))
    await field.press('Control+z')
    await eventually(async () => assert.deepEqual(await titles(), ['Elsewhere', 'Plant', 'Sow']))
    // Undo restores deleted text in the field instead of undoing a change.
    await field.pressSequentially('Hoe')
    await field.press('Control+a')
    await field.press('Delete')
    await field.press('Control+z')
    assert.equal(await field.inputValue(), 'Hoe')
    await field.press('Control+a')
    await field.press('Delete')
    await row(page, 'Rake').waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    const format = page.getByLabel('Time format')
    const stored = async () => (await client.users.preferences()).time_format
    const first = await format.inputValue()
    const other = first === '24h' ? '12h' : '24h'
    await format.selectOption(other)
    await eventually(async () => assert.equal(await stored(), other))
    await format.press('Control+z')
    await eventually(async () => assert.equal(await stored(), first))
    await page.evaluate(
      `document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ㅋ', code: 'KeyZ', metaKey: true, shiftKey: true, bubbles: true }))`,
    )
    await eventually(async () => assert.equal(await stored(), other))
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('restore a deleted subtree with its ids from the toast, and let a stopped timer continue', async () => {
    const { page, context, client, complaints } = await stage.person('Cleo', { opens: false })
    await page.addInitScript(LASTING_TOASTS)
    const group = await client.tags.createGroup({
      body: { name: 'Home', color: '#2563B8', is_todo_group: true },
    })
    const parent = await client.todos.create({ body: { title: 'Garden', tag_group_id: group.id } })
    await client.todos.create({ body: { title: 'Dig', tag_group_id: group.id, parent_id: parent.id } })
    const before = (await client.todos.list()).map(({ id, parent_id }) => [id, parent_id]).sort()
    await page.goto(`${stage.url}/todos`)
    await isLive(page)
    await row(page, 'Garden').press('Delete')
    await page.getByRole('button', { name: /Delete all 2/ }).click()
    await row(page, 'Garden').waitFor({ state: 'detached' })
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await row(page, 'Dig').waitFor()
    await eventually(async () =>
      assert.deepEqual(
        (await client.todos.list()).map(({ id, parent_id }) => [id, parent_id]).sort(),
        before,
      ),
    )

    // Deleting the list moves its todos to another list, unless the user chooses to delete them.
    await client.tags.createGroup({ body: { name: 'Areas', color: '#2563B8', is_todo_group: false } })
    const target = await client.tags.createGroup({
      body: { name: 'Work', color: '#2563B8', is_todo_group: true },
    })
    await page.getByRole('link', { name: 'Tags', exact: true }).click()
    await page.getByRole('button', { name: 'Edit Home' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Delete the group “Home”?' })
    const todos = question.getByLabel('2 todos in this group')
    assert.equal(await todos.inputValue(), target.id)
    await todos.selectOption({ label: 'Delete 2 todos' })
    await question.getByText('This deletes 2 todos.').waitFor()
    await question.getByRole('button', { name: 'Delete group and 2 todos' }).waitFor()
    await assertAccessible(page)
    await todos.selectOption({ label: 'Move todos to Work' })
    await question.getByRole('button', { name: 'Delete group', exact: true }).click()
    const groupsOf = async () => new Set((await client.todos.list()).map(todo => todo.tag_group_id))
    await eventually(async () => assert.deepEqual(await groupsOf(), new Set([target.id])))
    await page.locator('.toast', { hasText: 'Home' }).getByRole('button', { name: 'Undo' }).click()
    await eventually(async () => assert.deepEqual(await groupsOf(), new Set([group.id])))

    await page.getByRole('link', { name: 'Today', exact: true }).click()
    const stopped = page.locator('.toast', { hasText: 'Reading' })
    await page.getByLabel('What are you working on?').fill('Reading')
    await page.keyboard.press('Enter')
    await page.getByRole('timer').waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByRole('timer').waitFor({ state: 'detached' })
    // The toast stays usable while a dialog makes the rest of the page inert. Without a dialog, it is usable too.
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await stopped.getByRole('button', { name: 'Undo' }).click()
    await eventually(async () => assert.equal((await client.timers.list())[0]?.status, 'RUNNING'))
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('timer').waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await stopped.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('timer').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
