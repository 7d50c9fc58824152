// Opens a real browser against a real server, and signs users in.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, createClient, type SocketOptions, type TimerSocket } from '@daymark/client'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { PASSWORD } from '../scripts/demo/data.ts'
import { type BrowserOptions, shareBrowser } from '../scripts/services/browser.ts'
import { lendContext } from './contexts.ts'
import { watchPages } from './failures.ts'
import { type Hosted, startServer } from './server.ts'

export interface Stage {
  url: string
  /** The server's data folder. */
  folder: string
  browser: Browser
  /** Signs up a person in an empty browser context, and creates an API client for them. */
  person(name: string, options?: PersonOptions): Promise<Person>
  /** Opens an empty browser context, in which nobody is signed in. */
  context(options?: ContextOptions): Promise<BrowserContext>
  /** Signs a person in on another device, with a separate session. `person.client` shares the page's session. */
  otherDevice(person: Person): Promise<Client>
  close(): Promise<void>
}

export interface PersonOptions extends ContextOptions {
  /** Set to false if the test opens another page first, because opening a page takes a second. */
  opens?: boolean
}

export interface ContextOptions {
  /** Installs the service worker. Tests that never go offline are a fifth faster without it. */
  worker?: boolean
  /** Turns on animations. Most tests run without them, because a test waits until each animation ends. */
  motion?: boolean
  phone?: boolean
  dark?: boolean
  timezone?: string
  locale?: string
  /** Opens a new context instead of a reused one. Required if the test sets a clock or adds scripts to all pages. */
  alone?: boolean
}

export interface Person {
  name: string
  email: string
  context: BrowserContext
  page: Page
  client: Client
  /** Errors on the page. The list must be empty at the end of a test. */
  complaints: string[]
}

let sharedBrowser: Promise<Browser> | undefined
let sharedServer: Promise<Hosted> | undefined

/**
 * Opens a stage for the tests in one file. All test files in this process share the browser and, unless `settings` is
 * given, the server, because starting them takes longer than many tests. Both end with the process.
 */
export async function openStage(settings?: Record<string, string>, options?: BrowserOptions): Promise<Stage> {
  sharedBrowser ??= shareBrowser(options)
  const server = await (settings ? startServer(settings) : serverWithDefaults())
  const stage = await openStageAt(server, options)
  if (!settings) return stage
  const close = async () => {
    await stage.close()
    await server.close()
  }
  return { ...stage, close }
}

/** Opens a stage on a server that the test has started itself. */
export async function openStageAt(
  server: Pick<Hosted, 'url' | 'folder'>,
  options?: BrowserOptions,
): Promise<Stage> {
  sharedBrowser ??= shareBrowser(options)
  const browser = await sharedBrowser
  watchPages(browser)
  const sockets = new Set<TimerSocket>()
  return {
    url: server.url,
    folder: server.folder,
    browser,
    async person(name, options) {
      const person = await signedIn(browser, server.url, name, options)
      closing(person.client, sockets)
      return person
    },
    context: options => openContext(browser, server.url, options),
    otherDevice: ({ email }) => signInElsewhere(server.url, email),
    async close() {
      for (const socket of sockets) socket.close()
      await Promise.all(browser.contexts().map(context => context.close()))
    },
  }
}

function serverWithDefaults(): Promise<Hosted> {
  sharedServer ??= startServer({})
  return sharedServer
}

/** Closes the shared browser and server. Tests do not need to call it, because both end with the process. */
export async function closeShared(): Promise<void> {
  await (await sharedBrowser)?.close()
  await (await sharedServer)?.close()
}

/** Collects sockets to close at the end, because a socket that a failed test left open would reconnect forever. */
function closing(client: Client, sockets: Set<TimerSocket>): void {
  const { connect } = client.timers
  Object.assign(client.timers, {
    connect(options?: SocketOptions) {
      const socket = connect(options)
      sockets.add(socket)
      return socket
    },
  })
}

async function signedIn(
  browser: Browser,
  url: string,
  name: string,
  options?: PersonOptions,
): Promise<Person> {
  const email = `${name.toLowerCase()}-${crypto.randomUUID()}@example.org`
  const anyone = createClient({ baseUrl: url })
  await anyone.accounts.signUp({ body: { email, password: PASSWORD, name } })
  const context = await openContext(browser, url, options)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(error.message))
  const token = await signInWithCookie(page, url, email, options?.opens)
  return { name, email, context, page, client: createClient({ baseUrl: url, token }), complaints }
}

/** Opens a new context for a service worker, because the worker may still store data after its pages have closed. */
const openContext = (browser: Browser, url: string, options: ContextOptions = {}): Promise<BrowserContext> =>
  options.alone || options.worker
    ? browser.newContext(lookOf(options))
    : lendContext(browser, url, lookOf(options))

async function signInElsewhere(url: string, email: string): Promise<Client> {
  const body = { email, password: PASSWORD }
  const { access_token } = await createClient({ baseUrl: url }).accounts.signIn({ body })
  return createClient({ baseUrl: url, token: access_token })
}

const lookOf = ({ phone, dark, timezone, locale, worker, motion }: ContextOptions) => ({
  hasTouch: phone ?? false,
  viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
  colorScheme: dark ? ('dark' as const) : ('light' as const),
  locale: locale ?? 'en-US',
  reducedMotion: motion ? ('no-preference' as const) : ('reduce' as const),
  serviceWorkers: worker ? ('allow' as const) : ('block' as const),
  timezoneId: timezone ?? 'Europe/Berlin',
})

/**
 * Signs in with a request that stores the cookie in the page's context. With `opens`, also opens the first page.
 * Returns an access token.
 */
export async function signInWithCookie(
  page: Page,
  url: string,
  email: string,
  opens = true,
): Promise<string> {
  const data = { email, password: PASSWORD, refresh: 'cookie' }
  const headers = { origin: url }
  const answer = await page.context().request.post(`${url}/auth/sign-in`, { data, headers })
  assert.equal(answer.status(), 200, await answer.text())
  if (opens) {
    await page.goto(url)
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
  }
  const { access_token } = (await answer.json()) as { access_token: string }
  return access_token
}

/** Waits until the live socket is connected, because changes before that are not pushed. */
export const isLive = (page: Page): Promise<unknown> =>
  page.locator('.frame[data-connection="live"]').waitFor({ state: 'attached' })

const LOOK_AGAIN_MS = 50
const PATIENCE_MS = 60_000

/** Retries a check until it passes. After a timeout, throws its last error. */
export async function eventually(check: () => Promise<unknown>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ; await pause(LOOK_AGAIN_MS)) {
    try {
      return void (await check())
    } catch (error) {
      if (Date.now() > end) throw error
    }
  }
}

/** Waits for a condition. Playwright's `waitForFunction` needs `eval`, which the content security policy forbids. */
export const holds = (page: Page, expression: string): Promise<void> =>
  eventually(async () => assert.ok(await page.evaluate(expression), `${expression} does not hold`))

/** A page script that keeps toasts open, so that a slow machine can still click "Undo". */
export const LASTING_TOASTS = `{
  const set = window.setTimeout
  window.setTimeout = (run, ms, ...rest) => set(run, ms === 7000 ? 600_000 : ms, ...rest)
}`

/** Waits until the service worker is active and the persisted cache contains the title. */
export async function readyForOffline(page: Page, title: string): Promise<void> {
  await holds(page, 'navigator.serviceWorker.controller !== null')
  await isCached(page, title)
}

/** Waits until the persisted cache contains a text. */
export const isCached = (page: Page, text: string): Promise<unknown> =>
  page.evaluate(
    `new Promise(resolve => {
      const look = () => {
        const opening = indexedDB.open('daymark', 2)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('cache').objectStore('cache').get('queries')
          reading.onsuccess = () => {
            opening.result.close()
            if (JSON.stringify(reading.result ?? '').includes(${JSON.stringify(text)})) resolve()
            else setTimeout(look, 50)
          }
        }
      }
      look()
    })`,
  )

/** Returns a time zone with a fixed offset where it is now between 12:00 and 13:00. */
export function zoneAtNoon(now = Date.now()): string {
  const offset = 12 - new Date(now).getUTCHours()
  // The sign in these time zone names is reversed: `Etc/GMT-3` is UTC+3.
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
}

/** Simulates touch drags, because Playwright supports only taps. */
export async function finger(page: Page) {
  const session = await page.context().newCDPSession(page)
  const send = (type: string, points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: points })
  return {
    down: (x: number, y: number) => send('touchStart', [{ x, y }]),
    move: (x: number, y: number) => send('touchMove', [{ x, y }]),
    up: () => send('touchEnd', []),
  }
}

export async function middleOf(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox()
  if (!box) throw new Error('The element is not on the page.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

export const signInPassword = PASSWORD
