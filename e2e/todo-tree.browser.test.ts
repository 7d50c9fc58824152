import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Todo } from '@daymark/contract/planning/todos'
import type { Page } from 'playwright-core'
import { assertAccessible } from './axe.ts'
import { eventually, holds, isLive, LASTING_TOASTS, openStage, type Person, type Stage } from './support.ts'

const rowOf = (page: Page, name: string) => page.getByRole('treeitem', { name })
/** A page script that returns the title of the row that has or contains the focus. */
const focusedTitle = `document.activeElement?.closest('[role=treeitem]')?.querySelector('.todo-title')?.textContent`

describe('the tree of todos in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  /** Opens the page with a list: `Garden` contains `Dig`, which contains `Fetch the spade`; `Read` is another root. */
  async function withTree(name: string): Promise<Person & { todos: () => Promise<Todo[]> }> {
    const person = await stage.person(name, { opens: false })
    const { client, page } = person
    const group = await client.tags.createGroup({
      body: { name: 'Home', color: '#2563B8', is_todo_group: true },
    })
    const add = (title: string, parent_id: string | null) =>
      client.todos.create({ body: { title, tag_group_id: group.id, parent_id } })
    await add('Read', null)
    const garden = await add('Garden', null)
    const dig = await add('Dig', garden.id)
    await add('Fetch the spade', dig.id)
    await page.goto(`${stage.url}/todos`)
    await rowOf(page, 'Read').waitFor()
    await isLive(page)
    return { ...person, todos: () => client.todos.list() }
  }

  it('renames, nests, completes and deletes todos, opens details and starts timers by keyboard', async () => {
    const { page, context, todos, complaints } = await withTree('Ann')
    // Escape discards a new name, Enter saves it, and Tab moves the focus out.
    await rowOf(page, 'Read').press('Enter')
    await page.getByLabel('Title').fill('Something else')
    await page.keyboard.press('Escape')
    await rowOf(page, 'Read').waitFor()
    await holds(page, `${focusedTitle} === 'Read'`)
    await page.keyboard.press('Enter')
    await page.getByLabel('Title').fill('Read a book')
    await page.keyboard.press('Enter')
    await rowOf(page, 'Read a book').waitFor()
    await eventually(async () => {
      const titles = (await todos()).map(todo => todo.title)
      assert.ok(titles.includes('Read a book') && !titles.includes('Something else'), titles.join())
    })
    // Tab visits the row's two buttons, then leaves the tree.
    for (const name of ['Start timer for Read a book', 'Edit Read a book']) {
      await page.keyboard.press('Tab')
      await holds(page, `document.activeElement?.ariaLabel === '${name}'`)
    }
    await page.keyboard.press('Tab')
    await holds(page, `!document.activeElement?.closest('[role=tree]')`)
    assert.equal((await todos()).find(todo => todo.title === 'Read a book')?.parent_id, null)

    await rowOf(page, 'Read').focus()
    await page.keyboard.press('Alt+ArrowRight')
    const parentOf = async (title: string) => {
      const all = await todos()
      return all.find(todo => todo.id === all.find(each => each.title === title)?.parent_id)?.title
    }
    await eventually(async () => assert.equal(await parentOf('Read a book'), 'Garden'))
    await rowOf(page, 'Read').focus()
    await page.keyboard.press('Control+[')
    await eventually(async () => assert.equal(await parentOf('Read a book'), undefined))

    await rowOf(page, 'Read').focus()
    await page.keyboard.press('e')
    await page.getByLabel('Description').fill('Two chapters')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await holds(page, `${focusedTitle} === 'Read a book'`)
    await eventually(async () =>
      assert.equal((await todos()).find(todo => todo.title === 'Read a book')?.description, 'Two chapters'),
    )
    await page.keyboard.press('s')
    await holds(page, `document.title.includes('Read')`)
    await page.keyboard.press('?')
    await page.getByText('Todos: indent').waitFor()
    await page.getByText('Start timer for selected todo').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    // A finished parent stays above its open subtodos. Deleting a parent asks what to do with its subtodos.
    await page.getByText('4 open').waitFor()
    await rowOf(page, 'Garden').press(' ')
    await page.getByText('done: Garden · 2 subtodos still open').waitFor()
    await page.getByText('3 open · 1 done').waitFor()
    await page.locator('.todo-row.is-done[aria-level="1"]', { hasText: 'Garden' }).waitFor()
    await page.locator('[aria-level="2"]', { hasText: 'Dig' }).waitFor()

    await rowOf(page, 'Dig').press('Delete')
    const question = page.getByRole('dialog', { name: 'Delete “Dig”?' })
    await question.getByText('It has 1 subtodo.').waitFor()
    await assertAccessible(page)
    await question.getByRole('button', { name: 'Delete only this todo' }).click()
    await page.locator('[aria-level="2"]', { hasText: 'Fetch the spade' }).waitFor()
    await eventually(async () => {
      const all = await todos()
      assert.deepEqual(all.map(todo => todo.title).sort(), ['Fetch the spade', 'Garden', 'Read a book'])
      const garden = all.find(todo => todo.title === 'Garden')
      assert.equal(all.find(todo => todo.title === 'Fetch the spade')?.parent_id, garden?.id)
    })

    await rowOf(page, 'Garden').press('Delete')
    await page.getByRole('button', { name: 'Delete all 2 todos' }).click()
    await rowOf(page, 'Fetch the spade').waitFor({ state: 'detached' })
    await page.getByText('1 open').waitFor()
    await page.locator('.toast', { hasText: 'Deleted 2 todos' }).getByRole('button', { name: 'Undo' }).click()
    await page.locator('[aria-level="2"]', { hasText: 'Fetch the spade' }).waitFor()
    assert.equal((await todos()).length, 3)

    // When the last todo in a list is deleted by keyboard, the focus moves to the field for a new todo.
    await rowOf(page, 'Read').press('Delete')
    await rowOf(page, 'Read').waitFor({ state: 'detached' })
    await rowOf(page, 'Garden').press('Delete')
    await page.getByRole('button', { name: 'Delete all 2 todos' }).press('Enter')
    await rowOf(page, 'Garden').waitFor({ state: 'detached' })
    await holds(page, `document.activeElement?.id === 'new-todo-title'`)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('acts by keyboard on the todo with the focus, whichever rows appear or disappear', async () => {
    const { page, context, client, complaints } = await stage.person('Fay', { opens: false })
    await page.addInitScript(LASTING_TOASTS)
    const group = await client.tags.createGroup({
      body: { name: 'Letters', color: '#2563B8', is_todo_group: true },
    })
    const add = (title: string) => client.todos.create({ body: { title, tag_group_id: group.id } })
    // New todos come first.
    for (const title of ['Delta', 'Gamma', 'Beta']) await add(title)
    const alpha = await add('Alpha')
    await page.goto(`${stage.url}/todos/${group.id}`)
    await isLive(page)
    const isFocused = (title: string) =>
      holds(page, `${focusedTitle} === '${title}' && document.activeElement.tabIndex === 0`)
    await rowOf(page, 'Alpha').press('ArrowDown')
    await isFocused('Beta')
    await page.keyboard.press('Space')
    await isFocused('Gamma')
    await page.keyboard.press('Control+z')
    await rowOf(page, 'Beta').waitFor()
    await client.todos.update({ params: { todo_id: alpha.id }, body: { status: 'DONE' } })
    await rowOf(page, 'Alpha').waitFor({ state: 'detached' })
    await page.keyboard.press('e')
    await page.getByRole('dialog', { name: 'Gamma' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await isFocused('Gamma')
    await page.keyboard.press('Delete')
    await rowOf(page, 'Gamma').waitFor({ state: 'detached' })
    await isFocused('Delta')
    await eventually(async () =>
      assert.deepEqual(
        (await client.todos.list({ query: { group_ids: [group.id] } })).map(todo => todo.title).sort(),
        ['Alpha', 'Beta', 'Delta'],
      ),
    )
    // "Undo" disappears when it is pressed, and the focus returns to the tree.
    const undo = page.locator('.toast', { hasText: 'Gamma' }).getByRole('button', { name: 'Undo' })
    await undo.press('Enter')
    await rowOf(page, 'Gamma').waitFor()
    await isFocused('Delta')
    await page.keyboard.press('Delete')
    await rowOf(page, 'Delta').waitFor({ state: 'detached' })
    await isFocused('Gamma')
    await page.locator('.toast', { hasText: 'Delta' }).getByRole('button', { name: 'Undo' }).click()
    await rowOf(page, 'Delta').waitFor()
    await isFocused('Gamma')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it("shows others' todos read-only, with their owner, and marks shared ones", async () => {
    const [dan, eve] = [await withTree('Dan'), await stage.person('Eve', { opens: false })]
    const { friend_code } = await eve.client.users.me()
    await dan.client.friends.request({ body: { friend_code } })
    const [request] = await eve.client.friends.received()
    await eve.client.friends.accept({ params: { friendship_id: request?.id ?? '' } })
    const mine = (await dan.todos()).find(todo => todo.title === 'Read')
    await dan.client.todos.update({
      params: { todo_id: mine?.id ?? '' },
      body: { description: 'Two chapters', visibility: { level: 'friends' } },
    })
    await rowOf(dan.page, 'Read').getByText('Shared with your friends').waitFor({ state: 'attached' })

    const { page, complaints } = eve
    await page.goto(`${stage.url}/todos`)
    await page.getByRole('link', { name: 'Shared with me' }).click()
    await rowOf(page, 'Read').getByText('Dan').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Start timer for Read' }).count(), 0)
    await rowOf(page, 'Read').press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Read' })
    await dialog.getByText('Shared by Dan. You can view it but not edit it.').waitFor()
    await dialog.getByText('Two chapters').waitFor()
    assert.equal(await dialog.getByRole('button', { name: /Save|Delete/ }).count(), 0)
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await rowOf(page, 'Read').press('Delete')
    assert.equal(await page.locator('.toast').count(), 0)
    assert.deepEqual([...complaints, ...dan.complaints], [])
    await dan.context.close()
    await eve.context.close()
  })
})
