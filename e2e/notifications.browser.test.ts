import assert from 'node:assert/strict'
import { createECDH, randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { assertAccessible } from './axe.ts'
import { eventually, isLive, openStage, readyForOffline, type Stage, signInPassword } from './support.ts'

/**
 * The delay until a reminder is due. It leaves enough time to create the reminder on a busy machine, because a reminder
 * whose time has passed is not sent.
 */
const SOON_MS = 3_000

describe('notifications', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  it('remind in the app, are listed, and run the action of a push, also one that opens the app', async () => {
    const { page, context, client, complaints } = await stage.person('Ann', { opens: false, worker: true })
    const group = await client.tags.createGroup({
      body: { name: 'Work', color: '#2563B8', is_todo_group: true },
    })
    await page.goto(`${stage.url}/todos`)
    await isLive(page)
    const soon = new Date(Date.now() + SOON_MS).toISOString()
    const reminders = [{ minutes_before: 0 }]
    const todo = await client.todos.create({
      body: { title: 'Call Bob', tag_group_id: group.id, deadline: soon, reminders },
    })
    const toast = page.locator('.notification-toast')
    await toast.getByText('Call Bob').waitFor()
    await page.getByRole('navigation').getByText('1 unread').first().waitFor({ state: 'attached' })
    // On a phone, the toast would cover the buttons of a dialog, so it stays hidden until the dialog closes.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await toast.waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await toast.waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
    await toast.getByRole('button', { name: 'Done' }).click()
    await toast.waitFor({ state: 'detached' })
    const isDone = async () => {
      const { status } = (await client.todos.get({ params: { todo_id: todo.id } })) as { status: string }
      assert.equal(status, 'DONE')
    }
    await eventually(isDone)
    // Simulates a click on a push message whose notification the page no longer shows.
    await client.todos.update({ params: { todo_id: todo.id }, body: { status: 'UNSCHEDULED' } })
    const [listed] = await client.notifications.list()
    const push = (message: object) =>
      page.evaluate(
        `navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: ${JSON.stringify(message)} }))`,
      )
    await push({ type: 'notification-action', action: 'done', id: listed?.id })
    await eventually(isDone)
    await client.notifications.test({ body: { channel: 'app' } })
    await push({ type: 'notification-open', path: '/notifications' })
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('button', { name: 'Mark as unread: Call Bob' }).waitFor()
    await eventually(async () =>
      assert.deepEqual(await client.notifications.list({ query: { unread: true } }), []),
    )
    await assertAccessible(page)

    // A push opens the app, which still shows what it knew at the last visit.
    await client.notifications.test({ body: { channel: 'app' } })
    await page.getByRole('button', { name: 'Mark as read: Test notification' }).waitFor()
    const remindWhileClosed = async (title: string, last: string) => {
      await readyForOffline(page, last)
      await page.goto('about:blank')
      const deadline = new Date(Date.now() + SOON_MS).toISOString()
      const body = { title, tag_group_id: group.id, deadline, reminders: [{ minutes_before: 0 }] }
      const created = await client.todos.create({ body })
      let id: string | undefined
      await eventually(async () => {
        const all = await client.notifications.list()
        id = all.find(({ resource_id }) => resource_id === created.id)?.id
        assert.ok(id)
      })
      return { todo_id: created.id, id }
    }
    const done = await remindWhileClosed('Call Cem', 'Test notification')
    await page.goto(`${stage.url}/notifications?do=done&id=${done.id}`)
    await eventually(async () => {
      const { status } = (await client.todos.get({ params: { todo_id: done.todo_id } })) as { status: string }
      assert.equal(status, 'DONE')
    })
    await page.getByRole('button', { name: 'Mark as unread: Call Cem' }).waitFor()
    assert.equal(new URL(page.url()).search, '')

    const started = await remindWhileClosed('Write report', 'Call Cem')
    const elsewhere = client.timers.connect()
    const other = await elsewhere.start({ allocated_duration: 3600, title: 'Elsewhere' })
    elsewhere.close()
    await page.goto(`${stage.url}/notifications?do=start&id=${started.id}`)
    await eventually(async () => {
      const [running] = await client.timers.list({ query: { status: ['RUNNING'] } })
      assert.equal(running?.todo_id, started.todo_id)
    })
    assert.equal((await client.timers.get({ params: { timer_id: other.id } })).status, 'COMPLETED')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('are set up in the settings, and reminders in the forms of todos and entries', async () => {
    const { page, context, client, complaints } = await stage.person('Bea', { opens: false })
    const group = await client.tags.createGroup({
      body: { name: 'Work', color: '#2563B8', is_todo_group: true },
    })
    await client.todos.create({ body: { title: 'Write', tag_group_id: group.id } })
    await page.goto(`${stage.url}/settings/notifications`)
    await isLive(page)
    const panel = page.getByRole('region', { name: 'Notifications' })
    await panel.getByRole('checkbox', { name: 'Meeting polls: Push' }).uncheck()
    await panel.getByRole('checkbox', { name: 'Quiet hours' }).check()
    await panel.getByLabel('Email', { exact: true }).selectOption('digest')
    await panel
      .getByLabel('Default reminders for new todos and entries')
      .selectOption({ label: '10 min before' })
    await eventually(async () => {
      const { notifications, default_reminders } = await client.users.preferences()
      assert.deepEqual(notifications, {
        kinds: { meeting: { push: false } },
        quiet_hours: { start: '22:00', end: '07:00' },
        email: 'digest',
      })
      assert.deepEqual(default_reminders, [{ minutes_before: 10 }])
    })
    await panel.getByRole('button', { name: 'Test: Push' }).click()
    await panel.getByText('None of your devices receives push notifications').waitFor()
    await panel.getByRole('button', { name: 'Test: Email' }).click()
    await panel.getByRole('alert').getByText('This server cannot send email').waitFor()
    // Scrolls to the top, because the timer strip would cover parts of a scrolled page.
    await page.evaluate('scrollTo(0, 0)')
    await assertAccessible(page)

    await page.getByRole('link', { name: 'Todos', exact: true }).click()
    await page.getByRole('treeitem', { name: 'Write' }).press('e')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reminders').selectOption({ label: 'The day before at 9:00\u202fAM' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await eventually(async () => {
      const [todo] = await client.todos.list()
      assert.deepEqual(todo?.reminders, [{ at_time: '09:00', days_before: 1 }])
    })
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('are pushed to a device until the person turns that off or signs out there, or another person signs in', async () => {
    const dan = await stage.person('Dan', { worker: true, opens: false })
    const { page, context, client, complaints } = dan
    const keys = {
      p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    }
    // Fakes the subscription, because a headless browser has no push service.
    await context.addInitScript(`
      Notification.requestPermission = async () => 'granted'
      const subscription = {
        toJSON: () => ({ endpoint: 'https://push.example.org/dan', keys: ${JSON.stringify(keys)} }),
        unsubscribe: async () => { localStorage.removeItem('test.push'); return true },
      }
      const pushManager = {
        getSubscription: async () => localStorage.getItem('test.push') && subscription,
        subscribe: async () => { localStorage.setItem('test.push', '1'); return subscription },
      }
      Object.defineProperty(ServiceWorkerRegistration.prototype, 'pushManager', { get: () => pushManager })
    `)
    const isSubscribed = () => page.evaluate("localStorage.getItem('test.push') !== null")
    await page.goto(`${stage.url}/settings/notifications`)
    await isLive(page)
    await page.getByRole('button', { name: 'Turn on push' }).click()
    await page.getByText('This device receives push notifications.').waitFor()
    assert.equal((await client.notifications.subscriptions()).length, 1)
    await page.getByRole('button', { name: 'Turn off push' }).click()
    await page.getByRole('button', { name: 'Turn on push' }).waitFor()
    assert.deepEqual([await client.notifications.subscriptions(), await isSubscribed()], [[], false])
    await page.getByRole('button', { name: 'Turn on push' }).click()
    await page.getByText('This device receives push notifications.').waitFor()
    assert.equal(await isSubscribed(), true)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Sign out')
    await page.keyboard.press('Enter')
    await page.getByLabel('Password').waitFor()
    await eventually(async () => assert.equal(await isSubscribed(), false))

    const signIn = async (email: string) => {
      await page.getByLabel('Email address').fill(email)
      await page.getByLabel('Password').fill(signInPassword)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('navigation').first().waitFor()
      await isLive(page)
    }
    const signOutFromElsewhere = async () => {
      await (await stage.otherDevice(dan)).sessions.removeOthers()
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    }
    await signIn(dan.email)
    await page.goto(`${stage.url}/settings/notifications`)
    await page.getByRole('button', { name: 'Turn on push' }).click()
    await page.getByText('This device receives push notifications.').waitFor()
    await signOutFromElsewhere()
    await signIn(dan.email)
    assert.equal(await isSubscribed(), true)
    await signOutFromElsewhere()
    const erin = await stage.person('Erin', { opens: false })
    await signIn(erin.email)
    await eventually(async () => assert.equal(await isSubscribed(), false))
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('reach the service worker as pushes while no page of the app is open', async () => {
    const { page, context, complaints } = await stage.person('Cho', { worker: true })
    await context.grantPermissions(['notifications'], { origin: stage.url })
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    const [worker] = context.serviceWorkers()
    assert.ok(worker)
    // Fakes the display of notifications, because a headless browser may not support it.
    await worker.evaluate(`
      self.shown = []
      self.registration.showNotification = async (title, { body, tag }) => void self.shown.push({ title, body, tag })
    `)
    const cdp = await context.newCDPSession(page)
    const registered = Promise.withResolvers<string>()
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(each => each.scopeURL.startsWith(stage.url))
      if (found) registered.resolve(found.registrationId)
    })
    await cdp.send('ServiceWorker.enable')
    const data = JSON.stringify({ id: 'n1', title: 'Call Bob', body: 'Todo due', resource_kind: 'todo' })
    await cdp.send('ServiceWorker.deliverPushMessage', {
      origin: stage.url,
      registrationId: await registered.promise,
      data,
    })
    const shown = () => worker.evaluate('self.shown')
    await eventually(async () =>
      assert.deepEqual(await shown(), [{ title: 'Call Bob', body: 'Todo due', tag: 'n1' }]),
    )
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
