import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostNameOf, isOwnName } from './host-name.ts'

const rules = { publicHost: 'day.example.org', allowed: ['other.example.org'] }

test('own names, names nobody can own in public, and addresses are accepted', () => {
  const names = [
    'day.example.org',
    'DAY.example.org:8443',
    'day.example.org.',
    'other.example.org',
    'localhost',
    'localhost:2614',
    'app.localhost',
    '127.0.0.1:2614',
    '192.168.1.7',
    '203.0.113.9',
    '[::1]:2614',
    '[fe80::1]',
    'daymark',
    'nas:2614',
    'nas.local',
    'daymark.default.svc.cluster.local:2614',
    'vm.internal',
    'pi.home.arpa',
    'box.lan',
    'laptop.tail1234.ts.net',
  ]
  for (const name of names) assert.ok(isOwnName(name, rules), name)
})

test('other public names are refused, however they are written', () => {
  const names = [
    'evil.example.com',
    'example.org',
    'sub.day.example.org',
    'day.example.org.evil.com',
    'localhost.evil.com',
    'evil-ts.net',
    'local.evil.com:2614',
    '127.0.0.1.nip.io',
    'day.example.org@evil.com',
    'evil.com/day.example.org',
    'evil.com#.local',
    'evil.com?.local',
    'evil.com\\.local',
    '',
    ' ',
    'a b',
  ]
  for (const name of names) assert.ok(!isOwnName(name, rules), name)
})

test('without PUBLIC_URL every name is accepted', () => {
  for (const name of ['evil.example.com', '', 'a b'])
    assert.ok(isOwnName(name, { publicHost: undefined, allowed: [] }))
})

test('a name has no port and no case', () => {
  assert.equal(hostNameOf('Day.Example.org:80'), 'day.example.org')
  assert.equal(hostNameOf('[::1]:2614'), '[::1]')
})
