import assert from 'node:assert/strict'
import { test } from 'node:test'
import { returnAddress } from './return-address.ts'

test('returns the requested page with its query and hash', () => {
  assert.equal(returnAddress('/meetings/1?a=b#c'), '/meetings/1?a=b#c')
  assert.equal(returnAddress('/'), '/')
})

test('never returns another server or a sign-in page', () => {
  for (const asked of [
    '//evil.example/x',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/callback?code=1',
    '/sign-up',
    '',
    undefined,
    { to: '/x' },
  ])
    assert.equal(returnAddress(asked), '/', String(asked))
})
