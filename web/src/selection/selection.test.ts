import assert from 'node:assert/strict'
import { it } from 'node:test'
import { clicked, everything, extended, NONE, pressed, toggled, within } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const ids = (selection: { ids: ReadonlySet<string> } | undefined) =>
  [...(selection?.ids ?? [])].sort().join('')

it('Ctrl or Cmd toggles an item, Shift selects a range from the last one', () => {
  const one = clicked(NONE, order, 'b', { ...plain, ctrlKey: true }) ?? NONE
  assert.equal(ids(one), 'b')
  const range = clicked(one, order, 'd', { ...plain, shiftKey: true }) ?? NONE
  assert.equal(ids(range), 'bcd')
  assert.equal(ids(extended(range, order, 'a')), 'abcd')
  assert.equal(ids(clicked(range, order, 'c', { ...plain, metaKey: true })), 'bd')
})

it('a plain click opens an item, but selects it while selecting is on', () => {
  assert.equal(clicked(NONE, order, 'a', plain), undefined)
  assert.equal(ids(clicked(toggled(NONE, 'a'), order, 'b', plain)), 'ab')
})

it('keys: V, Ctrl+Space, Ctrl+A, Shift with arrows, Escape', () => {
  assert.equal(ids(pressed(NONE, order, 'c', { ...plain, key: 'v' })), 'c')
  assert.equal(pressed(NONE, order, 'c', { ...plain, key: ' ' }), undefined)
  assert.equal(ids(pressed(NONE, order, 'c', { ...plain, ctrlKey: true, key: ' ' })), 'c')
  assert.equal(ids(pressed(NONE, order, 'c', { ...plain, ctrlKey: true, key: 'a' })), 'abcde')
  const two = pressed(NONE, order, 'b', { ...plain, shiftKey: true, key: 'ArrowDown' })
  assert.equal(ids(two), 'bc')
  assert.equal(pressed(two ?? NONE, order, 'c', { ...plain, key: 'Escape' })?.isOn, false)
  assert.equal(pressed(NONE, order, 'c', { ...plain, key: 'Escape' }), undefined)
})

it('forgets items that leave the list', () => {
  assert.equal(ids(within(everything(NONE, order), ['b', 'x'])), 'b')
})
