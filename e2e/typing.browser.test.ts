// Journeys of typed text: nothing is lost before the server has stored it, and an error is shown once.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './axe.ts'
import {
  eventually,
  isLive,
  openStage,
  type Person,
  readyForOffline,
  type Stage,
  signInPassword,
} from './support.ts'

const ANY_TODO = '**/v1/todos'

describe('typed text in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  /** A person with one list, on the page of the todos. */
  async function withList(name: string): Promise<Person> {
    const person = await stage.person(name)
    const body = { name: 'Home', color: '#2563B8', is_todo_group: true }
    await person.client.tags.createGroup({ body })
    await openTodos(person.page)
    return person
  }
  async function openTodos(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Todos', exact: true }).click()
    await page.getByLabel('Add todo').first().waitFor()
  }
  const field = (page: Page) => page.getByRole('textbox', { name: 'Add todo' })
  const fieldHolds = (page: Page, text: string) =>
    eventually(async () => assert.equal(await field(page).inputValue(), text))
  const titles = async ({ client }: Person) => (await client.todos.list()).map(todo => todo.title).sort()

  it('stays when the server is down or busy, shows one error, and is stored once in the end', async () => {
    const person = await withList('Ann')
    const { page, context, complaints } = person
    const answers = {
      down: () => page.route(ANY_TODO, route => (isPost(route) ? route.abort() : route.continue())),
      busy: () =>
        page.route(ANY_TODO, route =>
          isPost(route)
            ? route.fulfill({ status: 429, json: { detail: 'Too many requests.', retry_after: 30 } })
            : route.continue(),
        ),
    }
    for (const [state, words] of [
      ['down', 'cannot be reached'],
      ['busy', 'Too many requests.'],
    ] as const) {
      await answers[state]()
      await field(page).fill('Water the plants')
      await field(page).press('Enter')
      await page.getByRole('alert').getByText(words).waitFor()
      assert.equal(await page.getByText(words).count(), 1)
      await fieldHolds(page, 'Water the plants')
      await page.unroute(ANY_TODO)
    }
    await assertAccessible(page)
    await field(page).press('Enter')
    await page.getByRole('treeitem', { name: 'Water the plants' }).waitFor()
    await fieldHolds(page, '')
    assert.deepEqual(await titles(person), ['Water the plants'])
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('allows typing on: failed items wait below, and are added on request', async () => {
    const person = await withList('Bea')
    const { page, context } = person
    const isTyped = Promise.withResolvers<void>()
    await page.route(ANY_TODO, async route => {
      if (!isPost(route) || !route.request().postData()?.includes('First')) return route.continue()
      await isTyped.promise
      await route.abort()
    })
    await field(page).fill('First')
    await field(page).press('Enter')
    // As one types on: over the selected text.
    await page.keyboard.type('Second')
    await fieldHolds(page, 'Second')
    isTyped.resolve()
    await page.getByText('“First” is not saved yet.').waitFor()
    await fieldHolds(page, 'Second')
    await assertAccessible(page)
    await page.unroute(ANY_TODO)
    await page.reload()
    await page.getByText('“First” is not saved yet.').waitFor()
    await fieldHolds(page, 'Second')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('treeitem', { name: 'First' }).waitFor()
    await page.getByText('“First” is not saved yet.').waitFor({ state: 'detached' })
    assert.deepEqual(await titles(person), ['First'])
    await context.close()
  })

  it('is stored once although the response was lost', async () => {
    const person = await withList('Gil')
    const { page, context } = person
    await page.route(ANY_TODO, async route => {
      if (!isPost(route)) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await field(page).fill('Pay the rent')
    await field(page).press('Enter')
    await page.getByRole('alert').getByText('cannot be reached').waitFor()
    await page.unroute(ANY_TODO)
    await field(page).press('Enter')
    await fieldHolds(page, '')
    assert.deepEqual(await titles(person), ['Pay the rent'])
    await context.close()
  })

  it('stays in an app that was opened offline', async () => {
    const person = await withList('Cleo')
    const { page, context } = person
    await readyForOffline(page, 'Home')
    await context.setOffline(true)
    await page.reload()
    await page.getByText('You are offline').waitFor()
    await field(page).fill('Buy stamps')
    await field(page).press('Enter')
    await page.getByRole('alert').getByText('cannot be reached').waitFor()
    await fieldHolds(page, 'Buy stamps')
    await context.setOffline(false)
    await field(page).press('Enter')
    await page.getByRole('treeitem', { name: 'Buy stamps' }).waitFor()
    assert.deepEqual(await titles(person), ['Buy stamps'])
    await context.close()
  })

  it('stays when the session was revoked, and is there after signing in again', async () => {
    const person = await withList('Dora')
    const { page, context, client, email } = person
    // Without a socket, the first rejected request is that of the todo.
    await page.addInitScript(`window.WebSocket = class { close() {} send() {} }`)
    await page.reload()
    await field(page).waitFor()
    await client.accounts.endOtherSessions()
    await field(page).fill('Call the plumber')
    await field(page).press('Enter')
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill(signInPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await fieldHolds(page, 'Call the plumber')
    await field(page).press('Enter')
    await page.getByRole('treeitem', { name: 'Call the plumber' }).waitFor()
    await fieldHolds(page, '')
    await context.close()
  })

  it('in a form has one error message, beside it', async () => {
    const person = await withList('Eve')
    const { page, context, client } = person
    const [group] = await client.tags.listGroups()
    await client.tags.create({ body: { name: 'Urgent', color: '#C53F22', group_id: group?.id ?? '' } })
    await page.getByRole('link', { name: 'Tags' }).click()
    await page.getByRole('button', { name: /Add tag to Home/ }).click()
    await page.getByLabel('Name').fill('Urgent')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').waitFor()
    const words = (await page.getByRole('alert').textContent()) ?? ''
    assert.equal(await page.getByText(words).count(), 1)
    assert.equal(await page.getByLabel('Name').inputValue(), 'Urgent')
    assert.equal(await page.locator('.toast').count(), 0)
    await context.close()
  })

  it('starts a timer, and is cleared when it runs', async () => {
    const { page, context } = await stage.person('Finn')
    await isLive(page)
    await page.getByLabel('What are you working on?').fill('Reading')
    await page.getByLabel('What are you working on?').press('Enter')
    await page.getByRole('timer').waitFor()
    await eventually(async () =>
      assert.equal(await page.getByLabel('What are you working on?').inputValue(), ''),
    )
    await context.close()
  })
})

const isPost = (route: { request(): { method(): string } }): boolean => route.request().method() === 'POST'
