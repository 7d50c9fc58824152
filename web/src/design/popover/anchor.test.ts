import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOf } from './anchor.ts'

const screen = { width: 1000, height: 600 }
const popover = { width: 300, height: 200 }
const area = (left: number, top: number, width = 100, height = 40) => ({
  ...{ left, top, right: left + width, bottom: top + height },
})

test('opens on the right, or on the left where the right has no space', () => {
  assert.deepEqual(placeOf(area(100, 50), popover, screen), { left: 208, top: 50 })
  assert.deepEqual(placeOf(area(800, 50), popover, screen), { left: 492, top: 50 })
})

test('stays on the screen', () => {
  assert.deepEqual(placeOf(area(100, 580), popover, screen), { left: 208, top: 392 })
  assert.deepEqual(placeOf(area(100, -30), popover, screen), { left: 208, top: 8 })
})

test('opens below an area that leaves no space beside it', () => {
  assert.deepEqual(placeOf(area(50, 50, 900), popover, screen), { left: 50, top: 98 })
  assert.deepEqual(placeOf(area(50, 400, 900, 190), popover, screen), { left: 50, top: 392 })
})

test('opens below a field, or above it at the end of the screen', () => {
  const field = (top: number) => ({ ...area(100, top), isBelow: true })
  assert.deepEqual(placeOf(field(50), popover, screen), { left: 100, top: 98 })
  assert.deepEqual(placeOf(field(500), popover, screen), { left: 100, top: 292 })
})
