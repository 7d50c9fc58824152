import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { canShareProcess, groupSuites, groupTests } from './group.ts'

function inFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-group-'))
  try {
    return use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const named = (count: number) => Array.from({ length: count }, (_, index) => `a${index}.test.ts`)

const importsOf = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/^import "file:\/\/\/root\/(.+)"$/gm)].map(([, name = '']) => name)

const imports = (count: number, most: number): string[][] =>
  inFolder(folder => groupTests(named(count), most, '/root', folder, 'unit').map(importsOf))

test('a few files share one group, many files are spread over all groups', () => {
  assert.deepEqual(imports(0, 2), [])
  assert.deepEqual(imports(3, 2), [['a0.test.ts', 'a1.test.ts', 'a2.test.ts']])
  const groups = imports(21, 2)
  assert.deepEqual(
    groups.map(({ length }) => length),
    [11, 10],
  )
  assert.equal(new Set(groups.flat()).size, 21)
})

const FIXTURE = `
  import { after, before, test } from 'node:test'
  before(() => console.log('before ' + import.meta.url.at(-9)))
  after(() => console.log('after ' + import.meta.url.at(-9)))
  test('runs', () => console.log('test ' + import.meta.url.at(-9)))`

test('suites share a process, but neither hooks nor failures to load', () => {
  const { status, stdout } = inFolder(folder => {
    writeFileSync(join(folder, 'a.test.ts'), FIXTURE)
    writeFileSync(join(folder, 'b.test.ts'), "import './missing.ts'")
    writeFileSync(join(folder, 'c.test.ts'), FIXTURE)
    const files = ['a.test.ts', 'b.test.ts', 'c.test.ts']
    const groups = groupSuites(files, 3, folder, folder, 'app')
    assert.equal(groups.length, 1)
    // Removes this variable, because otherwise Node refuses to run tests inside a test.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    return spawnSync(process.execPath, ['--test', ...groups], { encoding: 'utf8', env })
  })
  const lines = stdout.split('\n').filter(line => /^(?:before|after|test) [ac]$/.test(line))
  assert.deepEqual(lines, ['before a', 'test a', 'after a', 'before c', 'test c', 'after c'])
  assert.equal(status, 1)
  assert.match(stdout, /✖ b\.test\.ts[\s\S]*missing\.ts/)
})

test('every file is in one suite', () => {
  const groups = inFolder(folder =>
    groupSuites(named(80), 3, '/root', folder, 'app').map(path => readFileSync(path, 'utf8')),
  )
  const found = groups.map(text =>
    [...text.matchAll(/^suite\(.*, "file:\/\/\/root\/(.+)"\)$/gm)].map(([, name]) => name),
  )
  assert.deepEqual(
    found.map(({ length }) => length),
    [27, 27, 26],
  )
  assert.equal(new Set(found.flat()).size, 80)
})

test('a file shares its process only if it leaves the process as it was', () => {
  const sharing = (text: string) =>
    inFolder(folder => {
      writeFileSync(join(folder, 'a.test.ts'), text)
      return canShareProcess('a.test.ts', folder)
    })
  assert.equal(sharing("const seed = process.env['SEED'] === 'x'\nbefore(open)"), true)
  assert.equal(sharing("process.env['TZ'] = 'UTC'"), false)
  assert.equal(sharing("process.env['TZ'] ??= 'UTC'"), false)
  assert.equal(sharing('mock.timers.enable()'), false)
  assert.equal(sharing("server.kill('SIGKILL')"), true)
})
