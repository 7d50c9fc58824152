import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addedText } from './launch.ts'

const shared = (fields: Record<string, string>) => addedText(`?${new URLSearchParams(fields)}`)

test('a shortcut opens quick add without a text', () => {
  assert.equal(addedText('?add='), '')
  assert.equal(addedText('?add=Milk'), 'Milk')
  assert.equal(addedText('?todo=1'), undefined)
})

test('a shared page is its title and address, each once', () => {
  const url = 'https://example.org/a'
  assert.equal(shared({ share_title: 'News', share_url: url }), `News ${url}`)
  assert.equal(shared({ share_title: 'News', share_text: `News ${url}`, share_url: url }), `News ${url}`)
  assert.equal(shared({ share_text: 'Same', share_title: 'Same' }), 'Same')
  assert.equal(shared({ share_text: ' two\nlines ' }), 'two lines')
})
