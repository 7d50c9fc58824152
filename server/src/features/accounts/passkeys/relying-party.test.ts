import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relyingParty } from './relying-party.ts'

test('passkeys need HTTPS and a name, or localhost', () => {
  const ids = [
    'https://daymark.example.org',
    'https://daymark.example.org:8443/path',
    'http://localhost:3000',
    'http://day.localhost',
    'http://daymark.example.org',
    'https://192.168.1.2',
    'http://127.0.0.1:3000',
    'https://[::1]',
    'daymark',
  ].map(url => relyingParty(url)?.id)
  const none = [undefined, undefined, undefined, undefined, undefined]
  assert.deepEqual(ids, ['daymark.example.org', 'daymark.example.org', 'localhost', 'day.localhost', ...none])
  assert.equal(relyingParty('https://daymark.example.org:8443/x')?.origin, 'https://daymark.example.org:8443')
})
