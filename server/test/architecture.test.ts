import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isIn, isTest, readModules } from './architecture/modules.ts'
import * as rules from './architecture/rules.ts'

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
  assert.ok(server.filter(module => rules.isRule(module.path)).length > 50)
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
  assert.deepEqual(broken, [], 'correct the path of these imports')
})

test('packages: web -> client -> contract <- server -> quick-add -> recurrence', () => {
  const hint = 'remove these imports, or allow the package in PACKAGES or LIBRARIES of architecture/arrows.ts'
  assert.deepEqual(rules.wrongPackages(source), [], hint)
})

test('layers: protocols -> features -> platform, never upward', () => {
  const hint = 'move what both need to the lower layer, or pass it in from app.ts or services.ts'
  assert.deepEqual(rules.wrongLayers(server), [], hint)
})

test('protocols, features, parts of the platform and pages import only what comes after them', () => {
  assert.deepEqual(rules.wrongOrder(source), [], 'a new folder takes its place in ORDERS of arrows.ts')
})

test('inside a feature: routes -> service -> store', () => {
  const hint = 'a file imports one of a higher role; move what both need to a file of its own'
  assert.deepEqual(rules.wrongRoles(server), [], hint)
})

test('pure rules import nothing that has effects', () => {
  const hint = 'move the effect elsewhere'
  assert.deepEqual(rules.impureRules(server), [], hint)
})

test('the web app loads no schemas', () => {
  assert.deepEqual(rules.schemasInWeb(source), [], 'put lists and limits in contract/src/constants.ts')
})

test('no import cycles', () => {
  assert.deepEqual(rules.circles(source), [], 'move what both need to a file of its own')
})

test('libraries, environment, clock and ids are each used in their own places only', () => {
  const hint = 'use the module of this place instead; see PLACES of architecture/arrows.ts'
  assert.deepEqual(rules.wrongPlaces(server), [], hint)
  const only = (text: RegExp, place: RegExp) =>
    pathsOf(server.filter(module => text.test(module.text) && !place.test(module.path)))
  assert.deepEqual(only(/^import (?!type).*\/tracing\.ts'/m, /^$/), [], 'tracing is loaded lazily')
  const settings = 'add a setting to config/settings.ts and read it from the config'
  // The loader passes what its processes need through the environment, before any setting is read.
  const reader = /config\/config\.ts$|src\/packed\.ts$|platform\/program\/program\.ts$/
  assert.deepEqual(only(/process\.env/, reader), [], settings)
  const kernel = 'use the clock and the ids of platform/kernel'
  assert.deepEqual(only(/\bDate\.now\(\)|new Date\(\)|randomUUID/, /\/kernel\//), [], kernel)
  assert.deepEqual(only(/mintActor/, /kernel\/actor\.ts|platform\/(sign-in|staged)\//), [])
})

test('the web app uses browser storage in one place only, which works when it is blocked', () => {
  const storage = /\b(localStorage|sessionStorage|indexedDB)\b/
  assert.deepEqual(
    pathsOf(source.filter(isIn('web/src')).filter(each => storage.test(rules.withoutComments(each.text)))),
    ['web/src/session/storage/browser-storage.ts'],
  )
})

test('file names say what the files contain', () => {
  assert.deepEqual(rules.emptyNames(source), [], 'name the file after what it is or does')
})

test('no escape hatches', () => {
  const hatch =
    /\bas any\b|:\s*any\b|biome-ignore|@ts-(ignore|expect-error|nocheck)|\b(?:test|it|describe)\.(?:only|skip|todo)\b|\bTODO\b|\bFIXME\b/
  const others = modules.filter(module => !module.path.endsWith('architecture.test.ts'))
  const hint = 'no any, lint exceptions, skipped tests, TODO or FIXME'
  assert.deepEqual(pathsOf(others.filter(module => hatch.test(module.text))), [], hint)
})
