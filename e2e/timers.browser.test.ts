// Journeys about timers: from a first visit to a running timer, on several devices, offline and back.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertAccessible } from './axe.ts'
import { openStage, type Stage, signInPassword, signInThroughPage } from './support.ts'

describe('timers in the browser', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage()
  })
  after(() => stage.close())

  it('takes a newcomer from the first page to a running timer in under ten clicks', async () => {
    const context = await stage.browser.newContext({ locale: 'en-US' })
    const page = await context.newPage()
    let clicks = 0
    const click = async (name: string) => {
      clicks++
      await page.getByRole('button', { name, exact: true }).click()
    }
    await page.goto(stage.url)
    await click('Create an account')
    await page.getByLabel('Your name').fill('Ann')
    await page.getByLabel('E-mail address').fill('newcomer@example.org')
    await page.getByLabel('Password').fill(signInPassword)
    await assertAccessible(page)
    await click('Create an account')
    await page.getByLabel('What are you doing?').fill('First steps')
    await click('Start')
    await page.getByRole('timer').waitFor()
    assert.ok(clicks < 10)
    await page.waitForFunction(`document.title.includes('First steps')`)
    await assertAccessible(page)
    await context.close()
  })

  it('shows the same timer in two browsers of one person, and pauses it in both', async () => {
    const first = await stage.person('Bea')
    const second = await stage.browser.newContext({ locale: 'en-US' })
    const other = await second.newPage()
    await signInThroughPage(other, stage.url, first.email)
    await first.page.getByLabel('What are you doing?').fill('On both')
    await first.page.getByRole('button', { name: 'Start', exact: true }).click()
    await other.getByText('On both').waitFor()
    await other.getByRole('button', { name: 'Pause' }).click()
    await first.page.getByRole('button', { name: 'Resume' }).waitFor()
    const clocks = await Promise.all([first.page, other].map(page => page.getByRole('timer').textContent()))
    assert.equal(clocks[0], clocks[1])
    assert.deepEqual(first.complaints, [])
    await first.context.close()
    await second.close()
  })

  it('keeps commands while offline and sends them once', async () => {
    const { page, context, client, complaints } = await stage.person('Cleo')
    await page.getByText('In step on all devices').waitFor()
    await page.getByLabel('What are you doing?').fill('Before the tunnel')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('timer').waitFor()
    await context.setOffline(true)
    await page.getByText('You are offline').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await context.setOffline(false)
    await page.getByText('Nothing is running').waitFor()
    const timers = await client.timers.list()
    assert.equal(timers.length, 1)
    assert.equal(timers[0]?.status, 'COMPLETED')
    assert.deepEqual(
      timers[0]?.pause_history.map(event => event.action),
      ['start', 'stop'],
    )
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('draws the history with its pauses and deletes with a way back', async () => {
    const { page, context, client } = await stage.person('Dora')
    const socket = client.timers.connect()
    const { id } = await socket.start({ allocated_duration: 600, title: 'Painting' })
    await socket.pause(id)
    await socket.resume(id)
    await socket.stop(id)
    socket.close()
    await page.getByRole('link', { name: 'Timers' }).click()
    await page.getByRole('img', { name: /Course of Painting/ }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'Delete: Painting' }).click()
    await page.getByRole('img', { name: /Course of Painting/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('img', { name: /Course of Painting/ }).waitFor()
    assert.equal((await client.timers.list()).length, 1)
    await context.close()
  })

  it('is usable on a phone', async () => {
    const { page, context } = await stage.person('Eve', { phone: true, dark: true })
    await page.getByLabel('What are you doing?').fill('On the phone')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('timer').waitFor()
    const wide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
    assert.equal(wide, false, 'nothing sticks out at the side')
    await assertAccessible(page)
    await context.close()
  })
})
