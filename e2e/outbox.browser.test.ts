import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { assertAccessible } from './axe.ts'
import { dragHours } from './calendar-grid.ts'
import {
  eventually,
  holds,
  isLive,
  LASTING_TOASTS,
  openStage,
  type Person,
  readyForOffline,
  type Stage,
  signInPassword,
} from './support.ts'

const GONE = 'It was deleted on another device or by someone else. Restore it from the trash, then try again.'

/** A page script that delays reading the outbox until the test calls `openOutbox()`. */
const SLOW_OUTBOX = `{
  const opened = new Promise(resolve => { window.openOutbox = resolve })
  Object.defineProperty(IDBTransaction.prototype, 'oncomplete', {
    set(listener) {
      const isOutbox = this.db.name === 'daymark-outbox'
      this.addEventListener('complete', event => isOutbox ? opened.then(() => listener(event)) : listener.call(this, event))
    },
  })
}`

async function isAbove(first: Locator, second: Locator): Promise<boolean> {
  const [above, below] = await Promise.all([first.boundingBox(), second.boundingBox()])
  return above !== null && below !== null && above.y + above.height <= below.y
}

describe('changes without a connection', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  /** Creates a person with one list and one todo. With `worker`, the page can be opened offline. */
  async function withTodo(
    name: string,
    { worker = false } = {},
  ): Promise<Person & { groupId: string; todoId: string }> {
    const person = await stage.person(name, { opens: false, worker })
    const { client, page } = person
    const group = await client.tags.createGroup({
      body: { name: 'Home', color: '#2563B8', is_todo_group: true },
    })
    const todo = await client.todos.create({ body: { title: 'Water the plants', tag_group_id: group.id } })
    await page.goto(`${stage.url}/todos`)
    await row(page, 'Water the plants').waitFor()
    await isLive(page)
    if (worker) await readyForOffline(page, 'Water the plants')
    return { ...person, groupId: group.id, todoId: todo.id }
  }
  const row = (page: Page, name: string) => page.getByRole('treeitem', { name })
  const indicator = (page: Page, words: string) => page.getByRole('button', { name: words, exact: true })
  const titles = async ({ client }: Person) => (await client.todos.list()).map(todo => todo.title).sort()
  const add = async (page: Page, title: string) => {
    await page.getByRole('textbox', { name: 'Add todo' }).fill(title)
    await page.keyboard.press('Enter')
    await row(page, title).waitFor()
  }

  it('wait for the connection if the person is quicker', async () => {
    const { page, context, client, complaints } = await stage.person('Zoe', { opens: false })
    await page.addInitScript(SLOW_OUTBOX)
    await page.goto(`${stage.url}/todos`)
    await page.getByText('No lists yet').waitFor()
    await page.getByLabel('List name').fill('Home')
    // The field keeps its text, and a second click does not add a second list.
    await page.getByRole('button', { name: 'Add list' }).click()
    await page.getByRole('button', { name: 'Add list' }).click()
    assert.equal(await page.getByLabel('List name').inputValue(), 'Home')
    assert.deepEqual(await client.tags.listGroups(), [])
    await page.getByRole('textbox', { name: 'What are you working on?' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Daymark is still starting').waitFor()
    await page.evaluate('openOutbox()')
    await page.getByRole('link', { name: 'Home' }).waitFor()
    await eventually(async () =>
      assert.deepEqual(
        (await client.tags.listGroups()).map(({ name }) => name),
        ['Home'],
      ),
    )
    await page.getByRole('button', { name: 'Add list' }).click()
    assert.equal(await page.getByLabel('List name').inputValue(), '')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  for (const when of ['offline', 'in the moment of the return'])
    it(`are listed after the return if their list could not be loaded ${when}, with chosen values`, async () => {
      const { page, context, client } = await stage.person('Ada', { opens: false })
      const group = await client.tags.createGroup({
        body: { name: 'Home', color: '#2563B8', is_todo_group: true },
      })
      const todo = await client.todos.create({ body: { title: 'Paint', tag_group_id: group.id } })
      const failed = Promise.withResolvers<void>()
      if (when === 'offline') failed.resolve()
      await page.route(
        '**/assets/panel-*.js',
        async route => {
          await failed.promise
          await route.abort()
        },
        { times: 1 },
      )
      await page.goto(`${stage.url}/todos`)
      await isLive(page)
      await row(page, 'Paint').waitFor()
      await context.setOffline(true)
      await row(page, 'Paint').press(' ')
      await page.getByRole('button', { name: 'Show changes' }).click()
      await client.todos.remove({ params: { todo_id: todo.id } })
      await context.setOffline(false)
      await holds(page, 'navigator.onLine')
      failed.resolve()
      const list = page.getByRole('dialog', { name: 'Changes' })
      await list.getByText('Status: Done').waitFor()
      await list.getByText('Edit todo: Paint', { exact: true }).waitFor()
      await list.getByText(GONE, { exact: true }).waitFor()
      await context.close()
    })

  it('survive a closed page and reloads, and are sent later: create with a child, edit, delete, drag', async () => {
    const person = await withTodo('Abe', { worker: true })
    const { page, context, client, complaints } = person
    // The page closes before its database has stored the change.
    await context.setOffline(true)
    // Keeps the transaction open with endless requests, so that the write is never stored.
    await page.evaluate(`IDBObjectStore.prototype.put = function () {
      const goOn = () => {
        this.count().onsuccess = goOn
      }
      goOn()
      return this.count()
    }`)
    await add(page, 'Mend the roof')
    await page.goto('about:blank')
    await page.goto(`${stage.url}/todos`)
    await indicator(page, 'Offline, 1 change waiting').waitFor()
    await context.setOffline(false)
    await indicator(page, 'Synced').waitFor()
    assert.deepEqual(await titles(person), ['Mend the roof', 'Water the plants'])

    await context.setOffline(true)
    await add(page, 'Paint the house')
    await add(page, 'Buy paint')
    await row(page, 'Paint the house').focus()
    await page.keyboard.press('Alt+ArrowRight')
    await page.locator('[role=treeitem][aria-level="2"]', { hasText: 'Paint the house' }).waitFor()
    await row(page, 'Water the plants').press('Delete')
    await row(page, 'Water the plants').waitFor({ state: 'detached' })
    await indicator(page, 'Offline, 4 changes waiting').waitFor()
    await assertAccessible(page)
    await page.reload()
    await page.locator('[role=treeitem][aria-level="2"]', { hasText: 'Paint the house' }).waitFor()
    assert.equal(await row(page, 'Water the plants').count(), 0)
    await indicator(page, 'Offline, 4 changes waiting').waitFor()
    await context.setOffline(false)
    await indicator(page, 'Synced').waitFor()
    assert.deepEqual(await titles(person), ['Buy paint', 'Mend the roof', 'Paint the house'])
    const todos = await client.todos.list()
    const [child, parent] = ['Paint the house', 'Buy paint'].map(title =>
      todos.find(it => it.title === title),
    )
    assert.equal(child?.parent_id, parent?.id)
    await page.locator('[role=treeitem][aria-level="2"]', { hasText: 'Paint the house' }).waitFor()

    await client.schedules.create({
      body: {
        title: 'Rehearsal',
        start_time: '2026-05-13T10:00:00+02:00',
        end_time: '2026-05-13T11:15:00+02:00',
      },
    })
    await page.goto(`${stage.url}/calendar/2026-05-13`)
    await page.locator('.calendar-grid:not(.unmeasured):not(.waiting)').waitFor()
    await page.getByRole('button', { name: 'Week', exact: true }).click()
    const entry = page.locator('[data-date="2026-05-13"] .entry-content', { hasText: 'Rehearsal' })
    await entry.waitFor()
    await isLive(page)
    await readyForOffline(page, 'Rehearsal')
    await context.setOffline(true)
    await dragHours(page, '2026-05-13', 10.5, 12.5)
    await entry.getByText('12:00').waitFor()
    const foot = page.getByText('Times in Europe/Berlin')
    await eventually(async () => assert.ok(await isAbove(foot, page.locator('.offline-banner'))))
    await page.reload()
    await page.getByRole('button', { name: 'Week', exact: true }).click()
    await entry.getByText('12:00').waitFor()
    await context.setOffline(false)
    await eventually(async () => {
      const [moved] = await client.schedules.list({
        query: { start_date: '2026-05-13', end_date: '2026-05-14' },
      })
      assert.equal(moved?.start_time, '2026-05-13T10:00:00Z')
    })
    await entry.getByText('12:00').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('merge if two devices change different fields, are shown in two tabs, and sent once', async () => {
    const person = await withTodo('Cleo')
    const { page, context, client, todoId } = person
    await context.setOffline(true)
    await row(page, 'Water the plants').press('Enter')
    await page.getByLabel('Title').fill('Water all plants')
    await page.keyboard.press('Enter')
    await row(page, 'Water all plants').waitFor()
    await client.todos.update({ params: { todo_id: todoId }, body: { description: 'Not the cactus' } })
    await context.setOffline(false)
    await indicator(page, 'Synced').waitFor()
    const [todo] = await client.todos.list()
    assert.deepEqual([todo?.title, todo?.description], ['Water all plants', 'Not the cactus'])

    const second = await context.newPage()
    await second.goto(`${stage.url}/todos`)
    await row(second, 'Water all plants').waitFor()
    await isLive(second)
    await context.setOffline(true)
    await add(page, 'From the first tab')
    await row(second, 'From the first tab').waitFor()
    await add(second, 'From the second tab')
    await row(page, 'From the second tab').waitFor()
    await page.close()
    await context.setOffline(false)
    await indicator(second, 'Synced').waitFor()
    assert.deepEqual(await titles(person), ['From the first tab', 'From the second tab', 'Water all plants'])
    await context.close()
  })

  it('are rolled back visibly if refused, and can be retried or discarded with their input', async () => {
    const person = await withTodo('Eve')
    const { page, context, client, todoId, groupId, complaints } = person
    await add(page, 'Mow the lawn')
    await indicator(page, 'Synced').waitFor()
    await context.setOffline(true)
    await row(page, 'Water the plants').press('Enter')
    await page.getByLabel('Title').fill('Water every plant')
    await page.keyboard.press('Enter')
    await row(page, 'Water every plant').waitFor()
    await client.todos.remove({ params: { todo_id: todoId } })
    await page.evaluate(LASTING_TOASTS)
    await context.setOffline(false)
    await page.getByText(`Not saved: Edit todo “Water the plants”. ${GONE}`, { exact: true }).waitFor()
    // Undo skips the refused change.
    await page.locator('h1').click()
    await page.keyboard.press('Control+z')
    await row(page, 'Mow the lawn').waitFor({ state: 'detached' })
    // On a phone, messages are above the notice.
    await page.setViewportSize({ width: 390, height: 844 })
    const notice = page.locator('.notice', { hasText: '1 change needs attention' })
    await eventually(async () => assert.ok(await isAbove(page.locator('.toasts'), notice)))
    await notice.getByRole('button', { name: 'Show changes' }).click()
    const panel = page.getByRole('dialog', { name: 'Changes' })
    await panel.getByText('Water every plant').waitFor()
    await assertAccessible(page)
    assert.equal(await row(page, 'Water every plant').count(), 0, 'rolled back')
    // The server refuses the change again, and the user can discard it.
    await panel.getByRole('button', { name: 'Try again: Edit todo “Water the plants”' }).click()
    await panel.getByText('Water every plant').waitFor()
    const discard = panel.getByRole('button', { name: 'Discard change: Edit todo “Water the plants”' })
    await discard.press('Enter')
    const question = page.getByRole('dialog', { name: 'Discard this change?' })
    await assertAccessible(page)
    await question.getByRole('button', { name: 'Keep change' }).press('Space')
    await question.waitFor({ state: 'detached' })
    await panel.getByText('Water every plant').waitFor()
    await discard.press('Enter')
    await question.getByRole('button', { name: 'Discard change' }).press('Enter')
    await panel.getByText('The server has all your changes.').waitFor()
    await holds(page, `document.activeElement?.textContent === 'Changes'`)
    await panel.getByRole('button', { name: 'Close' }).click()
    await page.setViewportSize({ width: 1280, height: 800 })
    await indicator(page, 'Synced').waitFor()
    const body = { title: 'Still works', tag_group_id: groupId }
    await client.todos.create({ body })
    await row(page, 'Still works').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('survive the end of the session, and are kept for the same person', async () => {
    const person = await withTodo('Gil')
    const { page, context, email } = person
    const other = await stage.otherDevice(person)
    const second = await context.newPage()
    await second.goto(`${stage.url}/todos`)
    await row(second, 'Water the plants').waitFor()
    await context.setOffline(true)
    await add(page, 'Call the plumber')
    await other.accounts.endOtherSessions()
    await context.setOffline(false)
    await Promise.all([page, second].map(each => each.getByLabel('Email address').waitFor()))
    assert.equal(await page.evaluate(`document.body.innerText.includes('Water the plants')`), false)
    await second.close()
    await page.addInitScript(LASTING_TOASTS)
    await page.route('**/assets/offer-*.js', route => route.abort())
    await page.reload()
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill(signInPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    // While the app cannot ask whether to send earlier changes, adding a todo shows an error instead of waiting.
    await page.getByRole('textbox', { name: 'Add todo' }).fill('Too early')
    await page.keyboard.press('Enter')
    await page.getByText('Daymark could not start completely').waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const offer = page.getByRole('dialog', { name: 'Send earlier changes?' })
    await offer.getByText('Call the plumber').waitFor()
    await assertAccessible(page)
    await offer.getByRole('button', { name: 'Send changes' }).click()
    await row(page, 'Call the plumber').waitFor()
    await indicator(page, 'Synced').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Add todo' }).inputValue(), 'Too early')
    assert.deepEqual(await titles({ ...person, client: other }), ['Call the plumber', 'Water the plants'])
    await context.close()
  })

  for (const [state, script] of [
    ['blocked', `indexedDB.open = () => { throw new DOMException('blocked', 'SecurityError') }`],
    ['full', `IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }`],
  ] as const) {
    it(`work if the storage is ${state}, with a warning that a reload would lose them`, async () => {
      const person = await stage.person('Hana', { opens: false })
      const { page, context, client } = person
      await client.tags.createGroup({ body: { name: 'Home', color: '#2563B8', is_todo_group: true } })
      await page.addInitScript(script)
      await page.goto(`${stage.url}/todos`)
      await isLive(page)
      await add(page, 'While online')
      await indicator(page, 'Synced').waitFor()
      await context.setOffline(true)
      await add(page, 'While offline')
      await page.getByText('Browser storage is blocked or full.').waitFor()
      await context.setOffline(false)
      await indicator(page, 'Synced').waitFor()
      assert.deepEqual(await titles(person), ['While offline', 'While online'])
      await context.close()
    })
  }
})
