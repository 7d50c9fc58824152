import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './axe.ts'
import { eventually, openStage, type Person, readyForOffline, type Stage, signInPassword } from './support.ts'

const ANY_TODO = '**/v1/todos'

describe('typed text in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  /** Opens the Todos page for a new person with one list. */
  async function withList(name: string): Promise<Person> {
    const person = await stage.person(name, { opens: false })
    const body = { name: 'Home', color: '#2563B8', is_todo_group: true }
    await person.client.tags.createGroup({ body })
    await openTodos(person.page)
    return person
  }
  async function openTodos(page: Page): Promise<void> {
    await page.goto(`${stage.url}/todos`)
    await page.getByLabel('Add todo').first().waitFor()
  }
  const field = (page: Page) => page.getByRole('textbox', { name: 'Add todo' })
  const fieldHolds = (page: Page, text: string) =>
    eventually(async () => assert.equal(await field(page).inputValue(), text))
  const row = (page: Page, name: string) => page.getByRole('treeitem', { name })
  const indicator = (page: Page, name: string | RegExp) =>
    page.getByRole('navigation').getByRole('button', { name })
  const titles = async ({ client }: Person) => (await client.todos.list()).map(todo => todo.title).sort()

  it('is shown at once if the server is down or busy, kept across a reload, and stored exactly once, with unsent text', async () => {
    const person = await withList('Ann')
    const { page, context, complaints } = person
    const answers = {
      down: () => page.route(ANY_TODO, route => (isPost(route) ? route.abort() : route.continue())),
      busy: () =>
        page.route(ANY_TODO, route =>
          isPost(route)
            ? route.fulfill({ status: 429, json: { detail: 'Too many requests.', retry_after: 1 } })
            : route.continue(),
        ),
    }
    for (const state of ['down', 'busy'] as const) {
      await answers[state]()
      await field(page).fill(`While ${state}`)
      await field(page).press('Enter')
      await row(page, `While ${state}`).waitFor()
      await fieldHolds(page, '')
      // More text can be entered while an earlier text is waiting, and unsent text is kept.
      await page.keyboard.type(`After ${state}`)
      await fieldHolds(page, `After ${state}`)
      await indicator(page, state === 'busy' ? 'Sending 1 change' : /1 change/).waitFor()
      await page.reload()
      await row(page, `While ${state}`).waitFor()
      await fieldHolds(page, `After ${state}`)
      if (state === 'down') await assertAccessible(page)
      await page.unrouteAll({ behavior: 'wait' })
      await indicator(page, 'Synced').waitFor()
    }
    assert.deepEqual(await titles(person), ['While busy', 'While down'])

    // A text whose response was lost is stored once too.
    await page.route(ANY_TODO, async route => {
      if (!isPost(route)) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await field(page).fill('Pay the rent')
    await field(page).press('Enter')
    await eventually(async () =>
      assert.deepEqual(await titles(person), ['Pay the rent', 'While busy', 'While down']),
    )
    await page.unrouteAll({ behavior: 'wait' })
    await indicator(page, 'Synced').waitFor()
    await row(page, 'Pay the rent').waitFor()
    assert.deepEqual(await titles(person), ['Pay the rent', 'While busy', 'While down'])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('is kept in an app that was opened offline, even if the list has never been loaded', async () => {
    const person = await stage.person('Cleo', { opens: false, worker: true })
    const { page, context, client } = person
    await page.route(LISTS, route => route.abort())
    await client.tags.createGroup({ body: { name: 'Home', color: '#2563B8', is_todo_group: true } })
    await openTodos(page)
    await readyForOffline(page, 'Home')
    await context.setOffline(true)
    await page.unroute(LISTS)
    await page.reload()
    await page.getByText('You are offline').waitFor()
    await field(page).fill('Buy stamps')
    await field(page).press('Enter')
    await row(page, 'Buy stamps').waitFor()
    await fieldHolds(page, '')
    await context.setOffline(false)
    await indicator(page, 'Synced').waitFor()
    assert.deepEqual(await titles(person), ['Buy stamps'])
    await context.close()
  })

  it('in a form has one error message, next to the field; as the name of a timer it is cleared when the timer runs', async () => {
    const person = await withList('Eve')
    const { page, context, client, email } = person
    const [group] = await client.tags.listGroups()
    await client.tags.create({ body: { name: 'Urgent', color: '#C53F22', group_id: group?.id ?? '' } })
    await page.getByRole('link', { name: 'Tags' }).click()
    await page.getByRole('button', { name: /Add tag to Home/ }).click()
    await page.getByLabel('Name').fill('Urgent')
    await page.getByRole('dialog').getByRole('button', { name: 'Add tag', exact: true }).click()
    await page.getByRole('alert').waitFor()
    const words = (await page.getByRole('alert').textContent()) ?? ''
    assert.equal(await page.getByText(words).count(), 1)
    assert.equal(await page.getByLabel('Name').inputValue(), 'Urgent')
    assert.equal(await page.locator('.toast').count(), 0)

    // The field for a timer's name is cleared once the timer runs.
    await page.keyboard.press('Escape')
    await page
      .getByRole('dialog', { name: 'Discard changes?' })
      .getByRole('button', { name: 'Discard changes' })
      .click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByLabel('What are you working on?').fill('Reading')
    await page.getByLabel('What are you working on?').press('Enter')
    await page.getByRole('timer').waitFor()
    await page.getByRole('button', { name: 'Synced', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await eventually(async () =>
      assert.equal(await page.getByLabel('What are you working on?').inputValue(), ''),
    )

    // Text is kept if the session was revoked, and is shown after signing in again.
    await page.getByRole('link', { name: 'Todos', exact: true }).click()
    await field(page).waitFor()
    const other = await stage.otherDevice(person)
    await field(page).fill('Call the plumber')
    await other.accounts.endOtherSessions()
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill(signInPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await fieldHolds(page, 'Call the plumber')
    await field(page).press('Enter')
    await row(page, 'Call the plumber').waitFor()
    await fieldHolds(page, '')
    await context.close()
  })
})

const LISTS = '**/v1/todos?*'
const isPost = (route: { request(): { method(): string } }): boolean => route.request().method() === 'POST'
