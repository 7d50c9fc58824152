import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from './axe.ts'
import { eventually, holds, isLive, openStage, type Person, type Stage, signInPassword } from './support.ts'

/** Counts the records of the persisted cache in the browser's storage. */
const kept = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise(resolve => {
    const opening = indexedDB.open('daymark', 2)
    opening.onupgradeneeded = () => opening.result.createObjectStore('cache')
    opening.onsuccess = () => {
      const reading = opening.result.transaction('cache').objectStore('cache').count()
      reading.onsuccess = () => {
        opening.result.close()
        resolve(reading.result)
      }
    }
  })`)

const isKept = (page: Page, count: number) =>
  eventually(async () => assert.equal(await kept(page), count, 'records in the browser'))

const atSignIn = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()

async function signOut(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Sign out')
  await page.keyboard.press('Enter')
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(signInPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Checks that the page repeats a request whose access token was rejected, without a message. Ends at Today. */
async function continuesIfTokenIsRejected(page: Page): Promise<void> {
  const requested: string[] = []
  await page.route('**/v1/meetings?**', route => {
    requested.push(route.request().url())
    return requested.length === 1
      ? route.fulfill({ status: 401, json: { detail: 'The access token has expired.' } })
      : route.continue()
  })
  await page.getByRole('link', { name: 'Meeting polls', exact: true }).click()
  await page.getByRole('heading', { name: 'Meeting polls', level: 1 }).waitFor()
  const isRepeated = () => requested.lastIndexOf(requested[0] ?? '') > 0
  await eventually(async () => assert.ok(isRepeated(), requested.join('\n')))
  assert.equal(await page.getByRole('alert').count(), 0)
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
}

describe('the session in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  async function secondWindow({ context }: Person): Promise<Page> {
    const page = await context.newPage()
    await page.goto(stage.url)
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
    return page
  }

  it('ends in all windows and deletes local data when it is revoked elsewhere or the person signs out', async () => {
    const person = await stage.person('Ann')
    const { page, context, complaints } = person
    await continuesIfTokenIsRejected(page)
    const client = await stage.otherDevice(person)
    const other = await secondWindow(person)
    await Promise.all([isLive(page), isLive(other)])
    await isKept(page, 1)
    await client.accounts.endOtherSessions()
    await Promise.all([atSignIn(page), atSignIn(other)])
    await isKept(page, 0)
    assert.equal(await page.evaluate(`localStorage.getItem('daymark.session')`), null)
    await assertAccessible(page)
    await signIn(page, person.email)
    // Signing in again in one window also signs in the other window.
    for (const each of [page, other])
      await each.getByRole('heading', { name: 'Today', exact: true }).waitFor()
    assert.deepEqual(complaints, [])

    // When the person signs out, the other window does not write its data back.
    await Promise.all([isLive(page), isLive(other)])
    const start = new Date(Date.now() - 60_000)
    const end = new Date(Date.now() + 3_600_000)
    const times = { start_time: start.toISOString(), end_time: end.toISOString() }
    await client.schedules.create({ body: { title: 'Secret', ...times } })
    await other.getByText('Secret').waitFor()
    await isKept(other, 1)
    await signOut(page)
    await Promise.all([atSignIn(page), atSignIn(other)])
    // Leaving the page flushes pending writes of the persisted cache, which must not store the data again.
    await other.goto('about:blank')
    await isKept(page, 0)
    await page.reload()
    await atSignIn(page)
    assert.equal(await kept(page), 0)
    await context.close()
  })

  it('deletes the cache of an older version of the app', async () => {
    const { page, context } = await stage.person('Olga', { opens: false })
    await page.goto(`${stage.url}/icon.svg`)
    await page.evaluate(`new Promise(resolve => {
      indexedDB.deleteDatabase('daymark')
      const opening = indexedDB.open('daymark', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('kept').put('old data', 'queries')
      opening.onsuccess = () => {
        opening.result.close()
        resolve()
      }
    })`)
    await page.goto(stage.url)
    await isKept(page, 1)
    const stores = `new Promise(resolve => {
      const opening = indexedDB.open('daymark')
      opening.onsuccess = () => {
        const names = [...opening.result.objectStoreNames]
        opening.result.close()
        resolve(names)
      }
    })`
    assert.deepEqual(await page.evaluate(stores), ['cache'])
    await context.close()
  })

  it('stays ended if the sign-out did not reach the server, which learns about it later', async () => {
    const dora = await stage.person('Dora')
    const { page, context, email } = dora
    const client = await stage.otherDevice(dora)
    const sessions = async () => (await client.accounts.sessions()).length
    assert.equal(await sessions(), 2)
    await page.route('**/auth/sign-out', route => route.abort())
    // Waits for the aborted request, because the test cannot abort a request that is sent while the page closes.
    const lost = page.waitForEvent('requestfailed', request => request.url().endsWith('/auth/sign-out'))
    await signOut(page)
    await atSignIn(page)
    await lost
    await page.reload()
    await atSignIn(page)
    assert.equal(await sessions(), 2)
    await page.unrouteAll({ behavior: 'wait' })
    await eventually(async () => assert.equal(await sessions(), 1))
    await signIn(page, email)
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
    assert.equal(await sessions(), 2)
    await context.close()
  })

  /** Creates the person's only todo, deletes it on the Todos page, and leaves the page. */
  async function deleteAndClose({ page, client }: Person, beforeClosing: () => Promise<unknown>) {
    const body = { name: 'Home', color: '#2563B8', is_todo_group: true }
    const { id } = (await client.tags.listGroups())[0] ?? (await client.tags.createGroup({ body }))
    await client.todos.create({ body: { title: 'Old news', tag_group_id: id } })
    await page.getByRole('link', { name: 'Todos', exact: true }).click()
    const todo = page.getByRole('treeitem', { name: 'Old news' })
    await todo.waitFor()
    await beforeClosing()
    await todo.focus()
    await page.keyboard.press('Delete')
    await todo.waitFor({ state: 'detached' })
    await page.goto('about:blank')
  }
  const isDeleted = ({ client }: Person) =>
    eventually(async () => assert.deepEqual(await client.todos.list(), []))

  it('completes on the next visit deletions that failed because of a rejected token or a lost connection', async () => {
    const person = await stage.person('Gus')
    const { page, context } = person
    await deleteAndClose(person, async () => {
      // The page gets a token that the server does not know.
      await page.route('**/auth/token', route =>
        route.fulfill({ json: { access_token: 'e30.e30.e30', token_type: 'Bearer', expires_in: 900 } }),
      )
      const isRefused = page.waitForResponse(response => response.status() === 401)
      await page.route('**/v1/timers?**', route =>
        route.fulfill({ status: 401, json: { detail: 'The access token has expired.' } }),
      )
      await page.getByRole('link', { name: 'Timers' }).click()
      await isRefused
      await page.getByRole('link', { name: 'Todos', exact: true }).click()
    })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto(stage.url)
    await isDeleted(person)

    // Deletions made offline are sent later too.
    await deleteAndClose(person, async () => {
      await context.setOffline(true)
      await page.getByText('You are offline').waitFor()
      // Makes requests fail, because Chromium sends a page's last requests even if the context is offline.
      await page.evaluate(`window.fetch = () => Promise.reject(new TypeError('offline'))`)
    })
    assert.equal((await person.client.todos.list()).length, 1, 'not sent yet')
    await context.setOffline(false)
    await page.goto(stage.url)
    await isDeleted(person)
    await page.getByRole('button', { name: 'Synced', exact: true }).waitFor()
    await context.close()
  })

  it('works in a browser without storage', async () => {
    const { email } = await stage.person('Eve', { opens: false })
    const context = await stage.context({ alone: true })
    await context.addInitScript(`
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, { get() { throw new DOMException(name + ' is blocked', 'SecurityError') } })
    `)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', error => complaints.push(error.message))
    await page.goto(stage.url)
    await signIn(page, email)
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
    await isLive(page)
    await page.getByLabel('What are you working on?').fill('Without a trace')
    await page.getByRole('button', { name: 'Start timer', exact: true }).click()
    await page.getByRole('timer').waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await holds(page, `document.title.includes('Without a trace')`)
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
