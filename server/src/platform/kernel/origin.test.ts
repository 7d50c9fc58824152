import assert from 'node:assert/strict'
import { test } from 'node:test'
import { originAllowed } from './origin.ts'

const allows = (
  origin: string | undefined,
  allowed: string[] = [],
  host = 'day.example:2614',
  publicUrl?: string,
) => originAllowed(origin, host, { allowed, publicUrl })

test('a native client sends no origin and is allowed', () => {
  assert.equal(allows(undefined), true)
})

test("the server's own origin is allowed, whatever the scheme in front of the proxy", () => {
  for (const origin of [
    'http://day.example:2614',
    'https://day.example:2614',
    'HTTP://DAY.EXAMPLE:2614',
    'ws://day.example:2614',
  ]) {
    assert.equal(allows(origin), true, origin)
  }
  assert.equal(allows('https://day.example', [], 'day.example:443'), true)
  assert.equal(allows('https://day.example', [], 'day.example'), true)
  assert.equal(allows('https://day.example', [], 'internal:8080', 'https://day.example'), true)
})

test('other origins must be listed; ws counts as http and wss as https', () => {
  for (const origin of [
    'https://other.example',
    'http://day.example',
    'http://day.example:2615',
    'http://sub.day.example:2614',
  ]) {
    assert.equal(allows(origin), false, origin)
  }
  assert.equal(allows('https://other.example', ['https://other.example']), true)
  assert.equal(allows('wss://other.example', ['https://other.example']), true)
  assert.equal(allows('http://other.example', ['https://other.example']), false)
  assert.equal(allows('https://other.example:8443', ['https://other.example']), false)
  assert.equal(allows('https://anything.example', ['*']), true)
})

test('invalid origins are refused', () => {
  for (const origin of ['null', '', 'day.example:2614', 'file://', 'javascript:1', 'https://']) {
    assert.equal(allows(origin, ['https://other.example']), false, origin)
  }
  assert.equal(allows('null', ['*']), true)
})
