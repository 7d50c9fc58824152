import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAddresses, writeAddresses } from './address-list.ts'

test('separates addresses and domains, normalizes them and removes duplicates', () => {
  assert.deepEqual(readAddresses('Ann@Example.org, corp.com;\n@CORP.com  ann@example.org'), {
    emails: ['ann@example.org'],
    domains: ['corp.com'],
    unknown: [],
  })
})

test('returns invalid entries for the error message', () => {
  assert.deepEqual(readAddresses('ann@ localhost').unknown, ['ann@', 'localhost'])
})

test('an empty field gives empty lists, and lists survive a round trip', () => {
  assert.deepEqual(readAddresses('  '), { emails: [], domains: [], unknown: [] })
  const lists = readAddresses('ann@example.org bob@example.org @corp.com')
  assert.deepEqual(readAddresses(writeAddresses(lists.emails, lists.domains)), lists)
})
