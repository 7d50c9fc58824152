import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Device, type DeviceOptions } from './device.ts'
import { openTarget, type Target } from './target.ts'

const ALLOWED = 'https://app.example.org'

describe('the handshake of the timer socket', () => {
  let target: Target
  let people = 0
  const devices: Device[] = []
  before(async () => {
    target = await openTarget({ CORS_ALLOWED_ORIGINS: `${ALLOWED}, wss://socket.example.org` })
  })
  after(async () => {
    for (const device of devices) await device.close()
    await target.stop()
  })

  /** Opens a device, by default for a new person, so that no test uses up another's limit. */
  async function open(options: DeviceOptions = {}, person = `handshake-${people++}`): Promise<Device> {
    const device = new Device(target, { token: await target.token(person), ...options })
    devices.push(device)
    return device
  }
  const greets = async (options: DeviceOptions) => assert.ok(await (await open(options)).greeted())

  it('the credential is the single subprotocol authorization.bearer.<JWT>, and it is echoed', async () => {
    const token = await target.token('echo')
    const device = await open({ token })
    await device.greeted()
    assert.equal(device.socket.protocol, `authorization.bearer.${token}`)
  })

  it('the server sends connected, then timer.sync_result, without a request', async () => {
    const device = await open()
    await device.greeted()
    const [connected, result] = device.received
    assert.equal(connected?.type, 'connected')
    assert.equal(typeof connected.payload['user_id'], 'string')
    assert.equal(typeof connected.payload.message, 'string')
    assert.equal(result?.type, 'timer.sync_result')
    assert.deepEqual([result.payload.timers, result.payload.count], [[], 0])
  })

  it('timer.sync_result contains the active timers: RUNNING and PAUSED', async () => {
    const first = await (await open({}, 'active-person')).greeted()
    const [running, paused, stopped] = [await first.start(), await first.start(), await first.start()]
    await first.ask('timer.pause', { timer_id: paused.id })
    await first.ask('timer.stop', { timer_id: stopped.id })
    const { payload } = await (await open({}, 'active-person')).next('timer.sync_result')
    assert.equal(payload.count, 2)
    assert.deepEqual(payload.timers.map(timer => timer.id).sort(), [running.id, paused.id].sort())
  })

  it('a missing or bad token closes with 1008, before connected', async () => {
    const expired = await target.token('late', { exp: Math.floor(Date.now() / 1000) - 3600 })
    for (const protocols of [[], ['authorization.bearer.x.y.z'], [`authorization.bearer.${expired}`]]) {
      const device = await open({ protocols })
      assert.deepEqual(await device.ended, { code: 1008, reason: 'unauthorized' })
      assert.deepEqual(device.received, [])
    }
  })

  it('a token in the query is not supported, nor is one in the Authorization header', async () => {
    const token = await target.token('query')
    const asked = await open({ protocols: [], query: `?token=${token}` })
    assert.equal((await asked.ended).code, 1008)
    const header = await open({ protocols: [], headers: { authorization: `Bearer ${token}` } })
    assert.equal((await header.ended).code, 1008)
  })

  it('an origin that is not in the list is refused: 403, which a browser sees as 1006', async () => {
    for (const origin of ['https://evil.example', 'http://app.example.org', `${ALLOWED}.evil.example`]) {
      const ended = await (await open({ headers: { origin } })).ended
      assert.deepEqual([ended.code, ended.status], [1006, 403], origin)
    }
  })

  it('the origin is checked before the token', async () => {
    const device = await open({ protocols: [], headers: { origin: 'https://evil.example' } })
    assert.equal((await device.ended).status, 403)
  })

  it('listed origins are accepted (ws like http, wss like https), and so are its own origin and none', async () => {
    for (const origin of [ALLOWED, 'https://socket.example.org', 'wss://app.example.org', target.baseUrl])
      await greets({ headers: { origin } })
    await greets({})
  })

  it('the path /api/v1/ws/timers is an alias', () => greets({ path: '/api/v1/ws/timers' }))

  it('an unknown timezone closes with 1008 and the reason', async () => {
    for (const zone of ['Mars/Base', '+25:00', '']) {
      const device = await open({ query: `?timezone=${encodeURIComponent(zone)}` })
      assert.deepEqual(await device.ended, { code: 1008, reason: 'invalid timezone' }, zone)
    }
  })

  it('when the token expires the connection is closed with 1008', async () => {
    // This token expired 24 seconds ago. The server accepts expired tokens for 30 seconds, so it will reject this
    // token soon.
    const exp = Math.floor(Date.now() / 1000) - 24
    const device = await open({ token: await target.token('expiring', { exp }) })
    await device.greeted()
    assert.deepEqual(await device.ended, { code: 1008, reason: 'token expired' })
  })

  it('a plain GET of the path is not a socket', async () => {
    const answer = await target.request('/v1/ws/timers', { token: await target.token('plain') })
    assert.ok(answer.status >= 400 && answer.status < 500, String(answer.status))
  })
})

describe('socket limits by default', () => {
  it('10 connections per window by default', async () => {
    const target = await openTarget()
    try {
      const token = await target.token('ten')
      const devices = Array.from({ length: 11 }, () => new Device(target, { token }))
      const outcomes = await Promise.all(
        devices.map(each =>
          Promise.race([each.greeted().then(() => 'in'), each.ended.then(end => end.code)]),
        ),
      )
      assert.deepEqual(
        outcomes.filter(each => each !== 'in'),
        [4029],
      )
      for (const device of devices) await device.close()
    } finally {
      await target.stop()
    }
  })
})
