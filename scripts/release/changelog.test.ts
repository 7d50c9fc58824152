import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { released, unreleased } from './changelog.ts'

const BEFORE = `# Changelog

## [Unreleased]

### Added

- A thing that costs $1.

## [0.1.0] - 2026-01-01

### Added

- The beginning.
`

test('the notes are the text under the unreleased heading', () => {
  assert.equal(unreleased(BEFORE), '### Added\n\n- A thing that costs $1.')
  assert.equal(unreleased('# Changelog\n\n## [Unreleased]\n\n- First.\n'), '- First.')
  assert.throws(() => unreleased('# Changelog\n'), /no heading/)
})

test('a release moves them to the section of the version and leaves the unreleased section empty', () => {
  const after = released(BEFORE, '0.2.0', '2026-02-03')
  assert.equal(unreleased(after), '')
  assert.ok(
    after.includes('## [Unreleased]\n\n## [0.2.0] - 2026-02-03\n\n### Added\n\n- A thing that costs $1.\n'),
  )
  assert.ok(after.endsWith(BEFORE.slice(BEFORE.indexOf('## [0.1.0]'))))
})

test('every released version but the first has upgrade notes', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
  const versions = [...read('CHANGELOG.md').matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(
    ([, version]) => version,
  )
  const notes = [...read('docs/guides/upgrading.md').matchAll(/^### (\S+)\n\n\S/gm)].map(([, name]) => name)
  assert.deepEqual(notes, [
    ...(notes[0] === 'Unreleased' ? ['Unreleased'] : []),
    ...versions.filter(each => each !== '0.1.0'),
  ])
})
