import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldErrorText } from './field-errors.ts'

const short = { path: 'new_password', message: 'must have 10 to 128 characters' }

test('fields are named by their labels, in the language of the app', () => {
  assert.equal(fieldErrorText([short], 'en'), 'The new password must have 10 to 128 characters.')
  assert.equal(fieldErrorText([short], 'ko'), '새 비밀번호: 10~128자여야 합니다.')
  const both = [short, { path: 'email', message: 'is required' }]
  assert.equal(
    fieldErrorText(both, 'en'),
    'The new password must have 10 to 128 characters. The email address is required.',
  )
})

test('a message that is a sentence has no label', () => {
  const address = { path: 'url', message: 'The address must begin with https://.' }
  const rule = {
    path: 'recurrence_rule',
    message: 'FREQ=SECONDLY is not supported. A series can repeat at most hourly.',
  }
  assert.equal(fieldErrorText([address], 'en'), address.message)
  assert.equal(fieldErrorText([rule], 'en'), rule.message)
  assert.equal(
    fieldErrorText([short, rule], 'en'),
    `The new password must have 10 to 128 characters. ${rule.message}`,
  )
  assert.equal(fieldErrorText([address], 'ko'), undefined)
})

test('unknown fields and messages are left to the sentence of the server', () => {
  assert.equal(fieldErrorText([], 'en'), undefined)
  assert.equal(fieldErrorText([short, { path: 'reminders.0', message: 'is wrong' }], 'en'), undefined)
  assert.equal(fieldErrorText([{ path: 'email', message: 'is something new' }], 'ko'), undefined)
})
