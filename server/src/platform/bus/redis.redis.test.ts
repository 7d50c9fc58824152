import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, beforeEach, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { RedisWire, testRedisUrl } from '../../../test/support/redis.ts'
import type { Notice } from '../kernel/notice.ts'
import { RedisBus } from './redis.ts'

const log = { info: () => {}, warn: () => {} }
const observer = new Redis(testRedisUrl())
const opened: RedisBus[] = []
let user: string

beforeEach(() => {
  user = `user-${randomUUID()}`
})
after(async () => {
  for (const bus of opened) await bus.close()
  observer.disconnect()
})

class Instance {
  readonly bus: RedisBus
  readonly notices: Notice[] = []
  readonly lost: (string | undefined)[] = []

  constructor(url = testRedisUrl()) {
    this.bus = new RedisBus({ url, log, join_ms: 2_000 })
    opened.push(this.bus)
    this.bus.listen({ notice: notice => this.notices.push(notice), lost: userId => this.lost.push(userId) })
  }

  bodies(): unknown[] {
    return this.notices.map(notice => notice.body)
  }
}

const notice = (body: unknown): Notice => ({ user_id: user, kind: 'test', body })

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(5)
}

const isReady = (instance: Instance) =>
  until(() =>
    instance.bus.check().then(
      () => true,
      () => false,
    ),
  )
const subscribers = async () => Number((await observer.pubsub('NUMSUB', `daymark:user:${user}`))[1])

it('delivers a notice here at once and elsewhere soon, exactly once each', async () => {
  const [here, there, stranger] = [new Instance(), new Instance(), new Instance()]
  await Promise.all([here, there, stranger].map(isReady))
  await Promise.all([here.bus.join(user), there.bus.join(user)])
  here.bus.publish([notice(1), notice(2)])
  assert.deepEqual(here.bodies(), [1, 2])
  there.bus.publish([notice(3)])
  await until(() => there.notices.length === 3 && here.notices.length === 3)
  assert.deepEqual(here.bodies(), [1, 2, 3])
  assert.deepEqual(there.bodies().toSorted(), [1, 2, 3])
  assert.deepEqual(stranger.notices, [])
})

it('keeps one channel per user while anyone is joined', async () => {
  const instance = new Instance()
  await isReady(instance)
  await Promise.all([instance.bus.join(user), instance.bus.join(user)])
  assert.equal(await subscribers(), 1)
  instance.bus.leave(user)
  assert.equal(await subscribers(), 1)
  instance.bus.leave(user)
  await until(async () => (await subscribers()) === 0)
  instance.bus.publish([notice(1)])
  assert.deepEqual(instance.notices, [])
})

it('continues locally while Redis is down, and rejoins by itself', async () => {
  const wire = new RedisWire(testRedisUrl())
  await wire.join()
  const [cutOff, other] = [new Instance(wire.url), new Instance()]
  await Promise.all([cutOff, other].map(isReady))
  await Promise.all([cutOff.bus.join(user), other.bus.join(user)])
  await wire.cut()
  cutOff.bus.publish([notice('alone')])
  other.bus.publish([notice('unheard')])
  assert.deepEqual(cutOff.bodies(), ['alone'])
  const late = `${user}-late`
  await cutOff.bus.join(late)
  cutOff.lost.length = 0
  other.lost.length = 0
  await wire.join()
  await until(() => cutOff.lost.includes(undefined))
  await until(() => other.lost.includes(user))
  assert.equal(await subscribers(), 2)
  other.bus.publish([notice('together'), { ...notice('too'), user_id: late }])
  await until(() => cutOff.notices.length === 3)
  assert.deepEqual(cutOff.bodies().toSorted(), ['alone', 'together', 'too'])
  await cutOff.bus.close()
  await wire.cut()
})

it('does not wait for a Redis that was never up', async () => {
  const instance = new Instance('redis://127.0.0.1:1')
  await instance.bus.join(user)
  instance.bus.publish([notice(1)])
  assert.deepEqual(instance.bodies(), [1])
  await assert.rejects(instance.bus.check())
})
