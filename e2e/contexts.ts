// Reuses browser contexts. The pages in a context share a process that has already compiled the app, so a test takes a
// fifth less CPU time than in a new context.
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'

interface Kept {
  context: BrowserContext
  /** A page that stays open, because the process ends with its last page. */
  anchor: Page
  devtools: CDPSession
  /** The server that the latest test used. The next test clears the data stored for it. */
  url: string
  isLent: boolean
}

const STORED = 'local_storage,indexeddb,cache_storage,service_workers,file_systems'

const kept = new Map<string, Kept[]>()
const anchors = new WeakSet<Page>()

/** True for a page that only keeps a context's process alive and belongs to no test. */
export const isAnchor = (page: Page): boolean => anchors.has(page)

/**
 * Lends an empty context, with no cookies and no stored data, to one test at a time. `close` makes the context available
 * again. `url` is the server's address.
 */
export async function lendContext(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  const key = JSON.stringify(options)
  const all = kept.get(key) ?? []
  kept.set(key, all)
  const free = all.find(each => !each.isLent)
  if (free) {
    free.isLent = true
    await clear(free)
    free.url = url
    return free.context
  }
  const context = await browser.newContext(options)
  const anchor = await context.newPage()
  anchors.add(anchor)
  // Any page from the server will do, because the browser runs all pages of a site in one process.
  await anchor.goto(`${url}/health`)
  const devtools = await context.newCDPSession(anchor)
  const made = { context, anchor, devtools, url, isLent: true }
  all.push(made)
  const close = async () => {
    await Promise.all(context.pages().map(page => (page === anchor ? undefined : page.close())))
    made.isLent = false
  }
  Object.assign(context, { close, addInitScript: refuse, exposeBinding: refuse, exposeFunction: refuse })
  Object.assign(context.clock, {
    install: refuse,
    pauseAt: refuse,
    setFixedTime: refuse,
    setSystemTime: refuse,
  })
  return context
}

/** Clears what the last test may have left behind. */
async function clear({ context, devtools, url }: Kept): Promise<void> {
  await context.setOffline(false)
  await context.clearPermissions()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.clearCookies()
  await devtools.send('Storage.clearDataForOrigin', { origin: url, storageTypes: STORED })
}

function refuse(): never {
  throw new Error('This would change later tests in the same context. Open the person with `alone: true`.')
}
