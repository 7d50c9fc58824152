// Tests that signing in returns to the requested page and nowhere else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { returnAddress } from './return-address.ts'

test('the page that was asked for, with all that belongs to it', () => {
  assert.equal(returnAddress('/meetings/1?a=b#c'), '/meetings/1?a=b#c')
  assert.equal(returnAddress('/'), '/')
})

test('never another server, and never a door', () => {
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
