import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceWords } from './device.ts'

test('recognizes browsers', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
  assert.equal(deviceWords(chrome), 'Chrome, Linux')
  assert.equal(deviceWords(`${chrome} Edg/140.0`), 'Edge, Linux')
  assert.equal(
    deviceWords(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
    ),
    'Safari, iPhone',
  )
  assert.equal(
    deviceWords('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'),
    'Firefox, Windows',
  )
})

test('recognizes programs and a missing user agent', () => {
  assert.equal(deviceWords('curl/8.9.1'), 'curl')
  assert.equal(deviceWords(null), undefined)
})
