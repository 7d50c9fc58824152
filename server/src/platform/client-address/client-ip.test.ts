import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../scripts/test/properties.ts'
import { type CidrList, parseCidrs } from './cidr.ts'
import { addressKey, clientIp, type ProxyTrust, proxyTrust } from './client-ip.ts'

function listOf(text: string): CidrList {
  const parsed = parseCidrs(text)
  assert.ok(parsed.ok)
  return parsed.list
}

interface World {
  cdn_enabled?: boolean
  trusted?: string
  cdn?: string | undefined
}

function trustOf({ cdn_enabled = false, trusted = '', cdn }: World): ProxyTrust {
  const settings = { cdn_enabled, cdn_header: 'CDN-Connecting-IP', trusted_proxies: listOf(trusted) }
  const addresses = cdn === undefined ? undefined : listOf(cdn)
  return proxyTrust(settings, () => addresses)
}

const forged = { 'x-forwarded-for': '6.6.6.6', 'cdn-connecting-ip': '7.7.7.7' }

const table: [row: string, World, peer: string, expected: string][] = [
  ['CDN, from a CDN address', { cdn_enabled: true, cdn: '10.0.0.0/8' }, '10.0.0.1', '7.7.7.7'],
  ['CDN, from another address', { cdn_enabled: true, cdn: '10.0.0.0/8' }, '11.0.0.1', '11.0.0.1'],
  [
    'CDN, trusted proxies are ignored',
    { cdn_enabled: true, cdn: '10.0.0.0/8', trusted: '11.0.0.1' },
    '11.0.0.1',
    '11.0.0.1',
  ],
  ['CDN without a list', { cdn_enabled: true }, '10.0.0.1', '10.0.0.1'],
  [
    'CDN without a list, trusted proxies set',
    { cdn_enabled: true, trusted: '10.0.0.1' },
    '10.0.0.1',
    '10.0.0.1',
  ],
  ['no CDN, from a trusted address', { trusted: '10.0.0.0/8', cdn: '10.0.0.0/8' }, '10.0.0.1', '6.6.6.6'],
  ['no CDN, from another address', { trusted: '10.0.0.0/8' }, '11.0.0.1', '11.0.0.1'],
  ['no CDN, no trusted proxies', { cdn: '0.0.0.0/0' }, '10.0.0.1', '10.0.0.1'],
]

for (const [row, world, peer, expected] of table) {
  test(`${row}: ${expected}`, () => {
    assert.equal(clientIp(peer, forged, trustOf(world)), expected)
    assert.equal(clientIp(`::ffff:${peer}`, forged, trustOf(world)), expected)
    assert.equal(clientIp(peer, {}, trustOf(world)), peer)
  })
}

const behindProxy = trustOf({ trusted: '10.0.0.0/8, fd00::/8' })
const forwarded: [header: string, expected: string][] = [
  ['1.1.1.1', '1.1.1.1'],
  ['6.6.6.6, 1.1.1.1', '1.1.1.1'],
  ['6.6.6.6, 1.1.1.1, 10.9.9.9', '1.1.1.1'],
  ['6.6.6.6,1.1.1.1,10.9.9.9,fd00::1', '1.1.1.1'],
  ['garbage, 1.1.1.1', '1.1.1.1'],
  ['  1.1.1.1\t', '1.1.1.1'],
  ['1.1.1.1:5678', '1.1.1.1'],
  ['6.6.6.6, 1.1.1.1:5678, 10.9.9.9:80', '1.1.1.1'],
  ['[2001:DB8::1]:80', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['::ffff:1.1.1.1', '1.1.1.1'],
  ['1.1.1.1, ::ffff:10.0.0.7', '1.1.1.1'],
  ['[::ffff:1.1.1.1]:443', '1.1.1.1'],
  ['10.9.9.9, 10.8.8.8', '10.0.0.1'],
  ['6.6.6.6, unknown', '10.0.0.1'],
  ['6.6.6.6, unknown, 10.9.9.9', '10.0.0.1'],
  ['6.6.6.6, , 10.9.9.9', '10.0.0.1'],
  ['6.6.6.6,', '10.0.0.1'],
  [',', '10.0.0.1'],
  ['', '10.0.0.1'],
  ['1.1.1.1:99999999', '10.0.0.1'],
  ['1.1.1.1:', '10.0.0.1'],
  ['[1.1.1.1', '10.0.0.1'],
  ['"1.1.1.1"', '10.0.0.1'],
  ['1.1.1.1/32', '10.0.0.1'],
]

for (const [header, expected] of forwarded) {
  test(`X-Forwarded-For "${header}" from a trusted proxy: ${expected}`, () => {
    assert.equal(clientIp('10.0.0.1', { 'x-forwarded-for': header }, behindProxy), expected)
  })
}

test('several X-Forwarded-For headers form one list', () => {
  const headers = { 'x-forwarded-for': ['6.6.6.6', '1.1.1.1, 10.9.9.9'] as unknown as string }
  assert.equal(clientIp('10.0.0.1', headers, behindProxy), '1.1.1.1')
})

test('entries to the left of those that the proxies append change nothing', () => {
  const text = fc.string({
    unit: fc.constantFrom(',', ' ', '1', '.', '10.0.0.1', ':', '[', 'x', '8.8.8.8'),
    maxLength: 20,
  })
  fc.assert(
    fc.property(text, text, (left, name) => {
      const headers = { 'x-forwarded-for': `${left}, 1.1.1.1, 10.0.0.9`, 'cdn-connecting-ip': name }
      assert.equal(clientIp('10.0.0.1', headers, behindProxy), '1.1.1.1')
      assert.equal(clientIp('9.9.9.9', headers, behindProxy), '9.9.9.9')
    }),
  )
})

const behindCdn = trustOf({ cdn_enabled: true, cdn: '10.0.0.0/8' })

test('a CDN header that is not a single address is ignored', () => {
  const values: [string, string][] = [
    ['1.1.1.1', '1.1.1.1'],
    ['1.1.1.1:80', '1.1.1.1'],
    ['2001:db8::5', '2001:db8::5'],
    ['1.1.1.1, 2.2.2.2', '10.0.0.1'],
    ['nonsense', '10.0.0.1'],
    ['', '10.0.0.1'],
  ]
  for (const [value, expected] of values) {
    assert.equal(clientIp('10.0.0.1', { 'cdn-connecting-ip': value }, behindCdn), expected, value)
  }
})

test("the CDN's header name is configurable and case-insensitive", () => {
  const settings = { cdn_enabled: true, cdn_header: 'CF-Connecting-IP', trusted_proxies: listOf('') }
  const trust = proxyTrust(settings, () => listOf('10.0.0.1'))
  assert.equal(clientIp('10.0.0.1', { 'cf-connecting-ip': '1.1.1.1', ...forged }, trust), '1.1.1.1')
})

test('a list that arrives later is used from then on', () => {
  let list: CidrList | undefined
  const settings = { cdn_enabled: true, cdn_header: 'CDN-Connecting-IP', trusted_proxies: listOf('') }
  const trust = proxyTrust(settings, () => list)
  assert.equal(clientIp('10.0.0.1', forged, trust), '10.0.0.1')
  list = listOf('10.0.0.0/8')
  assert.equal(clientIp('10.0.0.1', forged, trust), '7.7.7.7')
})

test('a connection without an address is unknown, whatever its headers say', () => {
  assert.equal(clientIp(undefined, forged, behindProxy), 'unknown')
  assert.equal(clientIp('', forged, behindCdn), 'unknown')
})

test('the key of an address is the address itself, or the /64 of an IPv6 one', () => {
  const keys: [string, string][] = [
    ['1.2.3.4', 'ip:1.2.3.4'],
    ['::ffff:1.2.3.4', 'ip:1.2.3.4'],
    ['2001:db8:1:2:3:4:5:6', 'ip:2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', 'ip:2001:db8:1:2::/64'],
    ['2001:db8:1::9', 'ip:2001:db8:1:0::/64'],
    ['2001:db8::2:3:4:5:6', 'ip:2001:db8:0:2::/64'],
    ['::1', 'ip:0:0:0:0::/64'],
    ['::', 'ip:0:0:0:0::/64'],
    ['::2:3:4:5:6:7', 'ip:0:0:2:3::/64'],
    ['1:2:3:4:5:6:1.2.3.4', 'ip:1:2:3:4::/64'],
    ['::1.2.3.4', 'ip:0:0:0:0::/64'],
    ['64:ff9b::1.2.3.4', 'ip:64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'ip:fe80:0:0:0::/64'],
    ['unknown', 'ip:unknown'],
  ]
  for (const [address, key] of keys) assert.equal(addressKey(address), key, address)
})

test('two IPv6 addresses share a key iff their first 64 bits are the same', () => {
  const group = fc.oneof(fc.constant(0), fc.nat({ max: 0xffff }))
  const groups = fc.array(group, { minLength: 8, maxLength: 8 })
  const text = (parts: number[]) => parts.map(part => part.toString(16)).join(':')
  fc.assert(
    fc.property(groups, groups, fc.boolean(), (one, other, alike) => {
      const second = alike ? [...one.slice(0, 4), ...other.slice(4)] : other
      // Excludes the IPv4-mapped range, which counts as IPv4.
      fc.pre(![one, second].some(parts => parts.slice(0, 5).every(part => part === 0) && parts[5] === 0xffff))
      const same = text(one.slice(0, 4)) === text(second.slice(0, 4))
      assert.equal(addressKey(text(one)) === addressKey(text(second)), same)
    }),
    { numRuns: 1000 },
  )
})
