// Each structure check must find its own violation, and only that.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Module, moduleOf } from './modules.ts'
import * as rules from './rules.ts'

/** `offends` violates the rule, and `fine` does not. */
function finds(
  check: (modules: Module[]) => string[],
  offends: [string, string],
  fine: [string, string],
): void {
  assert.equal(check([moduleOf(...offends)]).length, 1, `${offends[0]} must be found`)
  assert.deepEqual(check([moduleOf(...fine)]), [])
}

const load = (name: string, from: string): string => `import { ${name} } from '${from}'`

const FEATURES = 'server/src/features'

test('finds a file name that says nothing', () => {
  finds(rules.emptyNames, ['web/src/design/utils.ts', ''], ['web/src/design/button.tsx', ''])
  finds(rules.emptyNames, [`${FEATURES}/helpers/tag.ts`, ''], [`${FEATURES}/tags/tag.ts`, ''])
})

test('finds a pure rule that imports or does something with effects', () => {
  const rule = `${FEATURES}/timers/timer.ts`
  const pure: [string, string] = [rule, `${load('type Db', './store.ts')}\n${load('hash', 'node:crypto')}`]
  const contract: [string, string] = [rule, load('Tag', '@daymark/contract/planning/tags')]
  finds(rules.impureRules, [rule, load('timerStore', './store.ts')], pure)
  finds(rules.impureRules, [rule, load('readFileSync', 'node:fs')], contract)
  finds(rules.impureRules, [rule, load('randomBytes', 'node:crypto')], pure)
  finds(rules.impureRules, [rule, 'export const at = () => Date.now()'], [rule, '// Never Date.now()'])
})

test('finds an effect in a file that a pure rule imports', () => {
  const rule = moduleOf(`${FEATURES}/timers/timer.ts`, load('pad', './pad.ts'))
  const impure = moduleOf(`${FEATURES}/timers/pad.ts`, 'export const pad = () => Math.random()')
  assert.deepEqual(rules.impureRules([rule, impure]), [`${impure.path} mentions Math.random`])
  assert.deepEqual(rules.impureRules([impure]), [], 'the same file alone is no rule')
})

test('finds a schema in the web app', () => {
  const contract = ["import Type from 'typebox'", load('Tag', './tags.ts')].map((text, at) =>
    moduleOf(`contract/src/planning/${at === 0 ? 'tags' : 'todos'}.ts`, text),
  )
  const page = (text: string) => moduleOf('web/src/tags/page.tsx', text)
  const found = (text: string) => rules.schemasInWeb([...contract, page(text)])
  assert.equal(found(load('Todo', '@daymark/contract/planning/todos')).length, 1)
  assert.deepEqual(found(load('type Todo', '@daymark/contract/planning/todos')), [])
})

test('finds forbidden imports between packages, layers, folders and roles', () => {
  finds(
    rules.wrongPackages,
    ['client/src/call.ts', load('app', '../../server/src/app.ts')],
    ['web/src/main.tsx', load('operations', '@daymark/client/operations')],
  )
  finds(
    rules.wrongPackages,
    ['recurrence/src/rule.ts', load('readFileSync', 'node:fs')],
    ['contract/src/words.ts', "import Type from 'typebox'"],
  )
  finds(
    rules.wrongLayers,
    ['server/src/platform/bus/bus.ts', load('tagService', '../../features/tags/service.ts')],
    [`${FEATURES}/tags/service.ts`, load('type Bus', '../../platform/bus/bus.ts')],
  )
  finds(
    rules.wrongOrder,
    [`${FEATURES}/tags/service.ts`, load('timerStore', '../timers/store.ts')],
    [`${FEATURES}/timers/service.ts`, load('tagStore', '../tags/store.ts')],
  )
  finds(rules.wrongOrder, ['web/src/novelty/page.tsx', ''], ['web/src/tags/page.tsx', ''])
  finds(
    rules.wrongRoles,
    [`${FEATURES}/tags/store.ts`, load('tagService', './service.ts')],
    [`${FEATURES}/tags/service.ts`, load('tagStore', './store.ts')],
  )
  finds(
    rules.wrongPlaces,
    [`${FEATURES}/tags/service.ts`, load('sql', 'kysely')],
    [`${FEATURES}/tags/store.ts`, load('sql', 'kysely')],
  )
})

test('finds a cycle', () => {
  const a = moduleOf('server/src/a.ts', load('b', './b.ts'))
  const b = moduleOf('server/src/b.ts', load('c', './c.ts'))
  const c = moduleOf('server/src/c.ts', load('a', './a.ts'))
  assert.deepEqual(rules.circles([a, b]), [])
  assert.deepEqual(rules.circles([a, b, c]), [
    'server/src/a.ts -> server/src/b.ts -> server/src/c.ts -> server/src/a.ts',
  ])
})
