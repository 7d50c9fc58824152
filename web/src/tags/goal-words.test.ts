import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviationWords, hoursWords } from './goal-words.ts'

const words = (language: 'en' | 'ko', share: number | null, goal: number | null, missing_seconds = 0) =>
  deviationWords({ share, missing_seconds }, goal, language)

test('says how many points and how much time are missing', () => {
  assert.equal(words('en', 0.65, 0.7, 12_000), '5 percentage points below the goal, 3 h 20 min short')
  assert.equal(words('en', 0.69, 0.7, 60), '1 percentage point below the goal, 1 min short')
  assert.equal(words('en', 0.8, 0.7), '10 percentage points above the goal')
  assert.equal(words('ko', 0.65, 0.7, 12_000), '목표보다 5%p 낮음, 3시간 20분 부족')
})

test('compares the percentages that are shown', () => {
  assert.equal(words('en', 0.6951, 0.7, 90), 'Almost there, 2 min short')
  assert.equal(words('en', 0.6999, 0.7, 5), 'Goal reached')
  assert.equal(words('en', 0.704, 0.7), 'Goal reached')
})

test('without a goal or without time there is no deviation', () => {
  assert.equal(words('en', 0.5, null), 'No goal')
  assert.equal(words('en', null, 0.7), 'No time tracked yet')
})

test('says how much time is missing to a goal in hours', () => {
  assert.equal(hoursWords(12_000, 36_000, 'en'), '3 h 20 min of 10 h, 6 h 40 min short')
  assert.equal(hoursWords(36_000, 36_000, 'ko'), '10시간 중 10시간, 목표 달성')
  assert.equal(hoursWords(36_000, null, 'en'), undefined)
})
