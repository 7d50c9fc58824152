import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

test('helper processes of the server run from the bundle', t => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-helpers-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'src'))
  writeFileSync(
    join(folder, 'src/app.ts'),
    "for (const name of ['upload-parser', 'other']) console.log(import.meta.resolve('./' + name + '.ts'))",
  )
  const namesFrom = (env: Record<string, string>) =>
    execFileSync(
      process.execPath,
      [`--import=${join(import.meta.dirname, 'bundled-helpers.ts')}`, join(folder, 'src/app.ts')],
      { encoding: 'utf8', env },
    )
      .trim()
      .split('\n')
  const inFolder = (path: string) => pathToFileURL(join(folder, path)).href
  assert.deepEqual(namesFrom({ TEST_SERVER: join(folder, 'dist/main.js') }), [
    inFolder('dist/upload-parser.js'),
    inFolder('src/other.ts'),
  ])
  assert.deepEqual(namesFrom({}), [inFolder('src/upload-parser.ts'), inFolder('src/other.ts')])
})
