import assert from 'node:assert/strict'
import { it } from 'node:test'
import { connect } from './connection.ts'

const addressOf = (baseUrl: string): string => connect({ baseUrl }).baseUrl

it('accepts whole addresses, without the last slash', () => {
  assert.equal(addressOf('https://daymark.example.org/'), 'https://daymark.example.org')
  assert.equal(addressOf('HTTP://127.0.0.1:2614/time//'), 'HTTP://127.0.0.1:2614/time')
})

it('accepts a path only in a page, which has an origin', () => {
  for (const path of ['', '/', '/time']) assert.throws(() => addressOf(path), TypeError)
  Object.assign(globalThis, { location: { origin: 'https://daymark.example.org' } })
  try {
    assert.equal(addressOf(''), 'https://daymark.example.org')
    assert.equal(addressOf('/'), 'https://daymark.example.org')
    assert.equal(addressOf('/time'), 'https://daymark.example.org/time')
    assert.throws(() => addressOf('localhost:2614'), TypeError)
  } finally {
    Reflect.deleteProperty(globalThis, 'location')
  }
})
