// Tests the SDK's timer socket with a real server.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { CommandFailed, createClient, elapsedMs } from '@daymark/client'
import { openSdkWorld, reaches, type SdkWorld, shows } from './support/sdk-world.ts'
import { openWire, type Wire } from './support/wire.ts'

const HOUR = 3600

describe('the timer socket of the SDK', () => {
  let world: SdkWorld

  before(async () => {
    world = await openSdkWorld()
  })
  after(() => world.close())

  it('connects, starts, pauses, resumes and stops a timer', async () => {
    const socket = world.connect(await world.clientOf('ann'))
    await reaches(socket, 'live')
    const started = await socket.start({ allocated_duration: HOUR, title: 'Write' })
    assert.equal(started.status, 'RUNNING')
    assert.equal((await socket.pause(started.id)).status, 'PAUSED')
    assert.equal((await socket.resume(started.id)).status, 'RUNNING')
    const stopped = await socket.stop(started.id)
    assert.equal(stopped.status, 'COMPLETED')
    assert.equal(socket.timers.get(started.id)?.status, 'COMPLETED')
  })

  it('rejects a refused command with its code and message', async () => {
    const socket = world.connect(await world.clientOf('bob'))
    const { id } = await socket.start({ allocated_duration: HOUR })
    await socket.stop(id)
    await assert.rejects(
      socket.pause(id),
      (error: unknown) => error instanceof CommandFailed && error.code === 'PAUSE_FAILED',
    )
  })

  it('rejects commands if the server does not know the time zone', async () => {
    const socket = world.connect(await world.clientOf('una'), { timezone: 'Mars/Olympus' })
    const unknown = { name: 'RangeError', message: /does not know this `timezone`/ }
    await assert.rejects(socket.start({ allocated_duration: HOUR }), unknown)
    assert.equal(socket.state, 'offline')
    await assert.rejects(socket.start({ allocated_duration: HOUR }), unknown)
  })

  it('shows a change on the other device, with the same elapsed time on both', async () => {
    const client = await world.clientOf('cleo')
    const [phone, laptop] = [world.connect(client), world.connect(client)]
    await Promise.all([reaches(phone, 'live'), reaches(laptop, 'live')])
    const { id } = await phone.start({ allocated_duration: HOUR })
    await shows(laptop, each => each.timers.has(id))
    await laptop.pause(id)
    await shows(phone, each => each.timers.get(id)?.status === 'PAUSED')
    const now = phone.serverNow()
    const [a, b] = [phone, laptop].map(each => each.timers.get(id))
    assert.ok(a && b)
    assert.equal(elapsedMs(a, now), elapsedMs(b, now))
    assert.equal(Math.floor(elapsedMs(a, now) / 1000), a.elapsed_time)
  })

  it('reconnects after a lost connection, catches up and runs waiting commands once', async () => {
    const wire: Wire = await openWire(world.baseUrl)
    const away = world.connect(await world.clientOf('dora', wire.url))
    const home = world.connect(await world.clientOf('dora'))
    await Promise.all([reaches(away, 'live'), reaches(home, 'live')])
    const { id } = await away.start({ allocated_duration: HOUR })
    await shows(home, each => each.timers.has(id))
    await wire.cut()
    await reaches(away, 'offline')
    const paused = await home.pause(id)
    const waiting = [away.resume(id), away.start({ allocated_duration: HOUR, title: 'queued' })]
    await wire.join()
    away.retry()
    const [resumed, queued] = await Promise.all(waiting)
    assert.equal(resumed?.status, 'RUNNING')
    assert.deepEqual(
      resumed?.pause_history.map(event => event.action),
      ['start', 'pause', 'resume'],
    )
    assert.equal(paused.status, 'PAUSED')
    await shows(home, each => each.timers.has(queued?.id ?? ''))
    const all = await (await world.clientOf('dora')).timers.list()
    assert.equal(all.filter(timer => timer.title === 'queued').length, 1)
    await wire.cut()
  })

  it('reports unauthorized for a bad token and recovers with a good one', async () => {
    let token = 'bad'
    const socket = world.connect(createClient({ baseUrl: world.baseUrl, token: () => token }))
    await reaches(socket, 'unauthorized')
    token = await world.tokenOf('fay')
    socket.retry()
    await reaches(socket, 'live')
  })

  it('a signal aborts one command, or the whole socket', async () => {
    const wire = await openWire(world.baseUrl)
    const whole = new AbortController()
    const socket = world.connect(await world.clientOf('una', wire.url), { signal: whole.signal })
    await reaches(socket, 'live')
    await wire.cut()
    await reaches(socket, 'offline')
    const one = new AbortController()
    const given = socket.start({ allocated_duration: HOUR, title: 'given up' }, { signal: one.signal })
    const kept = socket.start({ allocated_duration: HOUR, title: 'kept' })
    one.abort(new Error('changed my mind'))
    await assert.rejects(given, /changed my mind/)
    await wire.join()
    socket.retry()
    assert.equal((await kept).title, 'kept')
    assert.equal(socket.timers.size, 1)
    const waiting = socket.start({ allocated_duration: HOUR })
    whole.abort()
    await assert.rejects(waiting, /closed/)
    await wire.cut()
  })
})
