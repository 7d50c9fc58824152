// Runs the outbox in the tabs of a real browser.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Client } from '@daymark/client'
import { bundle } from '../../scripts/bundle.ts'
import { shareBrowser } from '../../scripts/services/browser.ts'
import { startTestApp, type TestApp } from '../../server/test/support/app.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'
import { openWire, type Wire } from '../../server/test/support/wire.ts'

type Browser = Awaited<ReturnType<typeof shareBrowser>>
type Context = Awaited<ReturnType<Browser['newContext']>>
type Page = Awaited<ReturnType<Context['newPage']>>

describe('the outbox in tabs', () => {
  let browser: Browser
  let pages: Server
  let origin: string
  let server: TestApp
  let wire: Wire

  before(async () => {
    browser = await shareBrowser()
    const script = await bundle(import.meta.dirname, join(import.meta.dirname, 'tab-example.ts'))
    pages = createServer((request, response) => {
      const isScript = request.url === '/page.js'
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      response.end(isScript ? script : '<!doctype html><script type="module" src="/page.js"></script>')
    }).listen(0, '127.0.0.1')
    await once(pages, 'listening')
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
    server = await startTestApp(await openFreshSqlite(), { CORS_ALLOWED_ORIGINS: origin })
    wire = await openWire(await server.app.listen({ host: '127.0.0.1', port: 0 }))
  })
  after(async () => {
    await Promise.all(browser.contexts().map(context => context.close()))
    await wire.cut()
    await server.close()
    pages.close()
  })

  async function person(name: string) {
    const client: Client = await server.as(name)
    const group = await client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    const token = await server.issuer.token({ sub: name, name })
    const open = async (page: Page): Promise<Page> => {
      await page.goto(origin)
      await page.waitForFunction('window.openDaymark')
      await page.evaluate(`openDaymark('${wire.url}', '${token}', '${name}')`)
      return page
    }
    return { client, group, open }
  }

  const shows = (page: Page, expression: string) =>
    page.waitForFunction(expression, undefined, { polling: 50 })
  const titlesOf = async (client: Client) => (await client.todos.list()).map(todo => todo.title).sort()

  it('shows an offline write in all tabs, and sends it once although the sending tab is closed', async () => {
    const { client, group, open } = await person('ann')
    const context = await browser.newContext()
    const left = await open(await context.newPage())
    const right = await open(await context.newPage())
    for (const page of [left, right]) await shows(page, "daymark.live.status.state === 'synced'")
    await wire.cut()
    for (const page of [left, right]) await shows(page, "daymark.live.state === 'offline'")
    assert.equal(await right.evaluate(`daymark.add('Offline', '${group.id}')`), true)
    await shows(left, "daymark.titles().includes('Offline') && daymark.live.status.waiting === 1")
    await left.close()
    await open(right)
    await shows(right, "daymark.entries().length === 1 && daymark.titles().includes('Offline')")
    await wire.join()
    await right.evaluate('daymark.live.retry()')
    await shows(right, "daymark.live.status.state === 'synced' && daymark.entries().length === 0")
    assert.deepEqual(await titlesOf(client), ['Offline'])
    await context.close()
  })

  it('continues sending from another tab when the sending tab is closed', async () => {
    const { client, group, open } = await person('bob')
    const context = await browser.newContext()
    const left = await open(await context.newPage())
    await shows(left, "daymark.live.status.state === 'synced'")
    const right = await open(await context.newPage())
    await shows(right, "daymark.live.status.state === 'synced'")
    await right.evaluate(`daymark.add('While both', '${group.id}')`)
    await shows(right, 'daymark.entries().length === 0')
    await shows(left, "daymark.titles().includes('While both') && daymark.entries().length === 0")
    await left.close()
    await right.evaluate(`daymark.add('Alone', '${group.id}')`)
    await shows(right, 'daymark.entries().length === 0')
    assert.deepEqual(await titlesOf(client), ['Alone', 'While both'])
    await context.close()
  })

  for (const [fault, script] of [
    ['blocked', "indexedDB.open = () => { throw new DOMException('Blocked', 'SecurityError') }"],
    ['full', "IDBObjectStore.prototype.put = () => { throw new DOMException('Full', 'QuotaExceededError') }"],
  ] as const) {
    it(`continues in memory and reports unsaved writes when the storage is ${fault}`, async () => {
      const { client, group, open } = await person(`cid-${fault}`)
      const context = await browser.newContext()
      await context.addInitScript(script)
      const page = await open(await context.newPage())
      await shows(page, "daymark.live.status.state === 'synced'")
      await wire.cut()
      await shows(page, "daymark.live.state === 'offline'")
      assert.equal(await page.evaluate(`daymark.add('In memory', '${group.id}')`), false)
      await shows(page, 'daymark.live.status.unsaved === 1')
      await wire.join()
      await page.evaluate('daymark.live.retry()')
      await shows(page, "daymark.live.status.state === 'synced' && daymark.live.status.unsaved === 0")
      assert.deepEqual(await titlesOf(client), ['In memory'])
      await context.close()
    })
  }
})
