import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

test('threads of the server run from the bundle, and others from their sources', t => {
  const folder = mkdtempSync(join(tmpdir(), 'daymark-threads-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const write = (path: string, said: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), `process.stdout.write('${said}')`)
  }
  write('server/src/files/read-thread.ts', 'source')
  write('server/src/files/other.ts', 'other')
  write('dist/read-thread.js', 'bundle')
  const saidBy = (path: string, env: Record<string, string>) => {
    const start = `new (require('node:worker_threads').Worker)(${JSON.stringify(join(folder, path))})`
    const args = [`--import=${join(import.meta.dirname, 'bundled-threads.ts')}`, '-e', start]
    return execFileSync(process.execPath, args, { encoding: 'utf8', env })
  }
  const built = { TEST_SERVER: join(folder, 'dist/main.js') }
  assert.equal(saidBy('server/src/files/read-thread.ts', built), 'bundle')
  assert.equal(saidBy('server/src/files/read-thread.ts', {}), 'source')
  assert.equal(saidBy('server/src/files/other.ts', built), 'other')
})
