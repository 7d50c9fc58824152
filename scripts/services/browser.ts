// Opens the browser for browser tests, screenshots and benchmarks.
import { type Browser, chromium } from 'playwright-core'
import { findProgram } from './programs.ts'

/**
 * Disabled Chromium features. Chromium uses only the last `--disable-features`, so this list repeats
 * Playwright's entries that matter for local pages. The first two entries are ours: these features render the
 * suggestions of the address bar as web pages, which costs a second of CPU time per context.
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

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] || findProgram('chromium'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${DISABLED_FEATURES.join()}`,
    ],
  })
}
