import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './axe.ts'
import { eventually, holds, isLive, openStage, type Stage } from './support.ts'

/** Delays the download of the quick-add grammar until the test calls the returned function. */
async function holdGrammar(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route('**/assets/quick-add-*.js', async route => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

describe('quick add in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  it('adds the first todo with a list, shows what it understood, and works offline and from the palette', async () => {
    const { page, context, client, complaints } = await stage.person('Ben', { worker: true })
    const state = async () => [
      (await client.tags.listGroups()).map(({ name }) => name),
      (await client.todos.list()).map(({ title }) => title),
    ]
    await isLive(page)
    await page.getByRole('link', { name: 'Todos', exact: true }).click()
    await page.getByText('No lists yet').waitFor()
    await context.setOffline(true)
    await page.getByLabel('Add todo').fill('Buy milk')
    await page.keyboard.press('Enter')
    await page.getByRole('treeitem', { name: 'Buy milk' }).waitFor()
    await holds(page, `document.activeElement?.id === 'new-todo-title'`)
    await context.setOffline(false)
    await eventually(async () => assert.deepEqual(await state(), [['Personal'], ['Buy milk']]))
    await page.getByRole('button', { name: 'Undo' }).click()
    await eventually(async () => assert.deepEqual(await state(), [[], []]))
    await page.getByText('No lists yet').waitFor()
    await page.goto(`${stage.url}/todos/all`)
    await page.getByText('No lists yet').waitFor()

    await page.goto(stage.url)
    await isLive(page)
    await page.getByRole('textbox', { name: 'Add a todo, an entry or a timer' }).fill('Buy bread')
    await page.getByText('Todo', { exact: true }).waitFor()
    await eventually(async () => {
      // The field keeps its text until the account's lists have loaded.
      await page.keyboard.press('Enter')
      assert.deepEqual(await state(), [['Personal'], ['Buy bread']])
    })

    // Shows what it understood, and keeps a rejected part as text.
    const field = page.getByRole('textbox', { name: 'Add a todo, an entry or a timer' })
    await field.fill('Submit taxes by 2031-03-05 !high')
    const priority = page.getByRole('button', { name: /^High priority: keep/ })
    await priority.waitFor()
    await assertAccessible(page)
    await priority.click()
    await priority.waitFor({ state: 'detached' })
    await field.press('Enter')
    const todos = () => client.todos.list()
    await eventually(async () => {
      const todo = (await todos()).find(({ title }) => title.startsWith('Submit'))
      assert.deepEqual(
        [todo?.title, todo?.deadline_date, todo?.priority],
        ['Submit taxes !high', '2031-03-05', 0],
      )
    })

    await context.setOffline(true)
    await page.locator('h1').first().click()
    await page.keyboard.press('q')
    const dialog = page.getByRole('dialog', { name: 'Quick add' })
    await dialog.getByRole('textbox').fill('Dentist 2031-03-05 at 15:00')
    await dialog.getByText('Entry', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await context.setOffline(false)
    const range = { start_date: '2031-03-05', end_date: '2031-03-06' }
    await eventually(async () => {
      const titles = (await client.schedules.list({ query: range })).map(({ title }) => title)
      assert.ok(titles.includes('Dentist'), titles.join())
    })

    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('Water the plants tomorrow')
    await page.getByRole('option', { name: /^Add/ }).click()
    // Backspace at the end of a recognized part turns that part back into text.
    await dialog.getByText('Todo', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: /keep “tomorrow”/ }).waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('Backspace')
    await dialog.getByRole('button', { name: /keep “/ }).waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await eventually(async () => {
      const titles = (await todos()).map(({ title }) => title)
      assert.ok(titles.includes('Water the plants tomorrow'), titles.join())
    })

    // The field on the Todos page uses the same syntax, but adds only todos.
    await page.getByRole('link', { name: 'Todos', exact: true }).click()
    const add = page.getByRole('textbox', { name: 'Add todo' })
    await add.fill('Call Bo 2031-04-01 at 15:00 !high')
    const time = page.getByRole('button', { name: /keep “2031-04-01 at 15:00”/ })
    await time.waitFor()
    await page.getByRole('button', { name: /keep “!high”/ }).click()
    await add.press('Enter')
    await eventually(async () => {
      const todo = (await todos()).find(({ title }) => title === 'Call Bo !high')
      assert.equal(todo?.deadline_date, null)
      assert.match(todo?.deadline ?? '', /^2031-04-01T/)
    })
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('adds every line that was entered while the grammar was being loaded', async () => {
    const { page, context, client, complaints } = await stage.person('Fay', { opens: false })
    await client.tags.createGroup({ body: { name: 'Home', color: '#2563B8', is_todo_group: true } })
    const release = await holdGrammar(page)
    await page.goto(`${stage.url}/todos`)
    await isLive(page)
    const field = page.getByRole('textbox', { name: 'Add todo' })
    for (const title of ['One', 'Two', 'Two']) {
      await field.fill(title)
      await field.press('Enter')
    }
    await field.fill('')
    release()
    await page.getByRole('treeitem', { name: 'Two' }).waitFor()
    await eventually(async () =>
      assert.deepEqual((await client.todos.list()).map(({ title }) => title).sort(), ['One', 'Two']),
    )

    // A line that mentions a todo also waits until the todos have loaded.
    const released = Promise.withResolvers<void>()
    await page.route('**/v1/todos?limit=500', async route => {
      await released.promise
      await route.continue()
    })
    await page.goto(stage.url)
    await isLive(page)
    const anything = page.getByRole('textbox', { name: 'Add a todo, an entry or a timer' })
    await anything.fill('start @Two')
    await anything.press('Enter')
    await page.locator('.quick-add [aria-busy=true]').first().waitFor()
    await anything.fill('')
    released.resolve()
    await eventually(async () =>
      assert.deepEqual(
        (await client.timers.list({ query: { include_todo: true } })).map(({ todo }) => todo?.title),
        ['Two'],
      ),
    )
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('creates one list for several first lines that were entered while the grammar was being loaded', async () => {
    for (const [path, name] of [
      ['/', 'Add a todo, an entry or a timer'],
      ['/todos', 'Add todo'],
    ] as const) {
      const { page, context, client, complaints } = await stage.person('Ivy', { opens: false })
      const release = await holdGrammar(page)
      await page.goto(stage.url + path)
      await isLive(page)
      const field = page.getByRole('textbox', { name })
      for (const title of ['One', 'Two']) {
        await field.fill(title)
        await field.press('Enter')
      }
      await field.fill('')
      release()
      await eventually(async () => assert.equal((await client.todos.list()).length, 2))
      assert.equal((await client.tags.listGroups()).length, 1)
      assert.deepEqual(complaints, [])
      await context.close()
    }
  })

  it('adds a line after a reload that was entered while the grammar was being loaded', async () => {
    const { page, context, client, complaints } = await stage.person('Gil', { opens: false })
    await client.tags.createGroup({ body: { name: 'Home', color: '#2563B8', is_todo_group: true } })
    await page.route('**/assets/quick-add-*.js', () => {})
    await page.goto(`${stage.url}/todos`)
    await isLive(page)
    const field = page.getByRole('textbox', { name: 'Add todo' })
    await field.fill('One')
    await field.press('Enter')
    await page.getByRole('button', { name: 'Add todo' }).and(page.locator('[aria-busy=true]')).waitFor()
    await field.fill('Two')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.reload()
    await page.getByRole('treeitem', { name: 'One' }).waitFor()
    assert.equal(await field.inputValue(), 'Two')
    await eventually(async () =>
      assert.deepEqual(
        (await client.todos.list()).map(({ title }) => title),
        ['One'],
      ),
    )
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('adds a waiting line only in the window in which it was entered', async () => {
    const { page, context, client, complaints } = await stage.person('Hal', { opens: false })
    await client.tags.createGroup({ body: { name: 'Home', color: '#2563B8', is_todo_group: true } })
    const release = await holdGrammar(page)
    await page.goto(`${stage.url}/todos`)
    await isLive(page)
    const field = page.getByRole('textbox', { name: 'Add todo' })
    await field.fill('One')
    await field.press('Enter')
    await page.getByRole('button', { name: 'Add todo' }).and(page.locator('[aria-busy=true]')).waitFor()
    await field.fill('')
    const second = await context.newPage()
    await second.goto(`${stage.url}/todos`)
    await isLive(second)
    await second.getByRole('textbox', { name: 'Add todo' }).fill('Two')
    await second.keyboard.press('Enter')
    await second.getByRole('treeitem', { name: 'Two' }).waitFor()
    release()
    await page.getByRole('treeitem', { name: 'One' }).first().waitFor()
    await page.getByRole('button', { name: 'Add todo' }).and(page.locator('[aria-busy=false]')).waitFor()
    await eventually(async () =>
      assert.deepEqual((await client.todos.list()).map(({ title }) => title).sort(), ['One', 'Two']),
    )
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('keeps the dialog open that was opened again while its line waited for the grammar', async () => {
    const { page, context, client, complaints } = await stage.person('Jan', { opens: false })
    await client.tags.createGroup({ body: { name: 'Home', color: '#2563B8', is_todo_group: true } })
    const release = await holdGrammar(page)
    await page.goto(`${stage.url}/calendar`)
    await isLive(page)
    const dialog = page.getByRole('dialog', { name: 'Quick add' })
    const field = dialog.getByRole('textbox')
    await page.keyboard.press('q')
    await field.fill('One')
    await field.press('Enter')
    await dialog.locator('[aria-busy=true]').first().waitFor()
    await field.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('q')
    await dialog.waitFor()
    release()
    await eventually(async () => assert.equal((await client.todos.list()).length, 1))
    await eventually(async () => assert.equal(await field.inputValue(), ''))
    await field.fill('Two')
    await field.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('adds the line as a todo if the grammar cannot be loaded', async () => {
    const { page, context, client } = await stage.person('Cleo', { opens: false })
    await client.tags.createGroup({ body: { name: 'Home', color: '#2563B8', is_todo_group: true } })
    await page.route('**/assets/quick-add-*.js', route => route.abort())
    await page.goto(stage.url)
    await isLive(page)
    await page.getByRole('textbox', { name: 'Add a todo, an entry or a timer' }).fill('Call Mia tomorrow')
    await page.getByText('Todo', { exact: true }).waitFor()
    await eventually(async () => {
      await page.keyboard.press('Enter')
      const [todo] = await client.todos.list()
      assert.deepEqual([todo?.title, todo?.deadline_date], ['Call Mia tomorrow', null])
    })
    await context.close()
  })
})
