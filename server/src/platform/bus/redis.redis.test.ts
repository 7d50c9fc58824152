// The bus over a real Redis: who hears what, how channels are counted, and what happens while Redis is away.
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

class Ear {
  readonly bus: RedisBus
  readonly notices: Notice[] = []
  readonly lost: (string | undefined)[] = []

  constructor(url = testRedisUrl()) {
    this.bus = new RedisBus({ url, log, join_ms: 300 })
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

const isReady = (ear: Ear) =>
  until(() =>
    ear.bus.check().then(
      () => true,
      () => false,
    ),
  )
const subscribers = async () => Number((await observer.pubsub('NUMSUB', `daymark:user:${user}`))[1])

it('is heard here at once, elsewhere soon, and once each', async () => {
  const [here, there, stranger] = [new Ear(), new Ear(), new Ear()]
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

it('keeps one channel per user, as long as somebody is joined', async () => {
  const ear = new Ear()
  await isReady(ear)
  await Promise.all([ear.bus.join(user), ear.bus.join(user)])
  assert.equal(await subscribers(), 1)
  ear.bus.leave(user)
  assert.equal(await subscribers(), 1)
  ear.bus.leave(user)
  await until(async () => (await subscribers()) === 0)
  ear.bus.publish([notice(1)])
  assert.deepEqual(ear.notices, [])
})

it('goes on alone while Redis is away, and joins again by itself', async () => {
  const wire = new RedisWire(testRedisUrl())
  await wire.join()
  const [cutOff, other] = [new Ear(wire.url), new Ear()]
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

it('does not wait for a Redis that was never there', async () => {
  const ear = new Ear('redis://127.0.0.1:1')
  await ear.bus.join(user)
  ear.bus.publish([notice(1)])
  assert.deepEqual(ear.bodies(), [1])
  await assert.rejects(ear.bus.check())
})
