import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertAccessible } from './axe.ts'
import { isLive, openStage, readyForOffline, type Stage, signInPassword } from './support.ts'

describe('the app offline and with a failing server', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  it('opens offline with the last known data, also on new pages, until the person signs out', async () => {
    const { page, context, client, complaints } = await stage.person('Bea', { opens: false, worker: true })
    const start = Date.now() - 60_000
    await client.schedules.create({
      body: {
        title: 'Train to the coast',
        start_time: new Date(start).toISOString(),
        end_time: new Date(start + 3_600_000).toISOString(),
      },
    })
    const socket = client.timers.connect()
    await socket.start({ allocated_duration: 3600, title: 'On the way' })
    socket.close()
    await page.goto(stage.url)
    await page.getByText('Train to the coast').waitFor()
    await page.getByRole('timer').waitFor()
    for (const title of ['Train to the coast', 'On the way']) await readyForOffline(page, title)
    await context.setOffline(true)
    await page.reload()
    await page.getByText('You are offline').waitFor()
    await page.getByText('Train to the coast').waitFor()
    await page.getByText('On the way').first().waitFor()
    await page.getByRole('timer').waitFor()
    await assertAccessible(page)
    // A day and a week that were never loaded must not look empty.
    await page.getByRole('button', { name: 'Next day' }).click()
    await page.getByText('Not available offline').waitFor()
    for (const claim of ['Nothing planned', 'No time tracked', '0 min planned', '0 min tracked'])
      assert.equal(await page.getByText(claim).count(), 0, claim)
    await page.getByRole('link', { name: 'Calendar', exact: true }).click()
    await page.getByText('Not available offline').waitFor()
    await page.getByRole('button', { name: 'Agenda' }).click()
    await page.getByText('Not available offline').waitFor()
    assert.equal(await page.getByText('No entries in this period').count(), 0)
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Today', exact: true }).click()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Synced', exact: true }).waitFor()
    assert.deepEqual(complaints, [])
    // Signing out deletes all local data.
    await readyForOffline(page, 'Train to the coast')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Sign out')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await context.setOffline(true)
    await page.reload()
    await page.getByText('Cannot reach the server').waitFor()
    await context.close()
  })

  it('keeps showing known data when it cannot be refreshed, and says so', async () => {
    const { page, context, client } = await stage.person('Dora', { opens: false })
    const group = await client.tags.createGroup({
      body: { name: 'Home', color: '#2563B8', is_todo_group: true },
    })
    await client.todos.create({ body: { title: 'Water the plants', tag_group_id: group.id } })
    await page.goto(`${stage.url}/todos`)
    await page.getByRole('treeitem', { name: 'Water the plants' }).waitFor()
    await page.getByRole('link', { name: 'Today', exact: true }).click()
    await page.route('**/v1/**', route => route.fulfill({ status: 500, json: { detail: 'Out of order.' } }))
    // "Shared with me" was never loaded, so an error appears in its place.
    await page.getByRole('link', { name: 'Todos', exact: true }).click()
    await page.getByRole('treeitem', { name: 'Water the plants' }).waitFor()
    await page.getByRole('link', { name: 'Shared with me' }).click()
    await page.getByRole('alert').getByText('Out of order.').waitFor()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    // A change on another device makes the page reload the list, which fails.
    await client.todos.create({ body: { title: 'Another', tag_group_id: group.id } })
    await page.getByText('This page shows the last synced data.').waitFor()
    await page.getByRole('treeitem', { name: 'Water the plants' }).waitFor()
    await assertAccessible(page)
    await page.unrouteAll({ behavior: 'wait' })
    await page.locator('.stale-notice').getByRole('button', { name: 'Try again' }).click()
    await page.getByText('This page shows the last synced data.').waitFor({ state: 'detached' })
    await context.close()
  })

  it('recovers by itself when the server answers again, and opens the requested page after signing in', async () => {
    const { email, context: unused } = await stage.person('Eve', { opens: false })
    await unused.close()
    const context = await stage.context()
    const page = await context.newPage()
    await page.route('**/config.json', route => route.abort())
    await page.route('**/v1/**', route => route.abort())
    await page.goto(`${stage.url}/people?code=ABCDEFGHJK`)
    await page.getByText('Cannot reach the server').waitFor()
    await assertAccessible(page)
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill(signInPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor()
    await page.locator('input[value="ABCDEFGHJK"]').waitFor()
    const complaints: string[] = []
    page.on('pageerror', error => complaints.push(error.message))
    // Explains an unknown address.
    await page.goto(`${stage.url}/nowhere`)
    await page.getByText('Page not found').waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Go to Today' }).click()
    await isLive(page)
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
