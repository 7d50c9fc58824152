import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pressedKeys } from './pressed-keys.ts'

const NONE = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }
const named = (key: string, code: string, held: Partial<typeof NONE> = {}) =>
  pressedKeys({ key, code, ...NONE, ...held })

test('keys are named with Ctrl or Cmd as "mod", and letters in lower case', () => {
  assert.equal(named('n', 'KeyN'), 'n')
  assert.equal(named('Z', 'KeyZ', { ctrlKey: true, shiftKey: true }), 'mod+shift+z')
  assert.equal(named('k', 'KeyK', { metaKey: true }), 'mod+k')
  assert.equal(named('?', 'Slash', { shiftKey: true }), '?')
  assert.equal(named('Escape', 'Escape'), 'Escape')
})

test('a Korean or Cyrillic keyboard has the same shortcuts', () => {
  assert.equal(named('ㅋ', 'KeyZ', { metaKey: true }), 'mod+z')
  assert.equal(named('ㅜ', 'KeyN'), 'n')
  assert.equal(named('я', 'KeyZ', { ctrlKey: true }), 'mod+z')
  assert.equal(named('ö', 'Semicolon'), 'ö')
})

test('a letter with Alt is left to the browser', () => {
  assert.equal(named('d', 'KeyD', { altKey: true }), 'alt+d')
  assert.equal(named('≈', 'KeyX', { altKey: true }), 'alt+x')
  assert.equal(named('/', 'Digit7', { altKey: true }), '/')
})
