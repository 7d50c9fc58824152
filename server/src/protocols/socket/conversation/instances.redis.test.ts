// Two instances with one PostgreSQL and one Redis behave like one.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { ServerMessage } from '@daymark/contract/sockets/timer-socket'
import fc, { runs } from '../../../../../scripts/test/properties.ts'
import { connect, type Device, greeted } from '../../../../test/support/device.ts'
import { befriend, newPerson } from '../../../../test/support/people.ts'
import { RedisWire, testRedisUrl } from '../../../../test/support/redis.ts'
import { converges, history } from '../../../../test/support/timer-model.ts'
import { startTwins, type Twins } from '../../../../test/support/twins.ts'
import { roleStore } from '../../../features/people/users/role-store.ts'

const wires = [new RedisWire(testRedisUrl()), new RedisWire(testRedisUrl())] as const
let twins: Twins

before(async () => {
  await Promise.all(wires.map(wire => wire.join()))
  twins = await startTwins([wires[0].url, wires[1].url], { WS_RATE_LIMIT_ENABLED: 'false' })
})
after(async () => {
  await twins.close()
  await Promise.all(wires.map(wire => wire.cut()))
})

const changes = (device: Device) =>
  device.received.filter(message => /^timer\.(created|updated|deleted)$/.test(message.type))
const withoutReply = ({ reply_to: _id, ...rest }: ServerMessage) => rest

it('sends every change to the sockets of both, in order, once and identically', async () => {
  const { id, client } = await newPerson(twins.first, 'ann')
  const [here, there] = [await greeted(twins.first, id), await greeted(twins.second, id)]
  const { timer } = (await here.start()).payload
  const params = { timer_id: timer.id }
  await there.until(message => message.seq === 1)
  for (let i = 0; i < 10; i++) {
    const device = i % 3 === 0 ? there : here
    assert.equal((await device.ask(i % 2 ? 'timer.resume' : 'timer.pause', params)).type, 'timer.updated')
  }
  await client.timers.update({ params, body: { title: 'New' } })
  await client.timers.remove({ params })
  for (const device of [here, there]) await device.next('timer.deleted')
  assert.deepEqual(changes(there).map(withoutReply), changes(here).map(withoutReply))
  assert.equal(changes(here).length, 13)
  await Promise.all([here.close(), there.close()])
})

it('delivers notices of friends across instances', async () => {
  const [ann, bob] = [await newPerson(twins.first, 'ann'), await newPerson(twins.first, 'bob')]
  await befriend(ann, bob)
  const [anns, bobs, bobs2] = [
    await greeted(twins.first, ann.id),
    await greeted(twins.second, bob.id),
    await greeted(twins.first, bob.id),
  ]
  await anns.start({ title: 'T', visibility: { level: 'friends' } })
  for (const device of [bobs, bobs2]) {
    assert.equal((await device.next('timer.friend_activity')).payload.timer_title, 'T')
    await device.settled()
    assert.equal(device.received.filter(message => message.type === 'timer.friend_activity').length, 1)
  }
  await Promise.all([anns, bobs, bobs2].map(device => device.close()))
})

it('refuses a disabled person on the other instance at once', async () => {
  const [ann, bob] = [await newPerson(twins.first, 'ann'), await newPerson(twins.first, 'bob')]
  await twins.first.storage.write([], tx => roleStore(tx).setAdmin(ann.id, 1))
  const token = await twins.first.issuer.token({ sub: bob.id, name: bob.id })
  const { fetch } = twins.second
  const read = async () =>
    (await fetch('/v1/users/me', { headers: { authorization: `Bearer ${token}` } })).status
  assert.equal(await read(), 200)
  const [here, there] = [await greeted(twins.first, ann.id), await greeted(twins.second, ann.id)]
  await ann.client.administration.updatePerson({ params: { user_id: bob.id }, body: { disabled: true } })
  // Redis keeps the order, so the notice has arrived once a later message has arrived.
  await here.start()
  await there.next('timer.created')
  assert.equal(await read(), 401)
  await Promise.all([here.close(), there.close()])
})

it('knows ids and seqs on the other instance', async () => {
  const { id, client } = await newPerson(twins.first, 'ann')
  const here = await greeted(twins.first, id)
  const original = await here.ask('timer.create', { allocated_duration: 60 }, 'moved')
  await here.start()
  await here.close()
  const there = await connect(twins.second, id, { query: '?since=1' })
  await there.next('timer.sync_result')
  assert.deepEqual(
    there.received.map(message => [message.type, message.seq]),
    [
      ['connected', undefined],
      ['timer.created', 2],
      ['timer.sync_result', 2],
    ],
  )
  assert.deepEqual(await there.ask('timer.create', { allocated_duration: 60 }, 'moved'), original)
  assert.equal((await client.timers.list()).length, 2)
  await there.close()
})

it('lets one of two racing instances win', async () => {
  const { id } = await newPerson(twins.first, 'ann')
  const devices = [await greeted(twins.first, id), await greeted(twins.second, id)]
  for (let round = 0; round < 10; round++) {
    const started = await devices[0]?.start()
    const timer_id = started?.payload.timer.id
    const answers = await Promise.all(devices.map(device => device.ask('timer.stop', { timer_id })))
    assert.deepEqual(answers.map(answer => answer.type).sort(), ['error', 'timer.updated'])
  }
  await Promise.all(devices.map(device => device.close()))
})

it('continues while Redis is down, and recovers when it is back', async () => {
  for (const away of [[wires[0]], [wires[1]], [...wires]]) {
    const { id } = await newPerson(twins.first, 'ann')
    const [here, there] = [await greeted(twins.first, id), await greeted(twins.second, id)]
    const { timer } = (await here.start()).payload
    await there.until(message => message.seq === 1)
    await Promise.all(away.map(wire => wire.cut()))
    await here.ask('timer.pause', { timer_id: timer.id })
    await here.ask('timer.resume', { timer_id: timer.id })
    await Promise.all(away.map(wire => wire.join()))
    await there.until(message => message.seq === 3)
    assert.deepEqual(changes(there).map(withoutReply), changes(here).map(withoutReply))
    await Promise.all([here.close(), there.close()])
  }
})

it('converges after any history over both', async () => {
  let people = 0
  await fc.assert(
    fc.asyncProperty(history, steps => converges([twins.first, twins.second], `twins-${++people}`, steps)),
    { numRuns: runs(50) },
  )
})
