// Runs in a temporary repository with fake build scripts.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'

let folder: string

const write = (path: string, content: string | object) => {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`)
}
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const run = (command: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
  return { status, text: stdout + stderr }
}
const release = (...args: string[]) => run(process.execPath, 'scripts/release.ts', ...args)

const BUILD = `node -e "fs.cpSync('package.json', 'dist/package.json')"`

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daymark-release-'))
  cpSync(join(import.meta.dirname, '../release.ts'), join(folder, 'scripts/release.ts'))
  for (const name of ['changelog.ts', 'image.ts', 'packages.ts', 'version.ts'])
    cpSync(join(import.meta.dirname, name), join(folder, 'scripts/release', name))
  write('package.json', {
    name: 'daymark',
    version: '0.1.0',
    type: 'module',
    workspaces: ['client', 'cli', 'server'],
    scripts: { openapi: 'node -p 1', 'record-database': 'node -p 1' },
  })
  const version = '0.1.0'
  for (const name of ['client', 'cli'])
    write(`${name}/package.json`, { name: `@daymark/${name}`, version, scripts: { build: BUILD } })
  write('server/package.json', { name: '@daymark/server', version, private: true })
  const locked = Object.fromEntries(['', 'client', 'cli', 'server'].map(name => [name, { version }]))
  write('package-lock.json', { version, packages: locked })
  write('docs/guides/upgrading.md', '# Upgrading\n\n### Unreleased\n\nStop all instances.\n')
  write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Something new.\n')
  write('.gitignore', 'dist/\n')
  for (const name of ['one', 'many']) write(`deploy/kubernetes/${name}.yaml`, 'image: daymark:0.1.0\n')
  run('git', 'init', '--quiet', '--initial-branch', 'main')
  run('git', 'config', 'user.name', 'Ann')
  run('git', 'config', 'user.email', 'ann@example.org')
  run('git', 'add', '.')
  run('git', 'commit', '--quiet', '--message', 'first')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a release writes version, changelog and upgrade notes, commits, tags and builds its files', () => {
  const { status, text } = release('minor', '--no-verify', '--no-image')
  assert.equal(status, 0, text)
  for (const path of ['package.json', 'client/package.json', 'server/package.json', 'package-lock.json'])
    assert.ok(read(path).includes('"0.2.0"') && !read(path).includes('"0.1.0"'), path)
  assert.equal(read('deploy/kubernetes/many.yaml'), 'image: daymark:0.2.0\n')
  assert.match(read('CHANGELOG.md'), /## \[Unreleased\]\n\n## \[0\.2\.0\] - \d{4}-\d\d-\d\d\n\n### Added/)
  assert.match(read('docs/guides/upgrading.md'), /### Unreleased\n\n### 0\.2\.0\n\nStop all instances\./)
  const files = ['daymark-0.2.0.tar.gz', 'daymark-cli-0.2.0.tgz', 'daymark-client-0.2.0.tgz']
  assert.deepEqual(readdirSync(join(folder, 'dist/0.2.0')).sort(), ['NOTES.md', 'SHA256SUMS', ...files])
  const checked = run('sh', '-c', 'cd dist/0.2.0 && sha256sum --check --strict SHA256SUMS')
  assert.equal(checked.text, ['NOTES.md', ...files].map(name => `${name}: OK\n`).join(''))
  assert.match(read('dist/0.2.0/NOTES.md'), /- Something new\.\n\n### Upgrade\n\nStop all instances\./)
  const source = run('tar', 'xzOf', 'dist/0.2.0/daymark-0.2.0.tar.gz', 'daymark-0.2.0/package.json').text
  assert.match(source, /"version": "0\.2\.0"/)
  assert.equal(run('git', 'log', '-1', '--format=%s').text, 'release: 0.2.0\n')
  const tag = run(
    'git',
    'tag',
    '--list',
    '--format=%(refname:short) %(objecttype) %(contents)',
    'v0.2.0',
  ).text
  assert.match(tag, /^v0\.2\.0 tag Daymark 0\.2\.0\n\n### Added\n\n- Something new\./)
  assert.equal(run('git', 'status', '--porcelain').text, '')
})

test('a dry run prints the steps and changes nothing', () => {
  const { status, text } = release('1.0.0', '--dry-run')
  assert.equal(status, 0, text)
  assert.match(text, /Would release 1\.0\.0 after 0\.1\.0[\s\S]*- Something new\./)
  assert.equal(run('git', 'status', '--porcelain').text, '')
  assert.equal(run('git', 'tag', '--list').text, '')
})

test('a checkout that is not ready is refused with all problems', () => {
  run('git', 'tag', 'v1.0.0')
  run('git', 'checkout', '--quiet', '-b', 'other')
  write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n')
  write('docs/guides/upgrading.md', '# Upgrading\n\n### Unreleased\n\n### 0.1.0\n\nNothing to do.\n')
  const { status, text } = release('1.0.0')
  assert.equal(status, 1)
  const faults =
    /uncommitted[\s\S]*branch main[\s\S]*v1\.0\.0 already exists[\s\S]*nothing under[\s\S]*how to upgrade/
  assert.match(text, faults)
})

test('without a version it prints its usage', () => {
  const { status, text } = release()
  assert.equal(status, 1)
  assert.match(text, /^Usage: npm run release/m)
})
