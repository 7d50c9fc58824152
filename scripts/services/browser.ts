// Opens the browser for browser tests, screenshots and benchmarks.
import { type Browser, chromium } from 'playwright-core'
import { findProgram } from './programs.ts'

/**
 * Disabled Chromium features. Chromium uses only the last `--disable-features`, so this list repeats Playwright's
 * entries that matter for local pages. The first two entries are ours: these features render address bar
 * suggestions as web pages, which costs a second of CPU time per context.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** A Chromium feature that compiles all scripts on another thread at each page load, which costs CPU time. */
const STREAMING = 'ScriptStreaming'
/**
 * V8 options that save CPU time, because the pages of tests are open for seconds only: no optimizing compilers, a
 * larger space for new objects, and a single garbage collection thread.
 */
const V8_OPTIONS = ['--no-maglev', '--no-turbofan', '--min-semi-space-size=16', '--single-threaded-gc']

/** The time limit for one step on a page. A busy machine needs several times as long as a quiet one. */
const PATIENCE_MS = 120_000

export interface BrowserOptions {
  /** True, the default, saves CPU time in short tests; false measures the browser as people use it. */
  tuned?: boolean
}

export async function openBrowser({ tuned = true }: BrowserOptions = {}): Promise<Browser> {
  const disabled = [...DISABLED_FEATURES, ...(tuned ? [STREAMING] : [])]
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] || (await findProgram('chromium')),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      // Pages of the same context share a process, which compiles the app only once.
      '--renderer-process-limit=1',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(tuned ? [`--js-flags=${V8_OPTIONS.join()}`] : []),
      `--disable-features=${disabled.join()}`,
    ],
  })
  browser.on('context', context => context.setDefaultTimeout(PATIENCE_MS))
  return browser
}

let shared: Promise<Browser> | undefined

/** Returns a browser that all tests in this process share. It ends with the process. */
export function shareBrowser(options?: BrowserOptions): Promise<Browser> {
  shared ??= openBrowser(options)
  return shared
}
