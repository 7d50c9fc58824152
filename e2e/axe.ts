// Runs axe on the current page and throws on accessibility violations.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  help: string
  nodes: { html: string; failureSummary: string }[]
}

/**
 * Omits the details of passed rules and preloads no assets, because each of these takes about a sixth of the check
 * time. Only rules about media and screen orientation need preloaded assets.
 */
const VIOLATIONS = { resultTypes: ['violations'], preload: false }
const ALL_RULES = { ...VIOLATIONS, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
const CONTRAST = { ...VIOLATIONS, runOnly: { type: 'rule', values: ['color-contrast'] } }

export const assertAccessible = (page: Page): Promise<void> => check(page, ALL_RULES)

/** Checks only contrast. Use it if only colors have changed since the last check. */
export const assertContrast = (page: Page): Promise<void> => check(page, CONTRAST)

/** Finishes animations, because colors are different while elements fade in. Endless animations cannot be finished. */
const END_ANIMATIONS = `document.getAnimations()
  .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  .forEach(animation => animation.finish())`

/**
 * Selects the open modal dialogs, because they make the rest of the page inert. Without a dialog, selects the page.
 */
const REACHABLE = `(modals => (modals.length > 0 ? modals : document))([...document.querySelectorAll('dialog:modal')])`

async function check(page: Page, options: object): Promise<void> {
  await page.evaluate(END_ANIMATIONS)
  // Injected through the debugger, because the content security policy blocks script tags.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(source)
  const violations = await page.evaluate<Violation[]>(
    `axe.run(${REACHABLE}, ${JSON.stringify(options)}).then(result => result.violations)`,
  )
  const told = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n    ${nodes.map(node => `${node.html}\n    ${node.failureSummary}`).join('\n    ')}`,
  )
  assert.deepEqual(told, [])
}
