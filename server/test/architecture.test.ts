// Checks the structure of the code: packages, layers, imports, pure rules, file names and sizes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isIn, isTest, readModules } from './architecture/modules.ts'
import * as rules from './architecture/rules.ts'
import { forgottenNames, isRule } from './architecture/vocabulary/names.ts'

const modules = readModules()
const source = modules.filter(module => !isTest(module))
const server = source.filter(isIn('server/src'))

const pathsOf = (found: typeof modules): string[] => found.map(module => module.path)

test('the checks see every module', () => {
  assert.ok(source.length > 500, `${source.length} modules`)
  const edges = source.reduce((sum, module) => sum + module.imports.length, 0)
  assert.ok(edges > 2000, `${edges} imports`)
  const tags = source.find(module => module.path === 'server/src/features/tags/service.ts')
  const targets = tags?.imports.map(each => each.target)
  assert.ok(targets?.includes('server/src/features/tags/store.ts'))
  assert.ok(targets?.includes('contract/src/planning/tags.ts'))
  const users = source.filter(each =>
    each.imports.some(({ target }) => isIn('recurrence/src')({ path: target })),
  )
  assert.deepEqual(
    [...new Set(users.map(each => each.path.split('/')[0]))],
    ['quick-add', 'recurrence', 'server', 'web'],
    'server, web and quick add share one recurrence engine',
  )
  assert.ok(server.filter(module => isRule(module.path)).length > 50)
})

test('every import resolves to a file that exists or to a package', () => {
  const known = new Set(pathsOf(modules))
  const broken = modules.flatMap(module =>
    module.imports
      .filter(
        ({ target }) =>
          /^(contract|recurrence|quick-add|client|cli|server|web)\/(src|test)\/.*\.tsx?$/.test(target) &&
          !known.has(target),
      )
      .map(({ target }) => `${module.path} -> ${target}`),
  )
  assert.deepEqual(broken, [])
})

test('packages: web -> client -> contract <- server -> quick-add -> recurrence', () => {
  assert.deepEqual(rules.wrongPackages(source), [])
})

test('layers: protocols -> features -> platform, never upward', () => {
  assert.deepEqual(rules.wrongLayers(server), [])
})

test('protocols, features, parts of the platform and pages import only what comes after them', () => {
  assert.deepEqual(rules.wrongOrder(source), [], 'a new folder takes its place in ORDERS of arrows.ts')
})

test('inside a feature: routes -> service -> parts -> stores and rules', () => {
  assert.deepEqual(rules.wrongRoles(server), [])
})

test('pure rules import nothing that has effects', () => {
  assert.deepEqual(rules.impureRules(server), [])
})

test('the web app loads no schemas', () => {
  assert.deepEqual(rules.schemasInWeb(source), [], 'put lists and limits in contract/src/constants.ts')
})

test('no import cycles', () => {
  assert.deepEqual(rules.circles(source), [])
})

test('libraries, environment, clock and ids are each used in their own places only', () => {
  assert.deepEqual(rules.wrongPlaces(server), [])
  const only = (text: RegExp, place: RegExp) =>
    pathsOf(server.filter(module => text.test(module.text) && !place.test(module.path)))
  assert.deepEqual(only(/^import (?!type).*\/tracing\.ts'/m, /^$/), [], 'tracing is loaded lazily')
  assert.deepEqual(only(/process\.env/, /config\/config\.ts$/), [])
  assert.deepEqual(only(/\bDate\.now\(\)|new Date\(\)|randomUUID/, /\/kernel\//), [])
  assert.deepEqual(only(/mintActor/, /kernel\/actor\.ts|platform\/sign-in\//), [])
})

test('the web app uses browser storage in one place only, which works when it is blocked', () => {
  const storage = /\b(localStorage|sessionStorage|indexedDB)\b/
  assert.deepEqual(
    pathsOf(source.filter(isIn('web/src')).filter(each => storage.test(rules.withoutComments(each.text)))),
    ['web/src/session/storage/browser-storage.ts'],
  )
})

test('every file of the server has a name that the vocabulary lists', () => {
  const hint = 'add the name with its reason to server/test/architecture/vocabulary, or use a known name'
  assert.deepEqual(rules.unknownNames(source), [], hint)
  assert.deepEqual(forgottenNames(new Set(pathsOf(server))), [], 'remove the names of deleted files')
})

test('folders and files are small, and every file has a header comment', () => {
  assert.deepEqual(rules.crowdedFolders(source), [])
  assert.deepEqual(
    source.filter(module => module.lines > 250).map(module => `${module.path} ${module.lines}`),
    [],
  )
  const sizes = source.map(module => module.lines).sort((a, b) => a - b)
  const median = sizes[Math.floor(sizes.length / 2)] ?? 0
  assert.ok(median <= 80, `median ${median}`)
  assert.deepEqual(pathsOf(modules.filter(module => !/^(#!.*\n)?(\/\/|\/\*)/.test(module.text))), [])
})

test('no escape hatches', () => {
  const hatch =
    /\bas any\b|:\s*any\b|biome-ignore|@ts-(ignore|expect-error|nocheck)|\b(?:test|it|describe)\.(?:only|skip|todo)\b|\bTODO\b|\bFIXME\b/
  const others = modules.filter(module => !module.path.endsWith('architecture.test.ts'))
  assert.deepEqual(pathsOf(others.filter(module => hatch.test(module.text))), [])
})
