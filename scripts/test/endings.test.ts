import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { endingFlags } from './endings.ts'

const HANGS = `
  import { describe, it } from 'node:test'
  describe('a suite', () => {
    it('waits forever', () => new Promise(() => setInterval(() => {}, 1000)))
    it('comes after it', () => {})
  })`
const LEAVES_SERVER = `
  import { createServer } from 'node:http'
  import { it } from 'node:test'
  it('leaves a server open', () => void createServer().listen(0, '127.0.0.1'))`

/** Prints more results than a pipe can buffer. */
const MANY = `
  import { test } from 'node:test'
  for (let at = 0; at < 400; at++) test('test ' + at + ' ' + 'with a long name '.repeat(20), () => {})`

function resultOf(folder: string, longestMs?: number): Promise<{ code: unknown; out: string }> {
  // Removes this variable, because otherwise Node refuses to run tests inside a test.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const args = ['--test', ...endingFlags({ longestMs }), '--test-reporter=tap', folder]
  return new Promise(resolve =>
    execFile(process.execPath, args, { env, maxBuffer: 1e8 }, (error, out) =>
      resolve({ code: error?.code, out }),
    ),
  )
}

it('fails tests that hang, runs the rest, and ends', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-endings-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'hangs.test.mjs'), HANGS)
  writeFileSync(join(folder, 'leaves.test.mjs'), LEAVES_SERVER)
  const { code, out } = await resultOf(folder, 1_000)
  assert.equal(code, 1)
  assert.match(out, /not ok \d+ - waits forever/)
  assert.match(out, /\n\s+ok \d+ - comes after it/)
  assert.match(out, /\nok \d+ - leaves a server open/)
})

it('reports every test of files that end at the same time', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-endings-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const file of [1, 2, 3]) writeFileSync(join(folder, `many-${file}.test.mjs`), MANY)
  const { code, out } = await resultOf(folder)
  assert.equal(code, undefined)
  assert.match(out, /\n# tests 1200\n/)
})

it('omits flags that cannot be combined with watch mode', () => {
  assert.deepEqual(
    endingFlags({ watch: true }).map(flag => flag.split('=')[0]),
    ['--test-timeout'],
  )
})
