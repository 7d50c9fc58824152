// Tests the parsing of addresses and domains from one text field.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAddresses, writeAddresses } from './address-list.ts'

test('addresses and domains are told apart, folded and counted once', () => {
  assert.deepEqual(readAddresses('Ann@Example.org, corp.com;\n@CORP.com  ann@example.org'), {
    emails: ['ann@example.org'],
    domains: ['corp.com'],
    unknown: [],
  })
})

test('what is neither is given back for a message', () => {
  assert.deepEqual(readAddresses('ann@ localhost').unknown, ['ann@', 'localhost'])
})

test('an empty field is empty lists, and lists survive the way to a text and back', () => {
  assert.deepEqual(readAddresses('  '), { emails: [], domains: [], unknown: [] })
  const lists = readAddresses('ann@example.org bob@example.org @corp.com')
  assert.deepEqual(readAddresses(writeAddresses(lists.emails, lists.domains)), lists)
})
