import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import { CidrList } from '../client-address/cidr.ts'
import { type OutboundPolicy, outboundUrl } from './outbound-url.ts'

const networks = (...ranges: string[]) => {
  const list = new CidrList()
  for (const range of ranges) assert.ok(list.add(range))
  return list
}
const policy: OutboundPolicy = {
  allowHttp: true,
  allowedNetworks: networks(),
  allowedPorts: [],
  own: { origin: () => 'https://day.example.org', listening: () => undefined },
}
const check = (url: string, changed: Partial<OutboundPolicy> = {}) =>
  outboundUrl(url, { ...policy, ...changed })

test('public addresses are reached at the ports of the web and at those that the operator allows', () => {
  for (const port of ['', ':80', ':443', ':8443'])
    for (const host of ['calendar.example', '93.184.216.34', '[2606:4700:4700::1111]'])
      assert.ok(check(`https://${host}${port}/`))
  for (const host of ['calendar.example', '93.184.216.34', '[2606:4700:4700::1111]']) {
    assert.throws(() => check(`https://${host}:25/`), {
      kind: 'forbidden',
      message: /OUTBOUND_ALLOWED_PORTS/,
    })
    assert.ok(check(`https://${host}:9000/`, { allowedPorts: [9000] }))
  }
})

test('allowed networks are reached at every port, other addresses are not', () => {
  const allowedNetworks = networks('192.168.0.0/16')
  assert.ok(check('http://192.168.1.2:9000/', { allowedNetworks }))
  assert.throws(() => check('http://93.184.216.34:9000/', { allowedNetworks }), /OUTBOUND_ALLOWED_PORTS/)
  assert.throws(() => check('http://10.0.0.1:9000/', { allowedNetworks }), /OUTBOUND_ALLOWED_NETWORKS/)
})

test('an address that was stored before keeps its port, but reaches no private network', () => {
  assert.ok(outboundUrl('https://calendar.example:9000/', policy, { anyPort: true }))
  assert.ok(outboundUrl('https://93.184.216.34:9000/', policy, { anyPort: true }))
  assert.throws(
    () => outboundUrl('https://10.0.0.1:9000/', policy, { anyPort: true }),
    /OUTBOUND_ALLOWED_NETWORKS/,
  )
})

test('the origin of the public URL is refused in every form', () => {
  const forms = [
    'https://day.example.org/v1/info',
    'https://DAY.example.org:443/',
    'https://day.example.org./',
    'https://day。example。org/',
  ]
  for (const url of forms)
    assert.throws(() => check(url), { kind: 'forbidden', message: /this server itself/ })
  assert.ok(check('https://other.example.org/'))
  assert.ok(check('https://day.example.org:8443/'))
})

test('the address and port of this server are refused even in an allowed network', () => {
  const allowedNetworks = networks('0.0.0.0/0', '::/0')
  const at = (address: string) => ({
    allowedNetworks,
    own: { origin: () => undefined, listening: () => ({ address, port: 2614 }) },
  })
  for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', '0x7f000001', '0.0.0.0', '[::]'])
    assert.throws(() => check(`http://${host}:2614/`, at('127.0.0.1')), { kind: 'forbidden' })
  assert.ok(check('http://127.0.0.1:2615/', at('127.0.0.1')))
  const own = Object.values(networkInterfaces()).flatMap(each => each ?? [])
  for (const { address, family } of own) {
    if (address.startsWith('fe80')) continue
    const host = family === 'IPv6' ? `[${address}]` : address
    assert.throws(() => check(`http://${host}:2614/`, at('0.0.0.0')), { kind: 'forbidden' })
    assert.throws(() => check(`http://${host}:2614/`, at('::')), { kind: 'forbidden' })
  }
  assert.throws(() => check('http://127.9.9.9:2614/', at('0.0.0.0')), { kind: 'forbidden' })
})
