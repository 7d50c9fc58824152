import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { groupSuites, groupTests } from './group.ts'

const ROOT = join(import.meta.dirname, '../..')

const NESTED = `
  import { executionAsyncId } from 'node:async_hooks'
  import { before, describe, it } from 'node:test'
  before(() => console.log('outer hook'))
  describe('suite', () => {
    before(() => console.log('inner hook'))
    it('inner', async () => {
      await null
      const id = executionAsyncId()
      await null
      // Each tracked promise has its own id.
      console.log(executionAsyncId() === id ? 'untracked' : 'tracked')
    })
  })`

const UNCAUGHT = `
  import { it } from 'node:test'
  it('causes it', async () => {
    Promise.reject(new Error('nobody listens'))
    await new Promise(setImmediate)
  })`

function runGroup(t: TestContext, text: string, group: typeof groupSuites) {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-tracking-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'a.test.ts'), text)
  const groups = group(['a.test.ts'], 1, folder, folder, 'app')
  const preloaded = `--import=${join(import.meta.dirname, 'promise-tracking.ts')}`
  // Removes this variable, because otherwise Node refuses to run tests inside a test.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  return spawnSync(process.execPath, ['--test', preloaded, ...groups], { encoding: 'utf8', env })
}

test('tests run untracked, and each hook in its own suite', t => {
  const { status, stdout } = runGroup(t, NESTED, groupSuites)
  assert.equal(status, 0, stdout)
  assert.deepEqual(
    stdout.split('\n').filter(line => /^(?:outer hook|inner hook|tracked|untracked)$/.test(line)),
    ['outer hook', 'inner hook', 'untracked'],
  )
  assert.match(stdout, /▶ a\.test\.ts\n +▶ suite\n +✔ inner/)
})

for (const group of [groupSuites, groupTests])
  test('an uncaught error fails the run, with its stack', t => {
    const { status, stdout } = runGroup(t, UNCAUGHT, group)
    assert.equal(status, 1, stdout)
    assert.match(stdout, /Uncaught in a test: Error: nobody listens\n +at .*a\.test\.ts/)
  })

test('no suite is asynchronous, because its tests would be run outside of it', () => {
  const files = globSync('{client,server,conformance,scripts,e2e,cli}/**/*.test.ts', {
    cwd: ROOT,
    exclude: ['**/node_modules/**'],
  })
  assert.ok(files.length > 300, 'they were found')
  assert.deepEqual(
    files.filter(file => /^\s*describe\(.*, async \(/m.test(readFileSync(join(ROOT, file), 'utf8'))),
    [],
  )
})
