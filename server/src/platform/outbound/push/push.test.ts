// Compares Web Push with the web-push package, and decrypts messages as browsers do.
import assert from 'node:assert/strict'
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { decodeJwt, importJWK, jwtVerify } from 'jose'
import webPush from 'web-push'
import { localOutbound } from '../../../../test/support/outbound.ts'
import { openFreshSqlite } from '../../../../test/support/sqlite.ts'
import type { Storage } from '../../storage/unit-of-work.ts'
import { areValidKeys, encryptPush, MAX_PAYLOAD } from './encryption.ts'
import { pushSender } from './send-push.ts'
import { contactOf, openVapid } from './vapid.ts'

const browser = createECDH('prime256v1')
const keys = {
  p256dh: browser.generateKeys().toString('base64url'),
  auth: randomBytes(16).toString('base64url'),
}

/** Follows RFC 8291, section 3.4. */
function decrypt(body: Buffer): string {
  const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)]
  const sender = body.subarray(21, 21 + idLength)
  const content = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
  const hkdf = (ikm: Buffer, s: Buffer, i: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', ikm, s, i, length))
  const material = hkdf(browser.computeSecret(sender), Buffer.from(keys.auth, 'base64url'), info, 32)
  const decipher = createDecipheriv(
    'aes-128-gcm',
    hkdf(material, salt, 'Content-Encoding: aes128gcm\0', 16),
    hkdf(material, salt, 'Content-Encoding: nonce\0', 12),
  )
  decipher.setAuthTag(content.subarray(-16))
  const text = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()])
  assert.equal(text.at(-1), 2)
  return text.subarray(0, -1).toString()
}

let storage: Storage
before(async () => {
  storage = await openFreshSqlite()
})
after(() => storage.close())

test('a payload has the form that the web-push package writes, and only the browser can read it', () => {
  const payload = JSON.stringify({ title: '회의 meeting' })
  const ours = encryptPush(payload, keys)
  const theirs = webPush.encrypt(keys.p256dh, keys.auth, payload, 'aes128gcm')
  const oracle = Buffer.concat([theirs.cipherText])
  assert.equal(decrypt(ours), payload)
  assert.equal(decrypt(oracle), payload)
  assert.equal(ours.length, oracle.length)
  assert.deepEqual(ours.subarray(16, 21), oracle.subarray(16, 21))
  assert.notDeepEqual(encryptPush(payload, keys), ours)
  assert.ok(encryptPush('x'.repeat(MAX_PAYLOAD), keys).length <= 4096)
  assert.throws(() => encryptPush('x'.repeat(MAX_PAYLOAD + 1), keys), RangeError)
})

test('keys that are no point on the curve, or too short, are refused', () => {
  assert.ok(areValidKeys(keys))
  const off = Buffer.from(keys.p256dh, 'base64url')
  off[40] = (off[40] ?? 0) ^ 1
  assert.ok(!areValidKeys({ ...keys, p256dh: off.toString('base64url') }))
  assert.ok(!areValidKeys({ ...keys, auth: 'c2hvcnQ' }))
})

test('the key pair is created once, and its signature satisfies RFC 8292', async () => {
  const [first, second] = [
    await openVapid(storage, () => 'https://day.example'),
    await openVapid(storage, () => 'https://day.example'),
  ]
  assert.equal(first.publicKey, second.publicKey)
  const now = Date.now()
  const header = await first.authorization('https://push.example.net/send/1', now)
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? []
  assert.equal(key, first.publicKey)
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
    audience: 'https://push.example.net',
  })
  assert.equal(payload.sub, 'https://day.example')
  assert.ok((payload.exp ?? 0) <= now / 1000 + 86_400)
  // The web-push package must create a header with the same claims.
  const pair = webPush.generateVAPIDKeys()
  const theirs = webPush.getVapidHeaders(
    'https://push.example.net',
    'https://day.example',
    pair.publicKey,
    pair.privateKey,
    'aes128gcm',
  )
  const oracle = decodeJwt(/t=([^,]+)/.exec(theirs.Authorization)?.[1] ?? '')
  assert.deepEqual(Object.keys(payload).sort(), Object.keys(oracle).sort())
})

test('contacts of push services are https or mailto addresses', () => {
  assert.equal(contactOf('https://day.example', undefined), 'https://day.example')
  assert.equal(contactOf('http://nas.example:2614', undefined), 'https://nas.example:2614')
  assert.equal(contactOf('https://day.example', 'me@day.example'), 'mailto:me@day.example')
  assert.equal(contactOf('http://localhost:2614', 'Daymark <me@day.example>'), 'mailto:me@day.example')
})

test('a push service gets one encrypted message; its answers decide what happens next', async () => {
  const received: { headers: Record<string, unknown>; body: Buffer }[] = []
  const service = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(Number(request.url?.slice(1))).end()
    })
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const { fetch } = localOutbound()
  const send = pushSender(fetch, () => openVapid(storage, () => 'mailto:me@day.example'), Date.now)
  const to = (status: number) => {
    const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/${status}`
    return send({ owner_id: 'kim', endpoint, any_port: false, ...keys }, { payload: 'hello', topic: 'abc' })
  }
  assert.deepEqual(await to(201), { kind: 'sent' })
  const [message] = received
  assert.equal(message && decrypt(message.body), 'hello')
  const { topic, ttl, urgency, 'content-encoding': encoding } = message?.headers ?? {}
  assert.deepEqual([topic, ttl, urgency, encoding], ['abc', '86400', 'high', 'aes128gcm'])
  assert.deepEqual([await to(404), await to(410)], [{ kind: 'gone' }, { kind: 'gone' }])
  assert.equal((await to(503)).kind, 'busy')
  assert.equal((await to(429)).kind, 'busy')
  assert.equal((await to(413)).kind, 'refused')
  service.close()
})
