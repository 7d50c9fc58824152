import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describedRule } from './rule.ts'
import { ruleWords } from './rule-words.ts'

const words = (text: string, language: 'en' | 'ko' = 'en') => {
  const rule = describedRule(text, '2026-03-10', 'UTC')
  return rule && ruleWords(rule, language)
}

test('rules in English', () => {
  assert.equal(words('FREQ=DAILY'), 'Every day')
  assert.equal(words('FREQ=WEEKLY;INTERVAL=2;BYDAY=WE,MO'), 'Every 2 weeks on Mon, Wed')
  assert.equal(words('FREQ=MONTHLY;BYDAY=2TU;COUNT=6'), 'Every month on the second Tuesday, 6 times')
  assert.equal(words('FREQ=MONTHLY;BYMONTHDAY=-1'), 'Every month on the last day')
  assert.equal(words('FREQ=YEARLY;UNTIL=20300310'), 'Every year, until Mar 10, 2030')
})

test('rules of calendars whose week begins on another day', () => {
  assert.equal(words('FREQ=WEEKLY;BYDAY=TU,SU;WKST=SU'), 'Every week on Tue, Sun')
  assert.equal(words('FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=SU'), 'Every 2 weeks on Tue')
})

test('rules in Korean', () => {
  assert.equal(words('FREQ=WEEKLY;BYDAY=MO,FR', 'ko'), '매주 월·금')
  assert.equal(words('FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=15', 'ko'), '3개월마다 15일')
})
