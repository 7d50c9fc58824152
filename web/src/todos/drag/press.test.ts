import assert from 'node:assert/strict'
import { test } from 'node:test'
import { edgeOf, meaningOf, scrollStep, swallowClick } from './press.ts'

const from = { x: 100, y: 100 }

test('a mouse drags after a few pixels, a finger that moves too early scrolls', () => {
  assert.equal(meaningOf('mouse', from, { x: 103, y: 103 }), 'wait')
  assert.equal(meaningOf('mouse', from, { x: 100, y: 106 }), 'drag')
  assert.equal(meaningOf('touch', from, { x: 100, y: 106 }), 'wait')
  assert.equal(meaningOf('touch', from, { x: 100, y: 110 }), 'scroll')
})

test('scrolls faster near the edges and never in the middle', () => {
  assert.equal(scrollStep(400, 800, 0), 0)
  assert.equal(scrollStep(0, 800, 0), -16)
  assert.ok(scrollStep(40, 800, 0) < 0 && scrollStep(40, 800, 0) > scrollStep(10, 800, 0))
  assert.equal(scrollStep(800, 800, 0), 16)
  assert.equal(scrollStep(700, 800, 0), 0)
  assert.ok(scrollStep(700, 800, 72) > 0)
})

test('the outer thirds of a row are its edges', () => {
  assert.deepEqual([edgeOf(3, 44), edgeOf(22, 44), edgeOf(41, 44)], ['before', undefined, 'after'])
})

test('suppresses the click of a drop even if it comes late, and no click of the keyboard or of the next press', async () => {
  const page = new EventTarget()
  const isSuppressed = (detail: number) =>
    !page.dispatchEvent(new CustomEvent('click', { detail, cancelable: true }))
  swallowClick(page)
  await new Promise(resolve => setTimeout(resolve))
  assert.deepEqual([isSuppressed(0), isSuppressed(1), isSuppressed(1)], [false, true, false])
  swallowClick(page)
  page.dispatchEvent(new Event('pointerdown'))
  assert.equal(isSuppressed(1), false)
})
