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

test('unknown fields and messages are left to the sentence of the server', () => {
  assert.equal(fieldErrorText([], 'en'), undefined)
  assert.equal(fieldErrorText([short, { path: 'reminders.0', message: 'is wrong' }], 'en'), undefined)
  assert.equal(fieldErrorText([{ path: 'email', message: 'is something new' }], 'ko'), undefined)
})
