import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { startTestApp, type TestApp } from '../server/test/support/app.ts'
import { listening } from '../server/test/support/device.ts'
import { openFreshSqlite } from '../server/test/support/sqlite.ts'
import { openStage, type Stage } from './support.ts'

describe('the playground of the live connection', () => {
  let server: TestApp
  let stage: Stage
  let page: Page
  const complaints: string[] = []

  before(async () => {
    server = await startTestApp(await openFreshSqlite())
    stage = await openStage()
    page = await stage.browser.newPage()
    page.on('pageerror', error => complaints.push(error.message))
    page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
  })
  after(async () => {
    await stage.close()
    await server.close()
  })

  it('lets a developer connect, start and pause a timer, and see errors', async () => {
    await page.goto(`http://${await listening(server.app)}/ws-playground`)
    await page.fill('#token', 'nonsense')
    await page.click('#connect')
    await page.waitForSelector('#state.refused')
    assert.match((await page.textContent('#note')) ?? '', /1008: unauthorized/)
    await page.fill('#token', await server.issuer.token({ sub: 'ann', name: 'Ann' }))
    await page.click('#connect')
    await page.waitForSelector('#state.live')
    await page.click('#send')
    await page.click('#timers .RUNNING button:has-text("pause")')
    await page.waitForSelector('#timers .PAUSED')
    await page.click('#templates button:has-text("pause")')
    await page.click('#send')
    await page.waitForSelector('#log .error')
    await page.fill('#message', 'no json')
    await page.keyboard.press('Control+Enter')
    await page.waitForSelector('#log .error:has-text("INVALID_MESSAGE")')
    await page.click('#connect')
    await page.waitForSelector('#log .closed:has-text("1005")')
    assert.deepEqual(complaints, [], 'nothing was blocked, nothing failed')
  })

  it('fits a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    const width = await page.evaluate('document.documentElement.scrollWidth')
    assert.equal(width, 360)
  })

  it('is absent in production', async () => {
    const production = await startTestApp(await openFreshSqlite(), { NODE_ENV: 'production' })
    assert.equal((await production.fetch('/ws-playground')).status, 404)
    await production.close()
    const policy = (await server.fetch('/ws-playground')).headers.get('content-security-policy') ?? ''
    assert.match(
      policy,
      /default-src 'none'; style-src 'sha256-[^ ;]+'; script-src 'sha256-[^ ;]+'; connect-src 'self'/,
    )
  })
})
