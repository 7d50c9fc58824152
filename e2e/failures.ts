// Prints what the open pages show after a failed test, because failures on other machines may not be reproducible.
import { afterEach } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { isAnchor } from './contexts.ts'

const browsers = new Set<Browser>()
const PAGES_SHOWN = 3
const PATIENCE_MS = 5000
const MOST_TEXT = 3000

export function watchPages(browser: Browser): void {
  browsers.add(browser)
}

/** Screenshot scripts and benchmarks open pages too, but are not tests. */
const isTest = process.env['NODE_TEST_CONTEXT'] !== undefined
if (isTest)
  afterEach(async test => {
    if (!('passed' in test) || test.passed) return
    const contexts = [...browsers].flatMap(browser => browser.contexts())
    const opened = contexts.flatMap(context => context.pages()).filter(page => !isAnchor(page))
    for (const page of opened.slice(-PAGES_SHOWN)) test.diagnostic(`${test.name}: ${await seen(page)}`)
  })

async function seen(page: Page): Promise<string> {
  const content = page.locator('[role=dialog], dialog[open], [role=alert], .toast, main')
  const parts = (await content.count()) > 0 ? await content.all() : [page.locator('body')]
  const texts = await Promise.all(
    parts.map(part => part.ariaSnapshot({ timeout: PATIENCE_MS }).catch(String)),
  )
  const focus = await page.evaluate('document.activeElement?.outerHTML.slice(0, 200)').catch(String)
  return `${page.url()} has the focus on ${focus} and shows:\n${texts.join('\n').slice(0, MOST_TEXT)}`
}
