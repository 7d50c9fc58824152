import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSecondEnter } from './second-enter.ts'

const press = (timeStamp: number, key = 'Enter', repeat = false) => ({ key, repeat, timeStamp })
const CLOSED = { at: 1000, dialog: { isConnected: false } }

test('a quick second Enter, or a held one, is ignored if the first has closed its dialog', () => {
  assert.equal(isSecondEnter(CLOSED, press(1200)), true)
  assert.equal(isSecondEnter(CLOSED, press(9000, 'Enter', true)), true)
})

test('other presses count', () => {
  assert.equal(isSecondEnter(CLOSED, press(1600)), false)
  assert.equal(isSecondEnter(CLOSED, press(1200, ' ')), false)
  assert.equal(isSecondEnter({ at: 1000, dialog: { isConnected: true } }, press(1200)), false)
  assert.equal(isSecondEnter(undefined, press(1200)), false)
})
