import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServerClock } from './server-clock.ts'

const SERVER = 1_800_000_000_000

/** The device's wall clock is one hour slow. */
function device() {
  const time = { wall: SERVER - 3_600_000, steady: 5_000 }
  return {
    clock: new ServerClock({ wall: () => time.wall, steady: () => time.steady }),
    time,
    pass(ms: number) {
      time.wall += ms
      time.steady += ms
    },
  }
}

test("uses the device's clock before the first message of the server", () => {
  const { clock, time } = device()
  assert.equal(clock.isKnown, false)
  assert.equal(clock.isSteady, false)
  assert.equal(clock.now(), time.wall)
  assert.equal(clock.correct(time.wall), time.wall)
})

test('keeps running without a connection, and corrects times that were read before it was known', () => {
  const { clock, time, pass } = device()
  const early = time.wall
  pass(60_000)
  clock.set(SERVER)
  pass(90_000)
  assert.equal(clock.now(), SERVER + 90_000)
  assert.equal(clock.isSteady, true)
  assert.equal(clock.correct(early), SERVER - 60_000)
})

test('is correct after the device slept, and reports that the device clocks differ', () => {
  const { clock, time, pass } = device()
  clock.set(SERVER)
  time.wall += 7_200_000
  pass(1_000)
  assert.equal(clock.now(), SERVER + 7_201_000)
  assert.equal(clock.isSteady, false)
})

test("does not go back when the device's clock is set back", () => {
  const { clock, time, pass } = device()
  clock.set(SERVER)
  pass(10_000)
  time.wall -= 3_600_000
  assert.equal(clock.now(), SERVER + 10_000)
  assert.equal(clock.isSteady, false)
  clock.set(SERVER + 12_000)
  assert.equal(clock.now(), SERVER + 12_000)
  assert.equal(clock.isSteady, true)
})
