import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../scripts/test/properties.ts'
import { type CidrList, canonicalAddress, parseCidrs } from './cidr.ts'

function listOf(text: string): CidrList {
  const parsed = parseCidrs(text)
  assert.ok(parsed.ok)
  return parsed.list
}

test('an address has one canonical form', () => {
  const spellings: [string, string | undefined][] = [
    ['1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::FFFF:102:304', '1.2.3.4'],
    ['0:0:0:0:0:ffff:1.2.3.4', '1.2.3.4'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::1.2.3.4', '::1.2.3.4'],
    ['1.2.3', undefined],
    ['01.2.3.4', undefined],
    ['1.2.3.4.5', undefined],
    ['1.2.3.256', undefined],
    ['0x7f.1', undefined],
    ['localhost', undefined],
    ['', undefined],
    [' 1.2.3.4', undefined],
  ]
  for (const [text, address] of spellings) assert.equal(canonicalAddress(text), address, text)
})

test('matches single addresses and ranges of both families', () => {
  const list = listOf('10.0.0.0/8, 192.0.2.7 ,2001:db8::/32,2001:dead::1,')
  assert.equal(list.size, 4)
  for (const inside of ['10.0.0.0', '10.255.255.255', '192.0.2.7', '2001:db8:ffff::1', '2001:dead::1']) {
    assert.equal(list.has(inside), true, inside)
  }
  for (const outside of ['9.255.255.255', '11.0.0.0', '192.0.2.8', '2001:db9::', '2001:dead::2', '::1']) {
    assert.equal(list.has(outside), false, outside)
  }
})

test('an IPv4-mapped range is an IPv4 range', () => {
  const list = listOf('::ffff:10.0.0.0/104, ::ffff:192.0.2.1')
  assert.deepEqual(
    ['10.1.2.3', '11.0.0.0', '192.0.2.1'].map(address => list.has(address)),
    [true, false, true],
  )
})

test('a range of all IPv4 addresses contains no IPv6 address, and vice versa', () => {
  assert.deepEqual(
    ['1.2.3.4', '2001::1'].map(address => listOf('::/0').has(address)),
    [false, true],
  )
  assert.deepEqual(
    ['1.2.3.4', '2001::1'].map(address => listOf('0.0.0.0/0').has(address)),
    [true, false],
  )
})

test('host bits in a range do not matter', () => {
  assert.equal(listOf('10.9.8.7/8').has('10.0.0.1'), true)
})

test('an empty setting is an empty list', () => {
  assert.equal(listOf('').size, 0)
  assert.equal(listOf(' , ').size, 0)
})

test('every invalid entry is named', () => {
  const faulty = [
    '10.0.0.0/33',
    '1.2.3',
    'x',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '2001::/129',
    '::1%lo/64',
  ]
  const more = ['::ffff:1.2.3.4/95', '10.0.0.0/ 8', '10.0.0.0/8x', '/8']
  assert.deepEqual(parseCidrs(['10.0.0.1', ...faulty, ...more].join(',')), {
    ok: false,
    bad: [...faulty, ...more],
  })
})

test('membership means equal leading bits', () => {
  const address = fc.nat({ max: 0xffffffff })
  const text = (value: number) => [24, 16, 8, 0].map(shift => (value >>> shift) & 255).join('.')
  const near = fc
    .tuple(address, fc.integer({ min: 0, max: 31 }))
    .map(([value, bit]) => [value, value ^ (1 << bit)])
  fc.assert(
    fc.property(near, fc.integer({ min: 0, max: 32 }), ([base = 0, other = 0], bits) => {
      const same = bits === 0 || base >>> (32 - bits) === other >>> (32 - bits)
      assert.equal(listOf(`${text(base)}/${bits}`).has(text(other)), same)
    }),
    { numRuns: 1000 },
  )
})
