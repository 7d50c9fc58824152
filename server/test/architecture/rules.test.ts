// The structure test fails when it should: each check finds the offense that it exists for, and only that.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Module, moduleOf } from './modules.ts'
import * as rules from './rules.ts'
import { forgottenNames } from './vocabulary/names.ts'

/** Checks one file that offends beside one that does not. */
function finds(
  check: (modules: Module[]) => string[],
  offends: [string, string],
  fine: [string, string],
): void {
  assert.equal(check([moduleOf(...offends)]).length, 1, `${offends[0]} must be found`)
  assert.deepEqual(check([moduleOf(...fine)]), [])
}

const FEATURES = 'server/src/features'

test('finds a file name that nobody has listed', () => {
  finds(rules.unknownNames, [`${FEATURES}/tags/magic.ts`, ''], [`${FEATURES}/tags/tag.ts`, ''])
  finds(rules.unknownNames, [`${FEATURES}/unheard/rules.ts`, ''], [`${FEATURES}/tags/service.ts`, ''])
  finds(rules.unknownNames, ['server/src/platform/bus/magic.ts', ''], ['server/src/platform/bus/bus.ts', ''])
  finds(rules.unknownNames, ['server/src/magic.ts', ''], ['server/src/app.ts', ''])
  finds(rules.unknownNames, ['web/src/design/utils.ts', ''], ['web/src/design/button.tsx', ''])
  assert.ok(forgottenNames(new Set()).includes('server/src/features/tags/tag.ts'))
})

test('finds a pure rule that imports or does something with effects', () => {
  const rule = `${FEATURES}/tags/tag.ts`
  const pure: [string, string] = [
    rule,
    "import type { Db } from '../../src/features/timers/store.ts'\nimport { hash } from 'node:crypto'",
  ]
  const contract: [string, string] = [rule, "import { Tag } from '@daymark/contract/planning/tags'"]
  finds(rules.impureRules, [rule, "import { tagStore } from '../../src/features/timers/store.ts'"], pure)
  finds(rules.impureRules, [rule, "import { readFileSync } from 'node:fs'"], contract)
  finds(rules.impureRules, [rule, "import { randomBytes } from 'node:crypto'"], pure)
  finds(rules.impureRules, [rule, 'export const at = () => Date.now()'], [rule, '// Never Date.now()'])
})

test('finds forbidden arrows between packages, layers, folders and roles', () => {
  finds(
    rules.wrongPackages,
    ['client/src/call.ts', "import { app } from '../../src/app.ts'"],
    ['web/src/main.tsx', "import { operations } from '@daymark/client/operations'"],
  )
  finds(
    rules.wrongPackages,
    ['recurrence/src/rule.ts', "import { readFileSync } from 'node:fs'"],
    ['contract/src/words.ts', "import Type from 'typebox'"],
  )
  finds(
    rules.wrongLayers,
    ['server/src/platform/bus/bus.ts', "import { tagService } from '../../src/features/tags/service.ts'"],
    [`${FEATURES}/tags/service.ts`, "import type { Bus } from '../../src/platform/bus/bus.ts'"],
  )
  finds(
    rules.wrongOrder,
    [`${FEATURES}/tags/service.ts`, "import { timerStore } from '../../src/features/timers/store.ts'"],
    [`${FEATURES}/timers/service.ts`, "import { tagStore } from '../../src/features/tags/store.ts'"],
  )
  finds(rules.wrongOrder, ['web/src/novelty/page.tsx', ''], ['web/src/tags/page.tsx', ''])
  finds(
    rules.wrongRoles,
    [`${FEATURES}/tags/store.ts`, "import { tagService } from '../../src/features/calendar/service.ts'"],
    [`${FEATURES}/tags/service.ts`, "import { tagStore } from '../../src/features/timers/store.ts'"],
  )
  finds(
    rules.wrongPlaces,
    [`${FEATURES}/tags/service.ts`, "import { sql } from 'kysely'"],
    [`${FEATURES}/tags/store.ts`, "import { sql } from 'kysely'"],
  )
})

test('finds a circle', () => {
  const a = moduleOf('server/src/a.ts', "import { b } from './b.ts'")
  const b = moduleOf('server/src/b.ts', "import { c } from './c.ts'")
  const c = moduleOf('server/src/c.ts', "export { a } from './a.ts'")
  assert.deepEqual(rules.circles([a, b]), [])
  assert.deepEqual(rules.circles([a, b, c]), [
    'server/src/a.ts -> server/src/b.ts -> server/src/c.ts -> server/src/a.ts',
  ])
})

test('finds a crowded folder', () => {
  const files = (count: number) =>
    Array.from({ length: count }, (_, at) => moduleOf(`web/src/tags/${at}.ts`, ''))
  assert.deepEqual(rules.crowdedFolders(files(14)), [])
  assert.deepEqual(rules.crowdedFolders(files(15)), ['web/src/tags has 15 files'])
})
