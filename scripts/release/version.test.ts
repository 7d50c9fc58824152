import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockWithVersion, nextVersion, withVersion } from './version.ts'

test('a step increments its part and resets the smaller ones', () => {
  assert.equal(nextVersion('1.2.3', 'major'), '2.0.0')
  assert.equal(nextVersion('1.2.3', 'minor'), '1.3.0')
  assert.equal(nextVersion('1.2.3', 'patch'), '1.2.4')
})

test('an explicit version is accepted if it is newer', () => {
  assert.equal(nextVersion('0.9.0', '0.10.0'), '0.10.0')
  assert.throws(() => nextVersion('0.10.0', '0.9.9'), /0\.9\.9 is not newer than 0\.10\.0/)
  assert.throws(() => nextVersion('0.1.0', '0.1.0'), /not newer/)
})

test('anything else is refused, with the allowed forms', () => {
  for (const wanted of ['', 'next', 'v1.0.0', '1.0', '1.0.0-beta'])
    assert.throws(() => nextVersion('0.1.0', wanted), /neither a version such as 1\.2\.3 nor one of major/)
})

test('only the version of a manifest changes', () => {
  const manifest = '{\n  "name": "x",\n  "version": "0.1.0",\n  "config": {\n    "version": "0.1.0"\n  }\n}\n'
  assert.equal(withVersion(manifest, '0.2.0'), manifest.replace('0.1.0', '0.2.0'))
})

test('the lock file changes for the root and the workspaces only', () => {
  const lock = (own: string) =>
    `${JSON.stringify(
      {
        name: 'daymark',
        version: own,
        packages: {
          '': { version: own },
          client: { version: own },
          'node_modules/other': { version: '0.1.0' },
          'node_modules/@daymark/client': { link: true },
        },
      },
      null,
      2,
    )}\n`
  assert.equal(lockWithVersion(lock('0.1.0'), ['client'], '0.2.0'), lock('0.2.0'))
})
