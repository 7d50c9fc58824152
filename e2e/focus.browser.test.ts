import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { WebSocket } from 'playwright-core'
import { assertAccessible } from './axe.ts'
import { eventually, isCached, isLive, openStage, type Stage } from './support.ts'

const MINUTE = 60_000

/** Waits until the socket receives a message that contains the text. */
const told = (socket: WebSocket, text: string): Promise<unknown> =>
  socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes(text))

describe('focus in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  it('starts for a todo, shows the same clock in two windows, takes notes, and ends', async () => {
    const { page, context, client, complaints } = await stage.person('Ann', { opens: false })
    const group = await client.tags.createGroup({
      body: { name: 'Work', color: '#2563B8', is_todo_group: true },
    })
    // This group is not a todo list, so the Todos page does not show it.
    await client.tags.createGroup({ body: { name: 'Areas', color: '#2563B8', is_todo_group: false } })
    const todo = await client.todos.create({ body: { title: 'Write report', tag_group_id: group.id } })
    await page.goto(`${stage.url}/focus`)
    await isLive(page)
    await assertAccessible(page)
    // The page knows that there is no run and receives changes over the live connection. A reload must not ask again.
    await isCached(page, '"queryKey":["focus"]')
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await page.reload()
    await page.getByLabel('What do you want to focus on?').waitFor()
    await isLive(page)
    assert.ok(!asked.includes('/v1/focus'))
    await page.getByLabel('What do you want to focus on?').fill('Write report')
    await page.getByLabel('Work (minutes)').fill('50')
    await page.locator('main').getByRole('button', { name: 'Start focus run' }).click()
    const view = page.locator('.focus-view')
    await view.getByText('Round 1 of 4').waitFor()
    await assertAccessible(page)
    const run = await client.focus.get()
    assert.deepEqual([run.todo_id, run.work_minutes, run.phase], [todo.id, 50, 'work'])
    await eventually(async () => assert.match(await page.title(), /^(49|50):\d\d Write report · Daymark$/))
    assert.match((await page.locator('#icon').getAttribute('href')) ?? '', /^data:image\/png/)
    await eventually(async () => assert.equal((await client.users.preferences()).focus?.work_minutes, 50))

    const other = await context.newPage()
    await other.goto(`${stage.url}/focus`)
    await isLive(other)
    await view.getByRole('button', { name: 'Pause' }).click()
    await other.locator('.focus-view').getByRole('button', { name: 'Resume' }).waitFor()
    const clocks = await Promise.all([page, other].map(each => each.locator('.focus-time').textContent()))
    assert.equal(clocks[0], clocks[1])
    await other.locator('.focus-view').getByRole('button', { name: 'Resume' }).click()
    await view.getByRole('button', { name: 'Skip to break' }).click()
    await other.getByText('Short break').first().waitFor()
    await other.close()

    const note = view.getByLabel('Note a distraction')
    await note.fill('Call Bob')
    await page.reload()
    assert.equal(await note.inputValue(), 'Call Bob')
    await isLive(page)
    await view.getByRole('button', { name: 'Add todo' }).click()
    await eventually(async () =>
      assert.deepEqual(
        (await client.todos.list()).map(each => [each.title, each.tag_group_id]),
        [
          ['Call Bob', group.id],
          ['Write report', group.id],
        ],
      ),
    )
    await eventually(async () => assert.equal(await note.inputValue(), ''))
    await view.getByRole('button', { name: 'Sound' }).click()
    assert.equal(await view.getByRole('button', { name: 'Sound' }).getAttribute('aria-pressed'), 'false')
    await view.getByRole('button', { name: 'Stop' }).click()
    await page.getByLabel('What do you want to focus on?').waitFor()
    await eventually(async () => assert.equal(await page.title(), 'Daymark'))
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('asks about idle time once, and turns it into a break that can be undone', async () => {
    const { page, context, client, complaints } = await stage.person('Bea', { opens: false, alone: true })
    const before = new Date(Date.now() - 40 * MINUTE).toISOString()
    const live = client.connect()
    await live.timers.start({ title: 'Read', allocated_duration: 1500, at: before }).done
    live.close()
    const returned = Promise.withResolvers<void>()
    // The user returns before the page has loaded the timers.
    await page.route(/v1\/timers\?.*RUNNING/, async route => {
      await returned.promise
      await route.continue()
    })
    await page.clock.install({ time: Date.now() - 20 * MINUTE })
    const opened = page.waitForEvent('websocket')
    // The page saves a new account's time zone. Waits for the resulting message, because a message during the clock
    // jump would delay the ping.
    const stored = opened.then(socket => told(socket, '"kind":"preferences"'))
    await page.goto(`${stage.url}/timers`)
    await isLive(page)
    await stored
    await page.mouse.move(200, 200)
    // After the jump, the page pings the server and syncs with the server's clock, where these 20 minutes have not
    // passed.
    const answered = told(await opened, 'timer.sync_result')
    await page.clock.fastForward(20 * MINUTE)
    await answered
    await page.mouse.move(300, 300)
    returned.resolve()
    const dialog = page.getByRole('dialog', { name: 'You were away' })
    await dialog.getByRole('button', { name: 'Keep it' }).waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Turn it into a break' }).click()
    const segments = async () => (await client.timers.active()).segments.length
    await eventually(async () => assert.equal(await segments(), 2))
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await eventually(async () => assert.equal(await segments(), 1))
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
