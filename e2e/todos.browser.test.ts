import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './axe.ts'
import { eventually, finger, holds, isLive, middleOf, openStage, type Person, type Stage } from './support.ts'

const mouseOf = (page: Page) => ({
  async down(x: number, y: number) {
    await page.mouse.move(x, y)
    await page.mouse.down()
  },
  move: (x: number, y: number) => page.mouse.move(x, y),
  up: () => page.mouse.up(),
})

/** Opens and closes the dialogs that a todo's form opens. */
async function looksBehind(page: Page): Promise<void> {
  for (const [button, title] of [
    ['Share', /^Share/],
    ['History', /^History of/],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).last().click()
    await page.getByRole('dialog', { name: title }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: title }).waitFor({ state: 'detached' })
  }
}

describe('todos and tags in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  it('builds a tree with the keyboard alone', async () => {
    const { page, context, client, complaints } = await stage.person('Ann', { opens: false })
    await page.goto(`${stage.url}/todos`)
    await page.getByText('No lists yet').waitFor()
    await page.getByLabel('List name').fill('Home')
    await page.getByRole('button', { name: 'Add list' }).click()
    const add = page.getByLabel('Add todo')
    for (const title of ['Garden', 'Plant roses']) {
      await add.fill(title)
      await add.press('Enter')
      await page.getByRole('treeitem', { name: title }).waitFor()
    }
    // The newest todo is on top, so "Garden" is the second row, and is nested under the first.
    await page.getByRole('treeitem', { name: 'Garden' }).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await page.locator('[role=treeitem][aria-level="2"]').waitFor()
    await page.getByRole('treeitem', { name: 'Garden' }).press('Enter')
    await page.getByLabel('Title').fill('Dig')
    await page.keyboard.press('Enter')
    await page.getByRole('treeitem', { name: 'Dig' }).waitFor()
    const addList = page.getByRole('button', { name: 'Add list' })
    await addList.press('Enter')
    await page.getByLabel('List name').and(page.locator(':focus')).press('Escape')
    await addList.and(page.locator(':focus')).waitFor()
    await assertAccessible(page)
    await eventually(async () => {
      const todos = await client.todos.list()
      const [child, parent] = ['Dig', 'Plant roses'].map(title => todos.find(todo => todo.title === title))
      assert.ok(parent)
      assert.equal(child?.parent_id, parent.id)
    })
    await page.getByRole('treeitem', { name: 'Dig' }).press(' ')
    await page.getByText('done: Dig').waitFor()
    // Views across lists have their own URL. A todo that is added in "Due today" is due today.
    await page.getByRole('link', { name: 'Due today' }).click()
    await page.getByText('Nothing is due today').waitFor()
    await add.fill('Water the roses')
    await add.press('Enter')
    await page.getByRole('treeitem', { name: 'Water the roses' }).getByText('Home').waitFor()
    await page.reload()
    await page.getByRole('treeitem', { name: 'Water the roses' }).waitFor()
    assert.equal(await page.getByRole('treeitem').count(), 1)
    await assertAccessible(page)
    // When the last todo is completed, the focus moves to the field for a new todo.
    await isLive(page)
    await page.getByRole('treeitem', { name: 'Water the roses' }).press(' ')
    await page.getByText('Nothing is due today').waitFor()
    await holds(page, `document.activeElement?.id === 'new-todo-title'`)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  /** Nests one todo under another one by dragging it, with the mouse or by touch. */
  async function nestsByDragging(
    person: Person,
    name: string,
    parent: string,
    phone: boolean,
  ): Promise<void> {
    const { page, client } = person
    const row = (title: string) => page.getByRole('treeitem', { name: title })
    const [from, to] = [await middleOf(row(name)), await middleOf(row(parent))]
    const hand = phone ? await finger(page) : mouseOf(page)
    await hand.down(from.x, from.y)
    // A touch drag starts after a long press, because a quick swipe scrolls the page.
    if (phone) await page.locator('.drag-ghost').waitFor()
    for (const part of [0.3, 0.6, 1]) await hand.move(from.x, from.y + (to.y - from.y) * part)
    await page.locator('.todo-row.is-target', { hasText: parent }).waitFor()
    await hand.up()
    await page.locator('[role=treeitem][aria-level="2"]', { hasText: name }).waitFor()
    await eventually(async () => {
      const todos = await client.todos.list()
      const [child, above] = [name, parent].map(title => todos.find(todo => todo.title === title))
      assert.equal(child?.parent_id, above?.id)
    })
    assert.equal(await page.locator('.drag-ghost').count(), 0)
  }

  it('nests by touch, and shows the drop position', async () => {
    const person = await stage.person('Dan', { opens: false, phone: true })
    const { page, context, client, complaints } = person
    const group = await client.tags.createGroup({
      body: { name: 'Home', color: '#2563B8', is_todo_group: true },
    })
    for (const title of ['Dig', 'Garden'])
      await client.todos.create({ body: { title, tag_group_id: group.id } })
    await page.goto(`${stage.url}/todos`)
    await page.getByRole('treeitem', { name: 'Dig' }).waitFor()
    await nestsByDragging(person, 'Dig', 'Garden', true)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('works with the mouse: a double click completes one todo, dragging nests it, and filters fade ancestors', async () => {
    const person = await stage.person('Bo', { opens: false })
    const { page, context, client, complaints } = person
    const group = await client.tags.createGroup({
      body: { name: 'Home', color: '#2563B8', is_todo_group: true },
    })
    for (const title of ['Dig', 'Plant', 'Water'])
      await client.todos.create({ body: { title, tag_group_id: group.id } })
    await page.goto(`${stage.url}/todos`)
    await isLive(page)
    // A double click does not complete the todo that moves under the pointer.
    await page.getByRole('treeitem', { name: 'Water' }).getByRole('checkbox').dblclick()
    await page.getByRole('treeitem', { name: 'Water' }).waitFor({ state: 'detached' })
    // Changes are sent in order. If the double click had completed the todo twice, the second completion would arrive
    // before this new todo.
    await page.getByLabel('Add todo').fill('Rest')
    await page.getByLabel('Add todo').press('Enter')
    await eventually(async () => {
      const todos = await client.todos.list()
      const states = todos.map(({ title, status }) => `${title} ${status}`).sort()
      const open = ['Dig', 'Plant', 'Rest'].map(title => `${title} UNSCHEDULED`)
      assert.deepEqual(states, [...open, 'Water DONE'])
    })

    await nestsByDragging(person, 'Dig', 'Plant', false)

    // The form shows the calendar entry of a deadline. A filter keeps the ancestors of a todo and fades them.
    const tag = await client.tags.create({ body: { name: 'urgent', color: '#C53F22', group_id: group.id } })
    const dig = (await client.todos.list()).find(({ title }) => title === 'Dig')
    await client.todos.update({
      params: { todo_id: dig?.id ?? '' },
      body: { tag_ids: [tag.id], deadline: new Date(Date.now() + 3_600_000).toISOString() },
    })
    await page.getByRole('treeitem', { name: 'Rest' }).waitFor()
    await page.getByRole('button', { name: 'urgent' }).click()
    await page.getByRole('treeitem', { name: 'Rest' }).waitFor({ state: 'detached' })
    await page.locator('.is-ancestor', { hasText: 'Plant' }).waitFor()
    await page.getByRole('button', { name: 'Edit Dig' }).click()
    await page.getByText('In the calendar: Dig').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    // Goals are compared with the time of the week. Goals of more than 100 percent get a warning.
    const life = await client.tags.createGroup({ body: { name: 'Life', color: '#1B6F6A' } })
    const inLife = (name: string) =>
      client.tags.create({ body: { name, color: '#5B8C2A', group_id: life.id } })
    const [sport, rest] = [await inLife('sport'), await inLife('rest')]
    const params = { group_id: life.id }
    await client.tags.updateGroup({ params, body: { goal_ratios: { [rest.id]: 0.8 } } })
    await page.getByRole('link', { name: 'Tags', exact: true }).click()
    await page.getByText('80% ·').waitFor()
    const goal = page.getByLabel('Goal for sport')
    await goal.focus()
    for (let i = 0; i < 4; i++) await goal.press('ArrowRight')
    await page.getByText('20% ·').waitFor()
    await eventually(async () => {
      const saved = await client.tags.getGroup({ params })
      assert.deepEqual(saved.goal_ratios, { [rest.id]: 0.8, [sport.id]: 0.2 })
    })
    assert.equal(await page.getByText(/add up to/).count(), 0)
    await goal.press('ArrowRight')
    await page.getByText('These goals add up to 105%.').waitFor()
    await assertAccessible(page)
    await goal.press('ArrowLeft')
    await page.getByText(/add up to/).waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('shows details in a pane with its own URL, moves cards on a board, and shows new todos', async () => {
    const { page, context, client, complaints } = await stage.person('Eli', { opens: false })
    const group = await client.tags.createGroup({
      body: { name: 'Work', color: '#2563B8', is_todo_group: true },
    })
    const tag = await client.tags.create({ body: { name: 'urgent', color: '#C53F22', group_id: group.id } })
    const named = async (title: string) => (await client.todos.list()).find(todo => todo.title === title)
    for (let at = 1; at <= 30; at++)
      await client.todos.create({
        body: { title: `Step ${at}`, tag_group_id: group.id, position: `${at + 100}1` },
      })
    await page.goto(`${stage.url}/todos/inbox`)
    await page.getByRole('treeitem', { name: 'Step 30' }).waitFor()
    const url = () => new URL(page.url())
    await page.getByRole('button', { name: 'Edit Step 30' }).click()
    const pane = page.getByRole('dialog', { name: 'Step 30' })
    await pane.getByLabel('Description').fill('Before lunch')
    await pane.getByRole('button', { name: 'Tomorrow' }).click()
    await assertAccessible(page)
    assert.ok(url().searchParams.has('todo'))
    // A link to another page, the Back button and Escape ask before they discard changes.
    const question = page.getByRole('dialog', { name: 'Discard changes?' })
    for (const leave of [
      () => page.getByRole('link', { name: 'Tags' }).click(),
      () => page.goBack(),
      () => pane.getByLabel('Title').press('Escape'),
    ]) {
      await leave()
      await question.getByRole('button', { name: 'Keep editing' }).click()
      assert.equal(await pane.getByLabel('Description').inputValue(), 'Before lunch')
    }
    // The edits stay behind other dialogs and in a narrower window, where a click still reaches the pane.
    const usual = { width: 1280, height: 800 }
    await page.setViewportSize(usual)
    const edited = async () => assert.equal(await page.getByLabel('Description').inputValue(), 'Before lunch')
    for (const width of [1199, 800]) {
      await page.setViewportSize({ ...usual, width })
      await edited()
      await looksBehind(page)
      await edited()
    }
    await page.setViewportSize(usual)
    await edited()
    // The browser itself asks before the tab is closed.
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const browserAsks = await asked
    assert.equal(browserAsks.type(), 'beforeunload')
    await browserAsks.dismiss()
    await pane.getByRole('button', { name: 'Save' }).click()
    await pane.waitFor({ state: 'detached' })
    // A dialog, as narrow windows show it, keeps its edits too.
    await page.setViewportSize({ ...usual, width: 1100 })
    await page.getByRole('button', { name: 'Edit Step 29' }).click()
    const dialog = page.getByRole('dialog', { name: 'Step 29' })
    await dialog.getByLabel('Description').fill('Before lunch')
    await looksBehind(page)
    await edited()
    await page.setViewportSize(usual)
    await edited()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await eventually(async () => assert.equal((await named('Step 29'))?.description, 'Before lunch'))
    await eventually(async () => {
      const saved = await named('Step 30')
      assert.equal(saved?.description, 'Before lunch')
      assert.ok(saved?.deadline_date)
    })
    await page.getByRole('button', { name: 'Edit Step 29' }).click()
    const other = page.getByRole('dialog', { name: 'Step 29' })
    await other.waitFor()
    await page.reload()
    await other.waitFor()
    await page.goBack()
    await other.waitFor({ state: 'detached' })

    // The list is longer than the screen. In the manual order, a new todo is at its end.
    await page.getByRole('link', { name: 'Work' }).click()
    await page.getByLabel('Order').selectOption({ label: 'Manual order' })
    await eventually(async () =>
      assert.match((await page.getByRole('treeitem').first().textContent()) ?? '', /Step 1/),
    )
    await page.getByLabel('Add todo').fill('Brand new')
    await page.getByLabel('Add todo').press('Enter')
    const added = page.getByRole('treeitem', { name: 'Brand new' })
    await eventually(async () => {
      const box = await added.boundingBox()
      assert.ok(box && box.y > 0 && box.y < 800 - box.height)
    })
    await page.getByLabel('Order').selectOption({ label: 'Automatic order' })

    await page.getByRole('button', { name: 'By tag' }).click()
    const column = (name: string) => page.locator('.board-column', { hasText: name })
    const card = (title: string) => page.getByRole('button', { name: title })
    await column('urgent').getByText('Drop todos here').waitFor()
    const [from, to] = [await middleOf(card('Step 30')), await middleOf(column('urgent'))]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    for (const part of [0.3, 0.7, 1])
      await page.mouse.move(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)
    await page.locator('.board-column.is-target', { hasText: 'urgent' }).waitFor()
    await page.mouse.up()
    await page.getByText('Moved to urgent: Step 30').waitFor()
    await eventually(async () =>
      assert.deepEqual(
        (await named('Step 30'))?.tags.map(({ id }) => id),
        [tag.id],
      ),
    )
    await page.getByRole('button', { name: 'By status' }).click()
    assert.equal(url().searchParams.get('board'), 'status')
    await card('Step 30').focus()
    await page.keyboard.press('Alt+ArrowRight')
    await page.keyboard.press('Alt+ArrowRight')
    await eventually(async () => assert.equal((await named('Step 30'))?.status, 'DONE'))
    await assertAccessible(page)
    // The focus follows a card that another device moves.
    const moved = await named('Step 30')
    await client.todos.update({ params: { todo_id: moved?.id ?? '' }, body: { status: 'SCHEDULED' } })
    await column('Scheduled').locator('.board-card:focus', { hasText: 'Step 30' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: /^(Step|Brand)/ }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
