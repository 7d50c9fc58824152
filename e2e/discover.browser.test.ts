import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertAccessible } from './axe.ts'
import { openStage, type Person, type Stage } from './support.ts'

const HOUR_MS = 3_600_000

async function befriend(one: Person, other: Person): Promise<void> {
  const { friend_code } = await other.client.users.me()
  await one.client.friends.request({ body: { friend_code } })
  const [request] = await other.client.friends.received()
  await other.client.friends.accept({ params: { friendship_id: request?.id ?? '' } })
}

/** Creates a public calendar entry, todo and meeting poll for today. */
async function publish({ client, name }: Person): Promise<void> {
  const visibility = { level: 'public' as const }
  const today = new Date().toISOString().slice(0, 10)
  const noon = `${today}T12:00:00Z`
  const end_time = new Date(Date.parse(noon) + HOUR_MS).toISOString()
  await client.schedules.create({
    body: { title: `Concert of ${name}`, start_time: noon, end_time, visibility },
  })
  const group = await client.tags.createGroup({
    body: { name: 'Home', color: '#2563B8', is_todo_group: true },
  })
  await client.todos.create({ body: { title: `Errand of ${name}`, tag_group_id: group.id, visibility } })
  await client.meetings.create({
    body: {
      title: `Poll of ${name}`,
      start_date: today,
      end_date: today,
      available_days: [0, 1, 2, 3, 4, 5, 6],
      start_time: '09:00:00',
      end_time: '12:00:00',
      visibility,
    },
  })
}

describe('items of others in the browser', () => {
  let stage: Stage
  let ann: Person
  before(async () => {
    // Uses a separate server, because tests in other files also publish items.
    stage = await openStage({})
    ann = await stage.person('Ann', { opens: false, timezone: 'UTC' })
    const [bob, eve] = [
      await stage.person('Bob', { opens: false }),
      await stage.person('Eve', { opens: false }),
    ]
    await befriend(ann, bob)
    for (const person of [bob, eve]) {
      await publish(person)
      await person.context.close()
    }
  })
  after(() => stage.close())

  it('are shown if they belong to friends; public items of strangers only on request', async () => {
    const { page, complaints } = ann
    await page.goto(stage.url)
    await page.getByText('Concert of Bob').waitFor()
    assert.equal(await page.getByText('Concert of Eve').count(), 0, 'Today')

    await page.getByRole('link', { name: 'Calendar', exact: true }).click()
    const concert = (name: string) => page.locator('.entry-content', { hasText: `Concert of ${name}` })
    await concert('Bob').waitFor()
    assert.equal(await concert('Eve').count(), 0, 'Calendar')
    await page.getByLabel('Show public entries').check()
    await concert('Eve').waitFor()
    await assertAccessible(page)
    await page.getByLabel('Show public entries').uncheck()
    await concert('Eve').waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'Todos', exact: true }).click()
    await page.getByRole('link', { name: 'Shared with me' }).click()
    const errand = (name: string) => page.getByRole('treeitem', { name: `Errand of ${name}` })
    await errand('Bob').waitFor()
    assert.equal(await errand('Eve').count(), 0, 'Todos')
    await page.getByRole('link', { name: 'Public todos' }).click()
    await errand('Eve').waitFor()
    await assertAccessible(page)

    await page.getByRole('link', { name: 'Meeting polls', exact: true }).click()
    await page.getByText('Poll of Bob').waitFor()
    assert.equal(await page.getByText('Poll of Eve').count(), 0, 'Meeting polls')
    await page.getByRole('button', { name: 'Show public polls' }).click()
    await page.getByText('Poll of Eve').waitFor()
    await assertAccessible(page)
    assert.deepEqual(complaints, [])
  })
})
