// Runs axe on the current page and fails on accessibility violations.
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

export async function assertAccessible(page: Page): Promise<void> {
  // Evaluates through the debugger, because the content security policy blocks a script tag.
  await page.evaluate(source)
  const violations = await page.evaluate<Violation[]>(
    `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then(result => result.violations)`,
  )
  const told = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n    ${nodes.map(node => `${node.html}\n    ${node.failureSummary}`).join('\n    ')}`,
  )
  assert.deepEqual(told, [])
}
