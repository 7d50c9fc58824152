// The browser of the tests that need one.
import { type Browser, chromium } from 'playwright-core'

export function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH']
  if (!executablePath) throw new Error('CHROMIUM_PATH is not set; run the tests with "npm test".')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
