import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CidrList } from '../client-address/cidr.ts'
import { OutboundError, type OutboundFailure } from './outbound-error.ts'
import { outboundUrl } from './outbound-url.ts'

/** `name`: a host name that is checked when it is resolved. `open`: a public IP address. */
type Verdict = 'open' | 'name' | Extract<OutboundFailure, 'forbidden' | 'invalid'>

/** Ports and the server's own address are tested in outbound-url.test.ts. */
const open = { allowedPorts: [6379], own: { origin: () => undefined, listening: () => undefined } }

const table: [url: string, verdict: Verdict][] = [
  ['https://93.184.216.34/', 'open'],
  ['https://1.1.1.1:8443/a?b#c', 'open'],
  ['https://[2606:4700:4700::1111]/', 'open'],
  ['https://[2a00:1450:4001:830::200e]/', 'open'],
  ['https://0x5db8d822/', 'open'],
  ['https://[::ffff:93.184.216.34]/', 'open'],
  ['https://[64:ff9b::93.184.216.34]/', 'open'],
  ['https://100.63.255.255/', 'open'],
  ['https://172.32.0.1/', 'open'],
  ['https://223.255.255.255/', 'open'],
  ['https://calendar.example/', 'name'],
  ['https://calendar.example./', 'name'],
  ['https://localhost/', 'name'],
  ['https://localhost./', 'name'],
  ['https://127.0.0.1.nip.io/', 'name'],
  ['https://metadata.google.internal/', 'name'],
  ['https://xn--bcher-kva.example/', 'name'],
  ['HTTPS://CALENDAR.EXAMPLE/', 'name'],
  ['  https://calendar.example/a  ', 'name'],
  ['https://127.0.0.1/', 'forbidden'],
  ['https://127.0.0.1./', 'forbidden'],
  ['https://127.1/', 'forbidden'],
  ['https://127.255.255.254/', 'forbidden'],
  ['https://2130706433/', 'forbidden'],
  ['https://017700000001/', 'forbidden'],
  ['https://0x7f000001/', 'forbidden'],
  ['https://0x7f.1/', 'forbidden'],
  ['https://0177.0.0.1/', 'forbidden'],
  ['https://0177.0.0.0x1/', 'forbidden'],
  ['https://127.0.1/', 'forbidden'],
  ['https://①②⑦.0.0.1/', 'forbidden'],
  ['https://127。0。0。1/', 'forbidden'],
  ['https://%31%32%37.0.0.1/', 'forbidden'],
  ['https:\\\\127.0.0.1\\', 'forbidden'],
  ['https:127.0.0.1', 'forbidden'],
  ['https:///127.0.0.1/', 'forbidden'],
  ['https://0.0.0.0/', 'forbidden'],
  ['https://0/', 'forbidden'],
  ['https://0.1.2.3/', 'forbidden'],
  ['https://10.0.0.1/', 'forbidden'],
  ['https://10.255.255.255:6379/', 'forbidden'],
  ['https://100.64.0.1/', 'forbidden'],
  ['https://100.127.255.255/', 'forbidden'],
  ['https://169.254.169.254/latest/meta-data/', 'forbidden'],
  ['https://2852039166/', 'forbidden'],
  ['https://172.16.0.1/', 'forbidden'],
  ['https://172.31.255.255/', 'forbidden'],
  ['https://192.0.0.8/', 'forbidden'],
  ['https://192.0.2.1/', 'forbidden'],
  ['https://192.88.99.1/', 'forbidden'],
  ['https://192.168.0.1/', 'forbidden'],
  ['https://192.168.257/', 'forbidden'],
  ['https://198.18.0.1/', 'forbidden'],
  ['https://198.51.100.7/', 'forbidden'],
  ['https://203.0.113.9/', 'forbidden'],
  ['https://224.0.0.1/', 'forbidden'],
  ['https://239.255.255.250/', 'forbidden'],
  ['https://240.0.0.1/', 'forbidden'],
  ['https://255.255.255.255/', 'forbidden'],
  ['https://[::]/', 'forbidden'],
  ['https://[::1]/', 'forbidden'],
  ['https://[0:0:0:0:0:0:0:1]/', 'forbidden'],
  ['https://[::127.0.0.1]/', 'forbidden'],
  ['https://[::ffff:127.0.0.1]/', 'forbidden'],
  ['https://[::ffff:7f00:1]/', 'forbidden'],
  ['https://[0:0:0:0:0:ffff:10.0.0.1]/', 'forbidden'],
  ['https://[::ffff:0:127.0.0.1]/', 'forbidden'],
  ['https://[64:ff9b::127.0.0.1]/', 'forbidden'],
  ['https://[64:ff9b::a9fe:a9fe]/', 'forbidden'],
  ['https://[64:ff9b::1]/', 'forbidden'],
  ['https://[64:ff9b:1::1]/', 'forbidden'],
  ['https://[100::1]/', 'forbidden'],
  ['https://[2001::1]/', 'forbidden'],
  ['https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/', 'forbidden'],
  ['https://[2001:10::1]/', 'forbidden'],
  ['https://[2001:20::1]/', 'forbidden'],
  ['https://[2001:db8::1]/', 'forbidden'],
  ['https://[2002:7f00:1::]/', 'forbidden'],
  ['https://[2002:5db8:d822::1]/', 'forbidden'],
  ['https://[3fff::1]/', 'forbidden'],
  ['https://[4000::1]/', 'forbidden'],
  ['https://[5f00::1]/', 'forbidden'],
  ['https://[fc00::1]/', 'forbidden'],
  ['https://[fd12:3456:789a::1]/', 'forbidden'],
  ['https://[fe80::1]/', 'forbidden'],
  ['https://[fec0::1]/', 'forbidden'],
  ['https://[ff02::1]/', 'forbidden'],
  ['https://[fe80::1%25eth0]/', 'invalid'],
  ['https://[fe80::1%eth0]/', 'invalid'],
  ['https://256.0.0.1/', 'invalid'],
  ['https://1.2.3.4.5/', 'invalid'],
  ['https://4294967296/', 'invalid'],
  ['https://[::1/', 'invalid'],
  ['https://user@calendar.example/', 'invalid'],
  ['https://user:secret@127.0.0.1/', 'invalid'],
  ['https://calendar.example@127.0.0.1/', 'invalid'],
  ['https://:secret@calendar.example/', 'invalid'],
  ['https://calendar.example:99999/', 'invalid'],
  ['https://', 'invalid'],
  ['https://a b/', 'invalid'],
  ['http://93.184.216.34/', 'invalid'],
  ['http://calendar.example/', 'invalid'],
  ['//calendar.example/', 'invalid'],
  ['/calendar.ics', 'invalid'],
  ['', 'invalid'],
  ['ftp://calendar.example/', 'invalid'],
  ['file:///etc/passwd', 'invalid'],
  ['gopher://127.0.0.1:6379/_', 'invalid'],
  ['data:text/calendar,BEGIN', 'invalid'],
  ['javascript:alert(1)', 'invalid'],
  ['webcal://calendar.example/', 'invalid'],
  [`https://calendar.example/${'a'.repeat(2048)}`, 'invalid'],
]

test(`every form of an address gets the right decision (${table.length} forms)`, () => {
  const policy = { allowHttp: false, allowedNetworks: new CidrList(), ...open }
  const decided = table.map(([url]): [string, Verdict] => {
    try {
      const { hostname } = outboundUrl(url, policy)
      return [url, /^[\d.]+$|^\[/.test(hostname) ? 'open' : 'name']
    } catch (error) {
      assert.ok(error instanceof OutboundError)
      assert.match(error.message, /\.$/)
      return [url, error.kind as Verdict]
    }
  })
  assert.deepEqual(decided, table)
})

test('OUTBOUND_ALLOWED_NETWORKS opens exactly the named networks, in every form', () => {
  const allowedNetworks = new CidrList()
  for (const range of ['10.1.0.0/16', 'fd00::/8']) assert.ok(allowedNetworks.add(range))
  const policy = { allowHttp: true, allowedNetworks, ...open }
  for (const host of ['10.1.2.3', '[::ffff:10.1.2.3]', '0xa010203', '[fd00::1]'])
    assert.ok(outboundUrl(`http://${host}/`, policy))
  for (const host of ['10.2.0.1', '127.0.0.1', '[fe80::1]', '[64:ff9b::10.2.0.1]'])
    assert.throws(() => outboundUrl(`http://${host}/`, policy), { kind: 'forbidden' })
})
