// Prints what the open pages show after a failed test, because a failure on another machine cannot be repeated at will.
import { afterEach } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'

const opened: Page[] = []
const PAGES_SHOWN = 3
const MOST_TEXT = 1500

export function watchPages(context: BrowserContext): void {
  context.on('page', page => {
    opened.push(page)
    page.once('close', () => opened.splice(opened.indexOf(page), 1))
  })
}

afterEach(async test => {
  if (!('passed' in test) || test.passed) return
  for (const page of opened.slice(-PAGES_SHOWN)) console.error(`${test.name}: ${await seen(page)}`)
})

async function seen(page: Page): Promise<string> {
  const text = await page.locator('body').ariaSnapshot().catch(String)
  return `${page.url()} shows:\n${text.slice(0, MOST_TEXT)}`
}
