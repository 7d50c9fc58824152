import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Activity, Readers } from '../../../features/timers/activity/activity.ts'
import { naiveUtc } from '../../../platform/kernel/time/zone.ts'
import type { Connection } from '../connection/connection.ts'
import { friendNotices } from './friend-notices.ts'

const activity = (seq: number): Activity => ({
  friend_id: 'ann',
  display_name: 'Ann',
  action: 'start',
  timer_id: 'timer',
  timer_title: `Title ${seq}`,
  at: seq,
})

function listener() {
  const received: string[] = []
  const send = (data: Buffer | string) => {
    received.push(JSON.parse(String(data)).payload.timer_title ?? 'no title')
  }
  return { received, connections: new Set([{ zone: naiveUtc, send } as unknown as Connection]) }
}

const log = { error: (details: object) => assert.fail(JSON.stringify(details)) }

test('one access check for all friends, and a result for each', async () => {
  let questions = 0
  const readers: Readers = new Map([
    ['bob', { maySeeTitle: true }],
    ['cleo', { maySeeTitle: false }],
  ])
  const ask = async () => {
    questions++
    return readers
  }
  const notices = friendNotices({ readers: ask }, log)
  const people = { bob: listener(), cleo: listener(), dora: listener() }
  // Passes equal but distinct objects, as two instances would.
  for (const [id, { connections }] of Object.entries(people)) notices.notify(id, activity(1), connections)
  while (people.bob.received.length === 0) await nextTurn()
  assert.equal(questions, 1)
  assert.deepEqual(people.bob.received, ['Title 1'])
  assert.deepEqual(people.cleo.received, ['no title'])
  assert.deepEqual(people.dora.received, [], 'no longer a friend')
})

test('actions of one person are sent in order, however long the checks take', async () => {
  const waits = [3, 0, 1]
  const source = {
    readers: async ({ at: seq }: Activity): Promise<Readers> => {
      for (let i = 0; i < (waits[seq] ?? 0); i++) await nextTurn()
      return new Map([['bob', { maySeeTitle: true }]])
    },
  }
  const notices = friendNotices(source, log)
  const bob = listener()
  for (const seq of [0, 1, 2]) {
    notices.notify('bob', activity(seq), bob.connections)
    await nextTurn()
  }
  while (bob.received.length < 3) await nextTurn()
  assert.deepEqual(bob.received, ['Title 0', 'Title 1', 'Title 2'])
})
