import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { ApiError, Conflict, NetworkError, RateLimited, Unauthorized } from '../errors.ts'
import { create, remove, update } from '../operations/todos.ts'
import { ServerClock } from '../socket/server-clock.ts'
import type { OutboxEntry } from './entry.ts'
import { Outbox } from './outbox.ts'
import type { Accepted } from './sender.ts'
import { type EntryStorage, memoryStorage } from './storage.ts'
import { SocketLost } from './verdict.ts'
import { type Channel, processLocks, singleWindow, type Windows } from './windows.ts'

const DAY_MS = 86_400_000
const GROUP = '01a1dd40-93c2-7156-a99d-dae837885b29'
const body = (title: string, more: object = {}) => ({ body: { title, tag_group_id: GROUP, ...more } })

interface World {
  outbox: Outbox
  sent: OutboxEntry[]
  answers: (() => unknown)[]
  canCommand: boolean
  clock: ServerClock
  /** The log position in the server's answers. */
  seq: number
  /** The ends of requests that run in steps. */
  ends: (Promise<Accepted> | undefined)[]
}

/** The entries that a later window would find and that have not ended. */
const left = (entries: readonly OutboxEntry[]) =>
  entries.filter(({ state }) => state !== 'sent' && state !== 'discarded')

/** One browser's windows share these locks and channels. Messages arrive synchronously. */
function sharedWindows(): Windows {
  const channels = new Set<Channel>()
  const lock = `test ${Math.random()} `
  return {
    locks: { request: (name, options, held) => processLocks.request(lock + name, options, held) },
    channel() {
      const channel: Channel = {
        onmessage: null,
        postMessage: data => {
          for (const each of channels) if (each !== channel) each.onmessage?.({ data: structuredClone(data) })
        },
        close: () => void channels.delete(channel),
      }
      channels.add(channel)
      return channel
    },
  }
}

function open(
  t: TestContext,
  storage: EntryStorage = memoryStorage(),
  isReady = true,
  windows: Windows = singleWindow,
): World {
  const clock = new ServerClock()
  clock.set(Date.now())
  const answer = async (entry: OutboxEntry, signal: AbortSignal) => {
    world.sent.push(entry)
    const ended = once(signal, 'abort').then(() => signal.throwIfAborted())
    ended.catch(() => {})
    const data = await Promise.race([(world.answers.shift() ?? (() => ({ ok: true })))(), ended])
    const end = world.ends.shift()
    return { data, seq: world.seq, ...(end && { end }) }
  }
  const transport = {
    request: answer,
    command: answer,
    get canCommand() {
      return world.canCommand
    },
  }
  const outbox = new Outbox({
    account: 'ann',
    storage,
    windows,
    transport,
    clock,
    name: 'test',
    speed: 1,
  })
  const world: World = { outbox, sent: [], answers: [], canCommand: true, clock, seq: 0, ends: [] }
  outbox.reach(0)
  if (isReady) outbox.resume()
  t.after(() => outbox.close())
  return world
}

const fails = (error: Error) => () => {
  throw error
}
const settle = async () => {
  for (let i = 0; i < 20; i++) await turn()
}
const titles = (entries: readonly OutboxEntry[]) =>
  entries.map(entry => (entry.body as { title: string }).title)

test('sends entries in order, one at a time, each with its own key', async t => {
  const { outbox, sent } = open(t)
  const writes = ['a', 'b', 'c'].map(title => outbox.write(create, body(title)))
  await Promise.all(writes.map(write => write.done))
  assert.deepEqual(titles(sent), ['a', 'b', 'c'])
  assert.equal(new Set(sent.map(entry => entry.key)).size, 3)
  assert.ok(sent.every(entry => entry.id !== null && (entry.body as { id: string }).id === entry.id))
})

test('sends nothing before it is known who is signed in', async t => {
  const { outbox, sent } = open(t, memoryStorage(), false)
  const { done } = outbox.write(create, body('a'))
  await settle()
  assert.deepEqual(sent, [])
  outbox.resume()
  await done
})

test('waits as long as the server asks, then retries with the same key', async t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() })
  const { outbox, sent, answers } = open(t)
  answers.push(fails(new RateLimited({}, 30)))
  const { done, key } = outbox.write(create, body('a'))
  outbox.write(create, body('b'))
  await settle()
  t.mock.timers.tick(29_900)
  await settle()
  assert.deepEqual(titles(sent), ['a'])
  t.mock.timers.tick(1_200)
  await done
  await settle()
  assert.deepEqual(titles(sent), ['a', 'a', 'b'])
  assert.deepEqual([sent[0]?.key, sent[1]?.key], [key, key])
})

test('other entries pass one that runs in steps, unless they mention its item', async t => {
  const world = open(t)
  const { outbox, sent } = world
  const end = Promise.withResolvers<Accepted>()
  world.ends.push(end.promise)
  const long = outbox.write(remove, { params: { todo_id: GROUP } })
  const of = outbox.write(create, body('of it'))
  await outbox.write(update, { params: { todo_id: 'other' }, body: { title: 'other' } }).done
  const [first] = outbox.entries
  assert.deepEqual([first?.key, first?.state], [long.key, 'sending'])
  end.resolve({ data: { ok: true }, seq: 7 })
  assert.deepEqual(await long.done, { ok: true })
  await of.done
  assert.deepEqual(
    sent.map(({ id }) => id),
    [GROUP, 'other', of.id],
  )
  const [kept] = outbox.entries
  assert.deepEqual([kept?.key, kept?.state, kept?.seq], [long.key, 'sent', 7], 'until its last step arrives')
})

test('an entry that was taken back after some steps is refused, and one whose end is unknown is sent again', async t => {
  const world = open(t)
  const { outbox, sent } = world
  world.ends.push(Promise.reject(new Conflict(409, { detail: 'canceled' })))
  const canceled = outbox.write(remove, { params: { todo_id: 'a' } })
  await assert.rejects(canceled.done, /canceled/)
  world.ends.push(Promise.reject(new SocketLost('lost')))
  const lost = outbox.write(remove, { params: { todo_id: 'b' } })
  await lost.done
  assert.deepEqual(
    sent.map(({ key }) => key),
    [canceled.key, lost.key, lost.key],
  )
})

test('a write whose change has arrived without a response does not hold up other writes, except of its item', async t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() })
  const { outbox, sent, answers } = open(t)
  answers.push(fails(new NetworkError('the response was lost')))
  const lost = outbox.write(create, body('lost'))
  await settle()
  const change = { kind: 'todo', id: lost.id ?? '', action: 'created', resource: null, seq: 1 } as const
  outbox.note({ batch_id: 'b', reply_to: lost.key, changes: [change] })
  outbox.write(update, { params: { todo_id: lost.id ?? '' }, body: { title: 'renamed' } })
  outbox.write(create, body('next'))
  await settle()
  t.mock.timers.tick(500)
  await settle()
  assert.deepEqual(titles(sent), ['lost', 'next', 'lost', 'renamed'])
  assert.equal(sent[2]?.key, lost.key)
  await lost.done
})

test('retries with growing delays while the server is unreachable, and at once when it is back', async t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() })
  const { outbox, sent, answers } = open(t)
  for (let i = 0; i < 3; i++) answers.push(fails(new NetworkError('no network')))
  const { done } = outbox.write(create, body('a'))
  await settle()
  assert.equal(outbox.isOffline, true)
  t.mock.timers.tick(500)
  await settle()
  assert.equal(sent.length, 2)
  t.mock.timers.tick(499)
  await settle()
  assert.equal(sent.length, 2)
  outbox.resume()
  await settle()
  outbox.resume()
  await done
  assert.equal(outbox.isOffline, false)
})

test('keeps all entries after a 401 and waits for a sign-in', async t => {
  const { outbox, sent, answers } = open(t)
  answers.push(fails(new Unauthorized(401, {})))
  const { done } = outbox.write(create, body('a'))
  await settle()
  assert.deepEqual([outbox.state, outbox.entries[0]?.state], ['signed-out', 'waiting'])
  outbox.write(create, body('b'))
  await settle()
  assert.equal(sent.length, 1)
  outbox.resume()
  await done
})

test('keeps a refused entry with its input across a reload, and retries it with a new key', async t => {
  const storage = memoryStorage()
  const { outbox, answers } = open(t, storage)
  answers.push(fails(new Conflict(409, { detail: 'It is taken.' })))
  const write = outbox.write(create, body('a'))
  await assert.rejects(write.done, Conflict)
  await settle()
  const { outbox: reloaded, sent } = open(t, storage)
  await settle()
  const [entry] = reloaded.entries
  assert.deepEqual([entry?.state, entry?.error?.detail, sent.length], ['refused', 'It is taken.', 0])
  assert.deepEqual(entry?.body, { id: write.id, title: 'a', tag_group_id: GROUP })
  const again = reloaded.retry(write.key, { body: { ...(entry?.body as object), title: 'b' } })
  assert.deepEqual(titles(reloaded.entries), ['b'], 'the new one replaces the old one at once')
  assert.deepEqual(
    titles(await storage.load('ann')),
    ['a'],
    'which stays in the storage until that has the new one',
  )
  await again?.done
  assert.deepEqual(titles(sent), ['b'])
  assert.notEqual(sent[0]?.key, write.key)
  assert.equal(sent[0]?.id, write.id)
  await settle()
  assert.deepEqual(left(await storage.load('ann')), [])
})

test('drops an entry that was done and whose answer was erased, so that nobody sends it again', async t => {
  const storage = memoryStorage()
  const { outbox, sent, answers } = open(t, storage)
  answers.push(fails(new ApiError(410, { detail: 'The request succeeded. Its response was erased.' })))
  const { key, done } = outbox.write(create, body('a'))
  await assert.rejects(done, /erased/)
  await outbox.write(create, body('b')).done
  await settle()
  assert.deepEqual([outbox.entries, left(await storage.load('ann'))], [[], []])
  assert.equal(outbox.retry(key), undefined)
  assert.deepEqual(titles(sent), ['a', 'b'])
})

test('never sends an entry older than 30 days by itself', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const storage = memoryStorage()
  const before = open(t, storage, false)
  const { key } = before.outbox.write(create, body('old'))
  await settle()
  before.outbox.close()
  t.mock.timers.setTime(Date.now() + 31 * DAY_MS)
  const { outbox, sent } = open(t, storage)
  await settle()
  assert.deepEqual([outbox.entries[0]?.state, sent.length], ['expired', 0])
  await outbox.retry(key)?.done
  assert.deepEqual(titles(sent), ['old'])
})

test('gives up a write after repeated server errors, and continues with the next', async t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() })
  const { outbox, sent, answers } = open(t)
  for (let i = 0; i < 5; i++) answers.push(fails(new Conflict(500, { detail: 'Broken.' })))
  outbox.write(create, body('poison'))
  const { done } = outbox.write(create, body('good'))
  for (let i = 0; i < 6; i++) {
    await settle()
    t.mock.timers.tick(30_000)
  }
  await done
  assert.equal(sent.filter(entry => titles([entry])[0] === 'poison').length, 5)
  assert.equal(outbox.entries[0]?.state, 'refused')
})

test('attempts that did not reach the server, or came too often, do not count as server errors', async t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() })
  const { outbox, answers } = open(t)
  for (let i = 0; i < 4; i++) answers.push(fails(new NetworkError('no network')))
  answers.push(fails(new RateLimited({}, 1)))
  for (let i = 0; i < 4; i++) answers.push(fails(new Conflict(500, { detail: 'Broken.' })))
  const { done } = outbox.write(create, body('a'))
  for (let i = 0; i < 10; i++) {
    await settle()
    t.mock.timers.tick(60_000)
  }
  await done
})

test('timer commands wait for the socket, and only entries that depend on them wait too', async t => {
  const world = open(t)
  world.canCommand = false
  const start = world.outbox.command('timer.create', { allocated_duration: 60 })
  const todo = world.outbox.write(create, body('free'))
  await todo.done
  assert.deepEqual(
    world.sent.map(entry => entry.operation),
    ['POST /v1/todos'],
  )
  world.canCommand = true
  world.answers.push(fails(new SocketLost('lost')))
  world.outbox.wake()
  await start.done
  assert.deepEqual(
    world.sent.slice(1).map(entry => [entry.operation, entry.key]),
    [
      ['timer.create', start.key],
      ['timer.create', start.key],
    ],
  )
})

test('a change of an item whose creation was refused is blocked, and discarded with it', async t => {
  const { outbox, answers } = open(t)
  answers.push(fails(new Conflict(409, {})))
  const parent = outbox.write(create, body('parent'))
  const change = outbox.write(update, { params: { todo_id: parent.id ?? '' }, body: { title: 'x' } })
  const child = outbox.write(create, body('child', { parent_id: parent.id }))
  const grandchild = outbox.write(create, body('grandchild', { parent_id: child.id }))
  await settle()
  assert.deepEqual(
    outbox.entries.map(({ state }) => state),
    ['refused', 'blocked', 'blocked', 'blocked'],
  )
  outbox.discard(parent.key)
  assert.deepEqual(
    outbox.entries.map(({ key, state }) => [key, state]),
    [
      [child.key, 'refused'],
      [grandchild.key, 'refused'],
    ],
  )
  assert.equal(
    outbox.entries.some(({ key }) => key === change.key),
    false,
  )
})

test('an entry that was not sent yet can be discarded', async t => {
  const { outbox, sent } = open(t, memoryStorage(), false)
  const { key, done } = outbox.write(remove, { params: { todo_id: GROUP } })
  assert.equal(outbox.discard(key), true)
  await assert.rejects(done, /discarded/)
  outbox.resume()
  await settle()
  assert.deepEqual(sent, [])
})

test('discarding an entry settles the writes that depend on it, in every window', async t => {
  const [storage, windows] = [memoryStorage(), sharedWindows()]
  const left = open(t, storage, false, windows)
  const right = open(t, storage, false, windows)
  const parent = left.outbox.write(create, body('parent'))
  const params = { todo_id: parent.id ?? '' }
  const change = left.outbox.write(update, { params, body: { title: 'changed' } })
  const child = left.outbox.write(create, body('child', { parent_id: parent.id }))
  await settle()
  const deletion = right.outbox.write(remove, { params })
  await settle()
  const writes = { parent, change, child, deletion }
  const reasons: Record<string, string> = {}
  for (const [name, { done }] of Object.entries(writes))
    done.catch((error: Error) => {
      reasons[name] = error.message
    })
  left.outbox.discard(parent.key)
  await settle()
  assert.deepEqual(reasons, {
    parent: 'It was discarded.',
    change: 'It depends on a change that was discarded.',
    child: 'It depends on a change that was discarded.',
    deletion: 'It was discarded.',
  })
  assert.deepEqual(titles(left.outbox.entries), ['child'])
})

test('a write after closing is stored for the next connection, and its outcome is not awaited', async t => {
  const storage = memoryStorage()
  const { outbox, sent } = open(t, storage)
  await outbox.loaded
  outbox.close()
  const write = outbox.write(create, body('Late'))
  assert.equal(await write.stored, true)
  await assert.rejects(write.done, /connection was closed/)
  assert.equal(sent.length, 0)
  assert.equal((await storage.load('ann')).length, 1)
})

test('continues in memory when the storage fails, counts unsaved entries, and stores them later', async t => {
  const kept = memoryStorage()
  let isFull = true
  const storage: EntryStorage = {
    ...kept,
    save: entry => (isFull ? Promise.reject(new Error('full')) : kept.save(entry)),
  }
  const { outbox } = open(t, storage, false)
  assert.equal(await outbox.write(create, body('a')).stored, false)
  assert.equal(outbox.unsaved, 1)
  isFull = false
  assert.equal(await outbox.write(create, body('b')).stored, true)
  await settle()
  assert.equal(outbox.unsaved, 0)
  assert.equal((await kept.load('ann')).length, 2)
})

test('what a storage could not keep for a moment reaches the window that sends', async t => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: Date.now() })
  const [kept, windows] = [memoryStorage(), sharedWindows()]
  const sender = open(t, kept, true, windows)
  await settle()
  let fails = true
  const storage: EntryStorage = {
    ...kept,
    save: entry => (fails ? Promise.reject(new Error('blocked')) : kept.save(entry)),
  }
  const { outbox } = open(t, storage, true, windows)
  const write = outbox.write(create, body('a'))
  assert.equal(await write.stored, false)
  fails = false
  t.mock.timers.tick(2_000)
  await settle()
  assert.deepEqual(titles(sender.sent), ['a'])
  assert.equal(outbox.unsaved, 0)
})

test('an outcome that a storage could not keep for a moment reaches the other window', async t => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: Date.now() })
  const [kept, windows] = [memoryStorage(), sharedWindows()]
  let fails = false
  const storage: EntryStorage = {
    load: account => kept.load(account),
    save: entry => (fails ? Promise.reject(new Error('blocked')) : kept.save(entry)),
    remove: key => (fails ? Promise.reject(new Error('blocked')) : kept.remove(key)),
  }
  const { sent, answers } = open(t, storage, true, windows)
  await settle()
  const { outbox } = open(t, kept, true, windows)
  answers.push(() => {
    fails = true
    return { ok: true }
  })
  const ended: unknown[] = []
  outbox.on('settled', ({ outcome }) => ended.push(outcome))
  outbox.write(create, body('a'))
  await settle()
  assert.deepEqual([titles(sent), ended], [['a'], []])
  fails = false
  t.mock.timers.tick(2_000)
  await settle()
  assert.deepEqual([titles(sent), ended], [['a'], [{ data: { ok: true } }]])
})

test('waits without work while the storage stays full', async t => {
  let saves = 0
  const storage: EntryStorage = {
    ...memoryStorage(),
    save: () => {
      saves++
      return Promise.reject(new Error('full'))
    },
  }
  const { outbox } = open(t, storage, false)
  await outbox.write(create, body('a')).stored
  await settle()
  const before = saves
  await settle()
  assert.equal(saves, before)
})

test('a refused entry stays in a full storage until its retry is stored or done', async t => {
  const kept = memoryStorage()
  let isFull = false
  const storage: EntryStorage = {
    ...kept,
    save: entry => (isFull ? Promise.reject(new Error('full')) : kept.save(entry)),
  }
  const { outbox, answers } = open(t, storage)
  const refusal = fails(new Conflict(409, { detail: 'It is taken.' }))
  answers.push(refusal, refusal)
  const refused = outbox.write(create, body('a'))
  await assert.rejects(refused.done)
  isFull = true
  const again = outbox.retry(refused.key, { body: body('b').body })
  assert.equal(await again?.stored, false)
  await assert.rejects(again?.done ?? Promise.resolve())
  await outbox.flushed()
  assert.deepEqual(titles(await kept.load('ann')), ['a'], 'the retry is in memory only')
  const last = outbox.retry(again?.key ?? '', { body: body('c').body })
  await last?.done
  await settle()
  assert.deepEqual(left(await kept.load('ann')), [])
})

test('an accepted entry stays until the position has reached its number', async t => {
  const world = open(t)
  const { outbox } = world
  world.seq = 7
  await outbox.write(create, body('a')).done
  const states = () => outbox.entries.map(({ state }) => state)
  assert.deepEqual(states(), ['sent'])
  outbox.reach(6)
  assert.deepEqual(states(), ['sent'])
  outbox.reach(7)
  assert.deepEqual(states(), [])
  await outbox.write(create, body('b')).done
  assert.deepEqual(states(), [], 'its change had arrived before the answer')
})

test('an accepted entry is still shown after a reload, until the position has reached its number', async t => {
  const storage = memoryStorage()
  const world = open(t, storage)
  world.seq = 7
  await world.outbox.write(create, body('a')).done
  await world.outbox.flushed()
  world.outbox.close()
  const { outbox, sent } = open(t, storage)
  await outbox.loaded
  assert.deepEqual([titles(outbox.entries), sent.length], [['a'], 0])
  outbox.reach(7)
  assert.deepEqual(outbox.entries, [])
})

test('ended entries leave the storage when every window has had time to read their end', async t => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: Date.now() })
  const storage = memoryStorage()
  const { outbox } = open(t, storage)
  await outbox.write(create, body('a')).done
  outbox.discard(outbox.write(create, body('b')).key)
  await settle()
  assert.equal((await storage.load('ann')).length, 2)
  t.mock.timers.tick(60_001)
  await settle()
  assert.deepEqual(
    (await storage.load('ann')).map(({ state }) => state),
    ['discarded'],
  )
  t.mock.timers.setTime(Date.now() + 31 * DAY_MS)
  t.mock.timers.tick(2_000)
  await settle()
  assert.deepEqual(await storage.load('ann'), [])
})

test('an open entry that the storage has forgotten is stored again and sent once', async t => {
  const storage = memoryStorage()
  const { outbox, sent } = open(t, storage, false)
  const { key, done } = outbox.write(create, body('a'))
  await settle()
  await storage.remove(key)
  outbox.resume()
  await done
  assert.deepEqual(titles(sent), ['a'])
})

test('reports discarded entries in every window, before they leave the list', async t => {
  const [storage, windows] = [memoryStorage(), sharedWindows()]
  const left = open(t, storage, false, windows)
  const right = open(t, storage, false, windows)
  const seen: string[] = []
  for (const [name, { outbox }] of Object.entries({ left, right })) {
    outbox.on('removed', ({ key }) => seen.push(`${name} ${outbox.entries.some(each => each.key === key)}`))
    outbox.on('settled', () => seen.push('settled'))
  }
  const write = left.outbox.write(create, body('a'))
  write.done.catch(() => {})
  await settle()
  assert.deepEqual(titles(right.outbox.entries), ['a'])
  left.outbox.discard(write.key)
  await settle()
  assert.deepEqual(seen, ['left true', 'right true'])
  assert.deepEqual(right.outbox.entries, [])
})

test('a window that takes over resends the entry that the closed one was sending', async t => {
  const windows = sharedWindows()
  const storage = memoryStorage()
  const left = open(t, storage, true, windows)
  const right = open(t, storage, true, windows)
  left.answers.push(() => new Promise(() => {}))
  const { key } = left.outbox.write(create, body('a'))
  await settle()
  assert.deepEqual(
    right.outbox.entries.map(({ state }) => state),
    ['sending'],
  )
  left.outbox.close()
  await settle()
  assert.deepEqual(
    right.sent.map(entry => entry.key),
    [key],
  )
})

test('a window learns the outcome of its write while another window sends', async t => {
  const windows = sharedWindows()
  const storage = memoryStorage()
  const left = open(t, storage, true, windows)
  const right = open(t, storage, true, windows)
  await settle()
  assert.deepEqual(await right.outbox.write(create, body('a')).done, { ok: true })
  left.answers.push(fails(new Conflict(409, { detail: 'It is taken.' })))
  const refused = right.outbox.write(create, body('b'))
  await assert.rejects(refused.done, Conflict)
  assert.deepEqual([left.sent.length, right.sent.length], [2, 0])
  right.outbox.discard(refused.key)
  await settle()
  assert.equal(
    left.outbox.entries.some(({ key }) => key === refused.key),
    false,
  )
})

test('a change that arrives before the other window reports its write ends that write', async t => {
  const [storage, windows] = [memoryStorage(), sharedWindows()]
  const leader = open(t, storage, true, windows)
  await settle()
  const follower = open(t, storage, true, windows)
  await settle()
  leader.seq = 1
  follower.outbox.reach(1)
  await leader.outbox.write(remove, { params: { todo_id: GROUP } }).done
  await settle()
  assert.deepEqual([leader.outbox.entries.length, follower.outbox.entries.length], [1, 0])
})

test('does not show an entry that another window completed while this one was reading the storage', async t => {
  const [storage, windows] = [memoryStorage(), sharedWindows()]
  const first = open(t, storage, true, windows)
  const answer = Promise.withResolvers<unknown>()
  first.answers.push(() => answer.promise)
  const write = first.outbox.write(create, body('a'))
  await write.stored
  const read = Promise.withResolvers<void>()
  const slow: EntryStorage = {
    ...storage,
    async load(account) {
      const entries = await storage.load(account)
      await read.promise
      return entries
    },
  }
  const second = open(t, slow, true, windows)
  await settle()
  answer.resolve({ ok: true })
  await write.done
  read.resolve()
  await second.outbox.loaded
  await settle()
  assert.deepEqual(second.outbox.entries, [])
})

test('a window that opens when another one has just completed, refused or discarded an entry shows that', async t => {
  const [storage, windows] = [memoryStorage(), sharedWindows()]
  const first = open(t, storage, true, windows)
  first.answers = [() => ({ ok: true }), fails(new Conflict(409, { detail: 'It is taken.' }))]
  const late: World[] = []
  // Each of these windows opens after a write's outcome, but before the storage has changed.
  first.outbox.on('settled', () => late.push(open(t, storage, true, windows)))
  const [, refused] = ['a', 'b'].map(title => first.outbox.write(create, body(title)))
  await assert.rejects(refused?.done ?? assert.fail())
  await settle()
  const statesOf = ({ outbox }: World) => outbox.entries.map(entry => `${titles([entry])} ${entry.state}`)
  for (const world of late)
    assert.deepEqual(
      statesOf(world).filter(state => state !== 'a sent'),
      ['b refused'],
    )
  first.outbox.discard(refused?.key ?? '')
  late.push(open(t, storage, true, windows))
  await settle()
  for (const world of late)
    assert.deepEqual(
      statesOf(world).filter(state => state !== 'a sent'),
      [],
    )
  assert.equal(late.length, 3)
})
