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

  const open = async (page: Page, path: string) => {
    await page.goto(stage.url + path)
    await isLive(page)
  }
  const row = (page: Page, name: string) => page.getByRole('treeitem', { name })

  describe('of one person', () => {
    let person: Person
    let page: Page
    let other: Page
    let groupId: string
    before(async () => {
      person = await stage.person('Ann', { opens: false })
      page = person.page
      const body = { name: 'Home', color: '#2563B8', is_todo_group: true }
      groupId = (await person.client.tags.createGroup({ body })).id
      other = await (await stage.context()).newPage()
      other.on('pageerror', error => person.complaints.push(error.message))
      await signInWithCookie(other, stage.url, person.email, false)
      await Promise.all([open(page, '/todos'), open(other, '/todos')])
    })
    after(() => Promise.all([person.context.close(), other.context().close()]))
    /** Follows a link on both devices, because loading the app again would take a second. */
    const goTo = (name: string) =>
      Promise.all([page, other].map(each => each.getByRole('link', { name, exact: true }).click()))

    it('catch up after a lost connection', async () => {
      await page.getByRole('button', { name: 'Synced' }).waitFor()
      await person.context.setOffline(true)
      await page.getByRole('button', { name: 'Offline' }).waitFor()
      await person.client.todos.create({ body: { title: 'Made elsewhere', tag_group_id: groupId } })
      await person.context.setOffline(false)
      await row(page, 'Made elsewhere').waitFor()
      await page.getByRole('button', { name: 'Synced' }).waitFor()
      await isLive(page)
      assert.deepEqual(person.complaints, [])
    })

    it('show each other’s changes of todos and tags', async () => {
      await page.getByRole('textbox', { name: 'Add todo' }).fill('Buy milk')
      await page.keyboard.press('Enter')
      await row(other, 'Buy milk').waitFor()
      await other.getByRole('checkbox', { name: 'Mark Buy milk as done' }).click()
      await row(page, 'Buy milk').waitFor({ state: 'detached' })
      await other.getByRole('link', { name: 'Tags', exact: true }).click()
      await other.getByRole('button', { name: 'Edit Home' }).click()
      await other.getByLabel('Name').fill('House')
      await other.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('link', { name: 'House', exact: true }).waitFor()
      assert.deepEqual(person.complaints, [])
    })

    it('show each other’s changes of calendar entries, timers and meetings', async () => {
      const { client, complaints } = person
      await goTo('Today')
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
      const devices = [page, other]
      await Promise.all(devices.map(each => each.getByRole('button', { name: 'Resume' }).waitFor()))
      const clocks = await Promise.all(devices.map(each => each.getByRole('timer').textContent()))
      assert.equal(clocks[0], clocks[1])
      await goTo('Meeting polls')
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
    await bob.page.getByRole('link', { name: 'Today', exact: true }).click()
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
    await Promise.all([ann, bob].map(({ context }) => context.close()))
  })
})
