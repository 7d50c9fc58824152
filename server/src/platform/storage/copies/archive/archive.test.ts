import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { DamagedArchive, readArchive, writeArchive } from './archive.ts'
import { parseTarHeader, tarHeader } from './tar.ts'

const folder = mkdtempSync(join(tmpdir(), 'daymark-archive-'))
after(() => rmSync(folder, { recursive: true }))
const about = { version: '1.2.3', created_at: '2026-11-16T09:30:00.000Z', schema: '0001-x' }
const archive = join(folder, 'a.tar.gz')
const big = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 251))
const contents: Record<string, Buffer> = {
  'daymark.db': big,
  'secrets.json': Buffer.from('{"x":1}'),
  empty: Buffer.alloc(0),
  'one-block': Buffer.alloc(512, 1),
}

it('contains every file unchanged, for us and for tar', async () => {
  const files: Record<string, string> = {}
  for (const [name, content] of Object.entries(contents)) {
    files[name] = join(folder, name)
    writeFileSync(join(folder, name), content)
  }
  const written = await writeArchive(archive, about, files)
  assert.equal(statSync(archive).mode & 0o777, 0o600)
  assert.deepEqual(await readArchive(archive), written)
  await readArchive(archive, name => join(folder, `out-${name}`))
  const { stdout } = await promisify(execFile)('tar', ['-tzf', archive])
  assert.deepEqual(stdout.trim().split('\n'), ['backup.json', ...Object.keys(contents)])
  await promisify(execFile)('tar', ['-xzf', archive, '-C', folder, '--transform', 's/^/tar-/'])
  for (const [name, content] of Object.entries(contents)) {
    assert.deepEqual(readFileSync(join(folder, `out-${name}`)), content)
    assert.deepEqual(readFileSync(join(folder, `tar-${name}`)), content)
  }
  await assert.rejects(writeArchive(archive, about, files), { code: 'EEXIST' })
})

it('is refused if it is cut, changed or something else', async () => {
  const bytes = readFileSync(archive)
  const changed = Buffer.from(bytes)
  changed[bytes.length >> 1] = (changed[bytes.length >> 1] ?? 0) ^ 1
  const cases = {
    cut: bytes.subarray(0, bytes.length - 100),
    'cut early': bytes.subarray(0, 40),
    changed,
    empty: Buffer.alloc(0),
    'no archive': Buffer.from('hello'),
    'another archive': gzipSync(Buffer.concat([tarHeader({ name: 'x', bytes: 0 }, 0), Buffer.alloc(1024)])),
    'no end': gzipSync(tarHeader({ name: 'backup.json', bytes: 5 }, 0)),
  }
  for (const [name, content] of Object.entries(cases)) {
    const path = join(folder, 'damaged.tar.gz')
    writeFileSync(path, content)
    await assert.rejects(readArchive(path), DamagedArchive, name)
  }
  await assert.rejects(readArchive(join(folder, 'nothing')), { code: 'ENOENT' })
})

it('has headers for files of any size', () => {
  for (const bytes of [0, 1, 511, 512, 8 ** 11 - 1, 8 ** 11, 5_000_000_000_000])
    assert.deepEqual(parseTarHeader(tarHeader({ name: 'daymark.db', bytes }, 1e12)), {
      name: 'daymark.db',
      bytes,
    })
})
