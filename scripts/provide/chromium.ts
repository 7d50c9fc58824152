// Finds the browser for the tests that need one.
import { installPackage } from './apt.ts'
import { CannotProvide } from './cannot-provide.ts'
import { findOnPath } from './find-on-path.ts'

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

export async function findChromium(): Promise<string> {
  const present = findOnPath(PROGRAMS)
  if (present) return present
  const reason = await installPackage('chromium')
  const installed = findOnPath(PROGRAMS)
  if (installed) return installed
  throw new CannotProvide(
    `The browser tests need Chromium, which could not be installed (${reason ?? 'it is not on PATH'}): ` +
      'install chromium or google-chrome, or set CHROMIUM_PATH.',
  )
}
