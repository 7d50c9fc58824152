import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { promisify } from 'node:util'

const folder = mkdtempSync(join(tmpdir(), 'daymark-node-'))
after(() => rmSync(folder, { recursive: true }))

async function checkWith(node: string): Promise<string> {
  writeFileSync(join(folder, 'node'), `#!/bin/sh\n${node}\n`, { mode: 0o755 })
  const env = { PATH: `${folder}:${process.env['PATH']}` }
  return promisify(execFile)('sh', [join(import.meta.dirname, 'check-node.sh')], { env }).then(
    () => 'fine',
    ({ stderr }) => stderr,
  )
}

it('names the library that is missing on minimal systems', async () => {
  const loader = 'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file'
  assert.match(
    await checkWith(`echo '${loader}' >&2; exit 127`),
    /^The system library libatomic is missing.*\nInstall it: apt-get install libatomic1/,
  )
  assert.equal(await checkWith('echo broken; exit 1'), 'Node cannot start: broken\n')
  assert.equal(await checkWith('echo v26.10.0'), 'fine')
})
