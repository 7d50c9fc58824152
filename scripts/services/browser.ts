// Opens the browser for browser tests, screenshots and benchmarks.
import { type Browser, chromium } from 'playwright-core'
import { findProgram } from './programs.ts'

/**
 * Disabled Chromium features. Chromium uses only the last `--disable-features`, so this list repeats
 * Playwright's entries that matter for local pages. The first three entries are ours: two features render the
 * suggestions of the address bar as web pages, which costs a second of CPU time per context, and the third compiles
 * all scripts on another thread at each page load, which takes more CPU time in total.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'ScriptStreaming',
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

/**
 * Options of V8. Optimizing compilers cost more than they save, because a page of a test is open for seconds. More space
 * for new objects and one thread that collects garbage take less CPU time too.
 */
const V8_OPTIONS = ['--no-maglev', '--no-turbofan', '--min-semi-space-size=16', '--single-threaded-gc']

/** How long a page may take for a step. A busy machine needs several times as long as a quiet one. */
const PATIENCE_MS = 120_000

export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] || findProgram('chromium'),
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
      `--js-flags=${V8_OPTIONS.join()}`,
      `--disable-features=${DISABLED_FEATURES.join()}`,
    ],
  })
  browser.on('context', context => context.setDefaultTimeout(PATIENCE_MS))
  return browser
}
