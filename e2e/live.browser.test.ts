// Browser tests with two devices: a change on one appears on the other at once, without polling.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { isLive, openStage, type Person, type Stage, signInWithCookie } from './support.ts'

describe('two devices', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  /** A person with one list who is signed in on two devices. */
  async function onTwoDevices(name: string): Promise<Person & { other: Page; groupId: string }> {
    const person = await stage.person(name, { opens: false })
    const group = await person.client.tags.createGroup({
      body: { name: 'Home', color: '#2563B8', is_todo_group: true },
    })
    const context = await stage.context()
    const other = await context.newPage()
    other.on('pageerror', error => person.complaints.push(error.message))
    await signInWithCookie(other, stage.url, person.email, false)
    return { ...person, other, groupId: group.id }
  }
  const open = async (page: Page, path: string) => {
    await page.goto(stage.url + path)
    await isLive(page)
  }
  const row = (page: Page, name: string) => page.getByRole('treeitem', { name })

  it('show each other’s changes of todos and tags', async () => {
    const { page, other, complaints } = await onTwoDevices('Ann')
    await Promise.all([open(page, '/todos'), open(other, '/todos')])
    await page.getByRole('textbox', { name: 'Add todo' }).fill('Buy milk')
    await page.keyboard.press('Enter')
    await row(other, 'Buy milk').waitFor()
    await other.getByRole('checkbox', { name: 'Mark Buy milk as done' }).click()
    await row(page, 'Buy milk').waitFor({ state: 'detached' })
    await open(other, '/tags')
    await other.getByRole('button', { name: 'Edit Home' }).click()
    await other.getByLabel('Name').fill('House')
    await other.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'House', exact: true }).waitFor()
    assert.deepEqual(complaints, [])
  })

  it('show each other’s changes of calendar entries, timers and meetings', async () => {
    const { page, other, client, complaints } = await onTwoDevices('Bea')
    await Promise.all([open(page, '/'), open(other, '/')])
    const now = Date.now()
    await client.schedules.create({
      body: {
        title: 'Dentist',
        start_time: new Date(now).toISOString(),
        end_time: new Date(now + 60_000).toISOString(),
      },
    })
    await Promise.all([page, other].map(each => each.getByText('Dentist').waitFor()))
    await page.getByLabel('What are you working on?').fill('Reading')
    await page.keyboard.press('Enter')
    await other.getByRole('timer').waitFor()
    await other.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await Promise.all([open(page, '/meetings'), open(other, '/meetings')])
    await client.meetings.create({
      body: {
        title: 'Picnic',
        start_date: '2026-12-01',
        end_date: '2026-12-02',
        available_days: [1, 2],
        start_time: '09:00',
        end_time: '12:00',
      },
    })
    await Promise.all([page, other].map(each => each.getByText('Picnic').waitFor()))
    assert.deepEqual(complaints, [])
  })

  it('show friend requests, friends and shared items without a reload', async () => {
    const [ann, bob] = [
      await stage.person('Anna', { opens: false }),
      await stage.person('Bob', { opens: false }),
    ]
    await Promise.all([open(ann.page, '/people'), open(bob.page, '/people')])
    const { friend_code } = await bob.client.users.me()
    await ann.client.friends.request({ body: { friend_code } })
    await bob.page.getByRole('button', { name: 'Accept' }).click()
    await ann.page.getByRole('heading', { name: 'Friends 1' }).waitFor()
    await bob.page.getByRole('heading', { name: 'Friends 1' }).waitFor()
    await open(bob.page, '/')
    const now = Date.now()
    const shared = await ann.client.schedules.create({
      body: {
        title: 'Garden party',
        start_time: new Date(now).toISOString(),
        end_time: new Date(now + 60_000).toISOString(),
        visibility: { level: 'friends' },
      },
    })
    await bob.page.getByText('Garden party').waitFor()
    await ann.client.visibility.put({
      params: { resource_type: 'schedule', resource_id: shared.id },
      body: { level: 'private' },
    })
    await bob.page.getByText('Garden party').waitFor({ state: 'detached' })
    assert.deepEqual([...ann.complaints, ...bob.complaints], [])
  })

  it('catch up after a lost connection', async () => {
    const { page, context, client, groupId, complaints } = await onTwoDevices('Cleo')
    await open(page, '/todos')
    await page.getByRole('button', { name: 'Synced' }).waitFor()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Offline' }).waitFor()
    await client.todos.create({ body: { title: 'Made elsewhere', tag_group_id: groupId } })
    await context.setOffline(false)
    await row(page, 'Made elsewhere').waitFor()
    await page.getByRole('button', { name: 'Synced' }).waitFor()
    assert.deepEqual(complaints, [])
  })
})
