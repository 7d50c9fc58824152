import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '@daymark/client'
import { refusalOf } from './refusal.ts'

const wrongPassword = new ApiError(401, { detail: 'The email address or the password is wrong.' })
const missingCode = new ApiError(401, { errors: [{ path: 'code', message: 'is required' }] })
const wrongCode = new ApiError(401, { errors: [{ path: 'code', message: 'is wrong' }] })

test('a correct password without a code leads to the field for the code', () => {
  for (const isNew of [false, true]) assert.equal(refusalOf(missingCode, { isNew, isCode: false }), 'code')
})

test('a wrong password after sign-up means that the address is known', () => {
  assert.equal(refusalOf(wrongPassword, { isNew: true, isCode: false }), 'known')
  assert.equal(refusalOf(wrongPassword, { isNew: false, isCode: false }), 'other')
})

test('a wrong code is reported as such, after sign-up too', () => {
  for (const isNew of [false, true]) assert.equal(refusalOf(wrongCode, { isNew, isCode: true }), 'other')
})

test('errors without an answer of the server are reported as they are', () => {
  assert.equal(refusalOf(new TypeError('fetch failed'), { isNew: true, isCode: false }), 'other')
})

test('a wrong setup code is told apart, in the form for the first account', () => {
  const error = new ApiError(403, { errors: [{ path: 'setup_code', message: 'is wrong' }] })
  assert.equal(refusalOf(error, { isNew: true, isCode: false }), 'setup')
})
