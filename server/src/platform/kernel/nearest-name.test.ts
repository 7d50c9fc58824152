import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestName } from './nearest-name.ts'

const NAMES = ['ACCOUNTS_SIGNUP', 'ACCOUNTS_TRUST_EMAIL', 'PORT', 'HOST', 'DATA_DIR', 'QUOTA_TODOS']

test('a misspelled name gets the nearest known one', () => {
  const cases = {
    ACCOUNT_SIGNUP: 'ACCOUNTS_SIGNUP',
    ACCOUNTS_SINGUP: 'ACCOUNTS_SIGNUP',
    accounts_signup: 'ACCOUNTS_SIGNUP',
    DATADIR: 'DATA_DIR',
    PROT: 'PORT',
    QOUTA_TODO: 'QUOTA_TODOS',
  }
  for (const [given, meant] of Object.entries(cases)) assert.equal(nearestName(given, NAMES), meant, given)
})

test('an unrelated name gets none', () => {
  for (const given of ['PATH', 'HOME', 'LANG', 'X', ''])
    assert.equal(nearestName(given, NAMES), undefined, given)
})
