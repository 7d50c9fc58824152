import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { swallowNextClick } from './long-press.ts'

/** Returns true if the page gets the click. */
const click = (page: EventTarget): boolean => page.dispatchEvent(new Event('click', { cancelable: true }))
const send = (page: EventTarget, name: string) => page.dispatchEvent(new Event(name))

test('a long press suppresses its own click, and only that one', () => {
  const page = new EventTarget()
  swallowNextClick(page)
  send(page, 'pointerup')
  assert.equal(click(page), false)
  assert.equal(click(page), true)
})

test('a long press without a click leaves the next click alone', async () => {
  const released = new EventTarget()
  swallowNextClick(released)
  send(released, 'pointerup')
  await setTimeout(2)
  assert.equal(click(released), true)

  const canceled = new EventTarget()
  swallowNextClick(canceled)
  send(canceled, 'pointercancel')
  assert.equal(click(canceled), true)

  const pressedAgain = new EventTarget()
  swallowNextClick(pressedAgain)
  send(pressedAgain, 'pointerdown')
  send(pressedAgain, 'pointerup')
  assert.equal(click(pressedAgain), true)
})
