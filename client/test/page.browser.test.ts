// Runs the SDK in a real browser, on a page from a different origin than the server's.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { bundle } from '../../scripts/bundle.ts'
import { shareBrowser } from '../../scripts/services/browser.ts'
import { startTestApp } from '../../server/test/support/app.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'

test('the SDK works in a page of another origin', async () => {
  const page = await (await shareBrowser()).newPage()
  const script = await bundle(import.meta.dirname, join(import.meta.dirname, 'page-example.ts'))
  const pages = createServer((request, response) => {
    const isScript = request.url === '/page.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : '<!doctype html><script type="module" src="/page.js"></script>')
  }).listen(0, '127.0.0.1')
  await once(pages, 'listening')
  const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
  const server = await startTestApp(await openFreshSqlite(), { CORS_ALLOWED_ORIGINS: origin })
  try {
    const baseUrl = await server.app.listen({ host: '127.0.0.1', port: 0 })
    await page.goto(origin)
    await page.waitForFunction('window.tryDaymark')
    const token = await server.issuer.token({ sub: 'ann', name: 'Ann' })
    assert.deepEqual(await page.evaluate(`tryDaymark('${baseUrl}', '${token}')`), {
      pages: [2, 1],
      missing: true,
      status: 'COMPLETED',
      aborted: 'AbortError',
    })
  } finally {
    await page.close()
    await server.close()
    pages.close()
  }
})
