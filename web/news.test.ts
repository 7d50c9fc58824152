import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { newsIn } from './news.ts'

const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- A table for developers.
- **Boards**: *todos* by status
  or tag. API: \`/v1/boards\`.
- **Feeds**: secret addresses. They can be changed.

### Fixed

- **Timers**: no longer stop at v1.2.

## [0.1.0] - 2026-01-01

- **Old**: news.
`

test('shows entries with a title, without sentences for developers', () => {
  assert.deepEqual(newsIn(CHANGELOG, '0.1.0'), {
    version: '0.1.0+3',
    items: [
      { title: 'Boards', text: 'Todos by status or tag.' },
      { title: 'Feeds', text: 'Secret addresses. They can be changed.' },
      { title: 'Timers', text: 'No longer stop at v1.2.' },
    ],
  })
})

test('uses the newest section, and names its version', () => {
  const released = CHANGELOG.slice(CHANGELOG.indexOf('## [0.1.0]'))
  assert.deepEqual(newsIn(released, '0.1.0'), { version: '0.1.0', items: [{ title: 'Old', text: 'News.' }] })
  assert.deepEqual(newsIn('', '0.1.0').items, [])
})

test('reads the changelog of this project', () => {
  const { items } = newsIn(readFileSync(join(import.meta.dirname, '../CHANGELOG.md'), 'utf8'), '0.0.0')
  assert.ok(items.every(({ title, text }) => title !== '' && !text.includes('**')))
})
