// Tests the outbox of the SDK's timer socket with a real server.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createClient, type FailedCommand, type OutboxStorage } from '@daymark/client'
import { openSdkWorld, reaches, type SdkWorld, shows } from './support/sdk-world.ts'
import { openWire } from './support/wire.ts'

const HOUR = 3600

describe('the outbox of the SDK', () => {
  let world: SdkWorld

  before(async () => {
    world = await openSdkWorld()
  })
  after(() => world.close())

  /** Several windows share this storage, like `localStorage`. */
  function sharedOutbox() {
    const texts = new Map<string, string>()
    const outbox: OutboxStorage = {
      load: () => [...texts],
      save: (id, text) => void texts.set(id, text),
      remove: id => void texts.delete(id),
    }
    return { texts, outbox }
  }

  it('runs a command once although its answer was lost', async () => {
    const client = await world.clientOf('eve')
    const { texts, outbox } = sharedOutbox()
    const first = world.connect(client, { outbox })
    await reaches(first, 'live')
    const sent = first.start({ allocated_duration: HOUR, title: 'once' })
    const whileWaiting = [...texts]
    await sent
    first.close()
    for (const [id, text] of whileWaiting) texts.set(id, text)
    const second = world.connect(client, { outbox })
    await reaches(second, 'live')
    await second.start({ allocated_duration: HOUR, title: 'after' })
    const all = await client.timers.list()
    assert.equal(all.filter(timer => timer.title === 'once').length, 1)
    assert.equal(texts.size, 0)
  })

  it('records offline commands at the time of the press', async () => {
    const wire = await openWire(world.baseUrl)
    const client = await world.clientOf('lou')
    const socket = world.connect(await world.clientOf('lou', wire.url))
    await reaches(socket, 'live')
    const { id } = await socket.start({ allocated_duration: HOUR })
    await wire.cut()
    await reaches(socket, 'offline')
    const waiting = [socket.pause(id), socket.start({ allocated_duration: HOUR, title: 'offline' })]
    const pressed = world.server.clock.now()
    world.server.clock.advance(29_000)
    await wire.join()
    socket.retry()
    const [paused, started] = await Promise.all(waiting)
    for (const [what, at] of [
      ['pause', paused?.paused_at],
      ['start', started?.started_at],
    ] as const) {
      const lateBy = Date.parse(`${at}Z`) - pressed
      assert.ok(lateBy <= 0, `${what}: ${lateBy} ms after the press`)
    }
    const [kept] = (await client.timers.list()).filter(timer => timer.id === id)
    assert.ok((kept?.elapsed_time ?? 29) < 29)
    await wire.cut()
  })

  it('sends what a closed window left behind together with its own', async () => {
    const wire = await openWire(world.baseUrl)
    const { texts, outbox } = sharedOutbox()
    const client = await world.clientOf('mia', wire.url)
    const [left, right] = [world.connect(client, { outbox }), world.connect(client, { outbox })]
    await Promise.all([reaches(left, 'live'), reaches(right, 'live')])
    const { id } = await left.start({ allocated_duration: HOUR })
    await wire.cut()
    await Promise.all([reaches(left, 'offline'), reaches(right, 'offline')])
    const abandoned = assert.rejects(left.pause(id), /closed/)
    const own = right.start({ allocated_duration: HOUR, title: 'of the other window' })
    left.close()
    await abandoned
    await wire.join()
    right.retry()
    await Promise.all([own, shows(right, each => each.timers.get(id)?.status === 'PAUSED')])
    assert.equal(texts.size, 0)
    await wire.cut()
  })

  it('reports what failed after a reload, and what is too old to be sent', async () => {
    const { texts, outbox } = sharedOutbox()
    const wire = await openWire(world.baseUrl)
    const token = () => world.tokenOf('ned')
    const away = world.connect(createClient({ baseUrl: wire.url, token }), { outbox })
    await reaches(away, 'live')
    const { id } = await away.start({ allocated_duration: HOUR })
    await wire.cut()
    await reaches(away, 'offline')
    for (const outcome of [away.resume(id), away.pause(id)]) outcome.catch(() => {})
    away.close()
    /** Simulates a page reload. Returns the failures that the new page reports until its own command gets a reply. */
    const reload = async () => {
      const failures: FailedCommand[] = []
      const socket = world.connect(createClient({ baseUrl: world.baseUrl, token }), { outbox })
      socket.on('failed', failure => failures.push(failure))
      await socket.start({ allocated_duration: HOUR })
      socket.close()
      return failures.map(({ command, error }) => [command.type, error.code])
    }
    const stored = [...texts]
    assert.deepEqual(await reload(), [['timer.resume', 'RESUME_FAILED']])
    assert.equal(texts.size, 0)
    for (const [key, text] of stored) texts.set(key, text)
    world.server.clock.advance(31 * 86_400_000)
    assert.deepEqual(await reload(), [
      ['timer.resume', 'TOO_OLD'],
      ['timer.pause', 'TOO_OLD'],
    ])
    assert.equal(texts.size, 0)
  })
})
