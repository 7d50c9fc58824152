import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertAccessible } from './axe.ts'
import {
  eventually,
  holds,
  isLive,
  openStage,
  readyForOffline,
  type Stage,
  signInPassword,
} from './support.ts'

describe('timers in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  it('lets a new user start a timer in under ten clicks', async () => {
    const context = await stage.context()
    const page = await context.newPage()
    let clicks = 0
    const click = async (name: string) => {
      clicks++
      await page.getByRole('button', { name, exact: true }).click()
    }
    const fill = async (label: string, text: string) => {
      clicks++
      await page.getByLabel(label).fill(text)
    }
    await page.goto(stage.url)
    await click('Create account')
    await fill('Your name', 'Ann')
    await fill('Email address', 'newcomer@example.org')
    await fill('Password', signInPassword)
    await assertAccessible(page)
    await click('Create account')
    await fill('What are you working on?', 'First steps')
    await click('Start timer')
    await page.getByRole('timer').waitFor()
    assert.ok(clicks < 10, `${clicks} clicks, those into fields included`)
    await holds(page, `document.title.includes('First steps')`)
    await assertAccessible(page)
    await context.close()
  })

  it('responds at once while disconnected, keeps commands across a reload, and sends them once with the time of the action', async () => {
    const { page, context, client, complaints } = await stage.person('Gwen', { opens: false, worker: true })
    const socket = client.timers.connect()
    const { id } = await socket.start({ allocated_duration: 3600, title: 'Piano' })
    socket.close()
    await page.goto(stage.url)
    await page.getByRole('timer').waitFor()
    await readyForOffline(page, 'Piano')
    await context.setOffline(true)
    await page.reload()
    await page.getByText('You are offline').waitFor()
    await page.getByText('Piano').first().waitFor()
    const before = Date.now()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    const pressed = Date.now()
    await page.reload()
    await page.getByRole('button', { name: 'Offline, 1 change waiting', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await page.getByRole('button', { name: 'Switch timer' }).click()
    await page.getByLabel('What are you working on?').fill('Scales')
    await page.getByLabel('What are you working on?').press('Enter')
    // The newest timer is on top, and can be paused before the server receives it.
    await page.locator('.strip-name', { hasText: 'Scales' }).waitFor()
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor({ state: 'detached' })
    await context.setOffline(false)
    await isLive(page)
    await eventually(async () => {
      const timers = await client.timers.list()
      assert.deepEqual(
        timers.map(({ title, status }) => [title, status]),
        [
          ['Scales', 'PAUSED'],
          ['Piano', 'PAUSED'],
        ],
      )
      const piano = timers.find(timer => timer.id === id)
      assert.deepEqual(
        piano?.pause_history.map(event => event.action),
        ['start', 'pause'],
      )
      const pause = Date.parse(piano?.paused_at ?? '')
      assert.ok(pause >= before - 1000 && pause <= pressed, `${before} ${pause} ${pressed}`)
    })
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('reports that the time is up, in the tab title and by a notification', async () => {
    const { page, context, client, complaints } = await stage.person('Finn', { opens: false, worker: true })
    // Fakes notifications, which a headless browser does not show. As on Android, only the service worker can show
    // them.
    await page.addInitScript(`
      window.told = []
      window.Notification = class {
        static permission = 'granted'
        constructor() { throw new TypeError('Illegal constructor') }
      }
      ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
        told.push(title + ': ' + options.body)
      }
    `)
    await page.goto(stage.url)
    await isLive(page)
    await holds(page, 'navigator.serviceWorker.controller !== null')
    assert.equal(await page.title(), 'Daymark')
    const socket = client.timers.connect()
    // Five seconds, so that a busy page shows the timer before its time is up.
    const { id } = await socket.start({ allocated_duration: 5, title: 'Tea' })
    await holds(page, `/^0:0\\d Tea · Daymark$/.test(document.title)`)
    const icon = page.locator('#icon')
    assert.equal(await icon.getAttribute('href'), '/icon-running.svg')
    await holds(page, 'told.length > 0')
    assert.deepEqual(await page.evaluate('told'), ['Time is up: Tea has reached its planned time.'])
    await page.locator('.strip-clock.is-over').waitFor()
    await socket.stop(id)
    socket.close()
    await holds(page, `document.title === 'Daymark'`)
    assert.equal(await icon.getAttribute('href'), '/icon.svg')
    assert.deepEqual(await page.evaluate('told.length'), 1)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('shows the history, links and deletes a timer, starts others with tags on any page, and runs them in parallel', async () => {
    const { page, context, client, complaints } = await stage.person('Dora', { opens: false })
    const group = await client.tags.createGroup({
      body: { name: 'Home', color: '#2563B8', is_todo_group: true },
    })
    await client.todos.create({ body: { title: 'Paint the fence', tag_group_id: group.id } })
    const work = await client.tags.createGroup({ body: { name: 'Work', color: '#2563B8' } })
    await client.tags.create({ body: { name: 'Deep', color: '#2563B8', group_id: work.id } })
    const socket = client.timers.connect()
    const { id } = await socket.start({ allocated_duration: 600, title: 'Painting' })
    await socket.pause(id)
    await socket.resume(id)
    await socket.stop(id)
    socket.close()
    await page.goto(`${stage.url}/timers`)
    const timeline = page.getByRole('img', { name: /Timeline of Painting/ })
    await timeline.waitFor()
    await isLive(page)
    await assertAccessible(page)
    // Delays the response with the todos until the test has typed a name.
    const typed = Promise.withResolvers<void>()
    await page.route('**/v1/todos**', route => typed.promise.then(() => route.continue()))
    await page.getByRole('button', { name: 'Edit: Painting' }).click()
    await page.getByLabel('Todo', { exact: true }).fill('Paint the fence')
    await assertAccessible(page)
    typed.resolve()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Todo: Paint the fence').waitFor()

    // A timer starts on any page, switches by default, and runs in parallel by choice.
    await page.getByRole('link', { name: 'People', exact: true }).click()
    await page.getByLabel('What are you working on?').fill('Writing')
    await page.getByRole('button', { name: 'Tags and options' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Deep' }).check()
    await dialog.getByLabel('Planned length').selectOption({ label: 'Open-ended' })
    await dialog.getByLabel('Note', { exact: true }).fill('Second chapter')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Start timer' }).click()
    const strip = page.getByRole('region', { name: 'Timer', exact: true })
    await strip.getByText(/^since .* · Second chapter$/).waitFor()
    await strip.getByText('Deep').waitFor()
    const start = async (title: string, parallel: boolean) => {
      await strip.getByRole('button', { name: 'Switch timer' }).click()
      await dialog.getByLabel('What are you working on?').fill(title)
      if (parallel) await dialog.getByRole('checkbox', { name: 'Run in parallel' }).check()
      await dialog.getByRole('button', { name: 'Start timer' }).click()
      await strip.locator('.strip-name', { hasText: title }).waitFor()
    }
    const running = async () =>
      (await client.timers.list()).filter(timer => timer.is_running).map(timer => timer.title)
    await start('Email', false)
    await eventually(async () => assert.deepEqual(await running(), ['Email']))
    await start('Music', true)
    await strip.getByText('+1').click()
    await strip.getByRole('button', { name: 'Stop: Email' }).click()
    await eventually(async () => assert.deepEqual(await running(), ['Music']))
    await page.getByRole('link', { name: 'Timers', exact: true }).click()
    await page.getByRole('button', { name: 'Continue: Writing' }).click()
    await eventually(async () => assert.deepEqual(await running(), ['Writing']))
    const [again] = await client.timers.list({ query: { tag_include_mode: 'timer_only' } })
    assert.deepEqual(
      again?.tags.map(tag => tag.name),
      ['Deep'],
    )

    // Presses keys, because the message about the timer that was stopped covers the button.
    await page.getByRole('button', { name: 'Delete: Painting' }).press('Enter')
    await timeline.waitFor({ state: 'detached' })
    await page.locator('.toast', { hasText: 'Painting' }).getByRole('button', { name: 'Undo' }).click()
    await timeline.waitFor()
    assert.equal((await client.timers.list()).length, 5)
    await page.getByRole('button', { name: 'Delete: Painting' }).press('Enter')
    await timeline.waitFor({ state: 'detached' })
    // Closing the page ends the chance to undo, so the deletion is sent.
    await page.goto('about:blank')
    await eventually(async () => {
      const titles = (await client.timers.list()).map(({ title }) => title).sort()
      assert.deepEqual(titles, ['Email', 'Music', 'Writing', 'Writing'])
    })
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
