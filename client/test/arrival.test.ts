// One rule for arrival: what a device shows goes back only by a change in the log, and nothing is missed, in whatever
// order requests, answers and socket messages arrive.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type EntryStorage, LiveConnection, type LiveOptions, memoryStorage } from '@daymark/client'
import { create, remove, update } from '../src/operations/todos.ts'
import { FakeServer } from './support/fake-server.ts'
import { browserProfile, synced, until } from './support/live-world.ts'

const GROUP = '01a1dd40-93c2-7156-a99d-dae837885b29'

function open(t: TestContext, server: FakeServer, options: LiveOptions = {}): LiveConnection {
  const live = new LiveConnection(server.connection(), {
    WebSocket: server.WebSocket,
    account: 'ann',
    ...options,
  })
  t.after(() => live.close())
  return live
}

const turns = async (count = 50): Promise<void> => {
  for (let i = 0; i < count; i++) await turn()
}

const todo = (title: string) => ({ body: { title, tag_group_id: GROUP } })
const reads = (path: string) => (request: { path: string }) => request.path === path
const shownIds = (live: LiveConnection): string[] => [...live.store.todos.all().keys()].sort()

/** The log is pruned while the connection is lost. All data must be read again, which is held. */
function loseLog(server: FakeServer, live: LiveConnection): { reached: Promise<void>; release(): void } {
  const load = server.hold('answer', ({ method, path }) => method === 'GET' && path !== '/v1/users/me')
  server.sockets.at(-1)?.drop()
  server.change([{ id: 'b', resource: { title: 'B' } }])
  server.pruned = server.seq
  live.retry()
  return load
}

/** Every order in which a todo was seen to come and go. */
function comings(live: LiveConnection, id: string): boolean[] {
  const seen = [live.store.todos.get(id) !== undefined]
  live.store.todos.subscribe(() => {
    const isThere = live.store.todos.get(id) !== undefined
    if (isThere !== seen.at(-1)) seen.push(isThere)
  })
  return seen
}

test('a socket that is greeted after another read has moved on misses nothing in between', async t => {
  const server = new FakeServer()
  server.socketMode = 'silent'
  const seen: string[] = []
  // The position is read while sockets are opened and lost.
  const position = server.hold('answer', ({ method, path }) => method === 'GET' && path !== '/v1/users/me')
  const live = open(t, server, { store: false, pollMs: 600_000 })
  live.on('batch', ({ changes }) => seen.push(...changes.map(({ id }) => id)))
  for (const attempt of [0, 1]) {
    await turns()
    server.sockets[attempt]?.drop()
    live.retry()
  }
  await position.reached
  await turns()
  position.release()
  await turns()
  server.change([{ id: 'between', resource: { title: 'Between' } }])
  server.sockets.at(-1)?.greet()
  await until(live, () => live.status.state === 'synced' && live.seq === 1)
  assert.deepEqual(seen, ['between'])
})

test('a page that was read earlier and arrives last changes nothing', async t => {
  const server = new FakeServer()
  server.change([{ id: 'a', resource: { title: 'A' } }])
  const live = open(t, server, { socket: false, pollMs: 600_000 })
  await live.ready
  server.change([{ id: 'a', resource: { title: 'Renamed' } }])
  const page = server.hold('answer', reads('/v1/changes'))
  live.retry()
  await page.reached
  server.change([{ id: 'a', resource: null }])
  live.retry()
  await turns()
  page.release()
  await turns()
  live.retry()
  await until(live, () => live.seq === 3)
  await turns()
  assert.deepEqual(shownIds(live), [])
})

test('own new items stay while everything is loaded again, whatever the server repeats', async t => {
  const server = new FakeServer()
  server.change([{ id: 'a', resource: { title: 'A' } }])
  const live = open(t, server)
  await live.ready
  const load = loseLog(server, live)
  await load.reached
  const writes = ['First', 'Second'].map(title => live.write(create, todo(title)))
  const seen = writes.map(({ id }) => comings(live, id ?? ''))
  await Promise.all(writes.map(({ done }) => done))
  await turns()
  const last = server.after(0).at(-1)
  if (last) server.sockets.at(-1)?.deliver(last, true)
  await turns()
  assert.deepEqual(seen, [[true], [true]], 'both are shown all the time')
  load.release()
  await synced(live)
  assert.deepEqual(seen, [[true], [true]])
  assert.deepEqual(shownIds(live), ['a', 'b', ...writes.map(({ id }) => id ?? '')].sort())
})

test('an accepted write stays until the position has reached its own number, not an earlier one', async t => {
  const server = new FakeServer()
  const live = open(t, server)
  await live.ready
  const [socket] = server.sockets
  assert.ok(socket)
  socket.isSlow = true
  const first = live.write(create, todo('First'))
  const second = live.write(create, todo('Second'))
  const seen = [comings(live, first.id ?? ''), comings(live, second.id ?? '')]
  await Promise.all([first.done, second.done])
  assert.equal(live.status.state, 'sending')
  socket.flush()
  await synced(live)
  assert.deepEqual(seen, [[true], [true]])
  assert.deepEqual([shownIds(live).length, live.seq], [2, 2])
})

test('a write whose change has arrived stays deleted if another device deleted its item', async t => {
  const server = new FakeServer()
  const live = open(t, server)
  await live.ready
  const answer = server.hold('answer', ({ method }) => method === 'POST')
  const write = live.write(create, todo('Short'))
  const seen = comings(live, write.id ?? '')
  await answer.reached
  server.change([{ id: write.id ?? '', resource: null }])
  await turns()
  answer.release()
  await synced(live)
  assert.deepEqual(seen, [true, false])
})

test('the deletion of an item that is gone already hides it until its deletion arrives', async t => {
  const server = new FakeServer()
  server.change([{ id: 'a', resource: { title: 'A' } }])
  const live = open(t, server)
  await live.ready
  const [socket] = server.sockets
  assert.ok(socket)
  socket.isSlow = true
  server.change([{ id: 'a', resource: null }])
  const write = live.write(remove, { params: { todo_id: 'a' } })
  const seen = comings(live, 'a')
  await assert.rejects(write.done, /Not found/)
  await turns()
  socket.flush()
  await synced(live)
  assert.deepEqual(seen, [false])
})

test('a batch that was cut off in the middle is applied once, and as a whole', async t => {
  const server = new FakeServer()
  const live = open(t, server)
  await live.ready
  const shown: string[][] = []
  live.store.todos.subscribe(() => shown.push(shownIds(live)))
  const [socket] = server.sockets
  assert.ok(socket)
  socket.isSlow = true
  server.change(['a', 'b'].map(id => ({ id, resource: { title: id } })))
  // Only the first half arrives, then a new connection is opened.
  const [half] = server.after(0)
  socket.isSlow = false
  if (half) socket.deliver(half, false)
  live.retry()
  socket.drop()
  live.retry()
  await until(live, () => live.seq === 2 && live.state === 'live')
  assert.deepEqual(shown, [['a', 'b']])
})

test('a write that waits without an announcement is sent, and its end is learned without one', async t => {
  const server = new FakeServer()
  const [storage, windows] = [memoryStorage(), browserProfile()]
  // A channel that loses every message, as when each window dies before it tells the others.
  const deaf = { locks: windows.locks, channel: () => undefined }
  const sender = open(t, server, { storage, windows: deaf })
  await sender.ready
  const other = open(t, server, { storage, windows: deaf })
  await other.ready
  const write = other.write(create, todo('Unannounced'))
  assert.equal((await write.done).title, 'Unannounced')
  await Promise.all([synced(sender), synced(other)])
  assert.deepEqual([shownIds(sender), shownIds(other)], [[write.id], [write.id]])
})

test('a window that dies after any step of sending loses nothing and holds nothing up', async t => {
  for (let steps = 0; steps < 12; steps++) {
    const server = new FakeServer()
    const kept = memoryStorage()
    const profile = browserProfile()
    let left = Number.POSITIVE_INFINITY
    const dead = Promise.withResolvers<void>()
    const never = new Promise<never>(() => {})
    const step = async <T>(run: () => Promise<T>): Promise<T> => {
      if (left-- > 0) return run()
      dead.resolve()
      return never
    }
    const dying: EntryStorage = {
      load: account => step(() => kept.load(account)),
      save: entry => step(() => kept.save(entry)),
      remove: key => step(() => kept.remove(key)),
    }
    // The lock is free again as soon as its window is dead.
    const locks: typeof profile.locks = {
      request: (name, options, held) =>
        profile.locks.request(name, options, () => Promise.race([held(), dead.promise])),
    }
    const first = open(t, server, { storage: dying, windows: { ...profile, locks } })
    await first.ready
    const second = open(t, server, { storage: kept, windows: profile })
    await second.ready
    left = steps
    const lost = first.write(create, todo('First'))
    const write = second.write(create, todo('Second'))
    await write.done
    dead.resolve()
    first.close()
    await synced(second)
    const stored = (await kept.load('ann')).map(({ key }) => key)
    if (stored.includes(lost.key)) assert.ok(shownIds(second).includes(lost.id ?? ''), `after ${steps} steps`)
    assert.deepEqual(shownIds(second), [...(server.items.get('todo')?.keys() ?? [])].sort())
    second.close()
  }
})

test('a timer command pressed while everything is loaded holds up no other write', async t => {
  const server = new FakeServer()
  const live = open(t, server)
  await live.ready
  const load = loseLog(server, live)
  await load.reached
  const started = live.timers.start({ allocated_duration: 60 })
  const write = live.write(create, todo('Meanwhile'))
  assert.equal((await write.done).title, 'Meanwhile')
  load.release()
  await started.done
  await synced(live)
  assert.equal(live.store.timers.confirmed.has(started.id), true)
})

test('a first load in pages misses no change that is made meanwhile', async t => {
  const server = new FakeServer()
  server.pageSize = 2
  server.change(['a', 'c', 'e', 'g'].map(id => ({ id, resource: { title: id } })))
  const second = server.hold(
    'request',
    ({ path, query }) => path === '/v1/changes/snapshot' && query.has('cursor'),
  )
  const live = open(t, server)
  await second.reached
  server.change([{ id: 'a', resource: null }])
  server.change([{ id: 'b', resource: { title: 'b' } }])
  server.change([{ id: 'g', resource: { title: 'G' } }])
  server.change([{ id: 'e', resource: null }])
  second.release()
  await live.ready
  await synced(live)
  assert.deepEqual([...live.store.todos.all().values()].map(({ title }) => title).sort(), ['G', 'b', 'c'])
  assert.equal(live.seq, server.seq)
})

test('a log that was set back to a backup keeps no write for ever', async t => {
  const server = new FakeServer()
  server.change(['a', 'b', 'c'].map(id => ({ id, resource: { title: id } })))
  const live = open(t, server)
  await live.ready
  const [socket] = server.sockets
  assert.ok(socket)
  socket.isSlow = true
  await live.write(create, todo('Lost with the disk')).done
  server.restore(2)
  socket.drop()
  live.retry()
  await synced(live)
  assert.deepEqual([shownIds(live), live.seq, live.status.state], [['a', 'b'], 2, 'synced'])
})

test('a change while a write waits for its answer is not lost when the write ends', async t => {
  const server = new FakeServer()
  server.change([{ id: 'a', resource: { title: 'A', status: 'UNSCHEDULED' } }])
  const live = open(t, server)
  await live.ready
  const answer = server.hold('answer', ({ method }) => method === 'PATCH')
  live.write(update, { params: { todo_id: 'a' }, body: { title: 'Mine' } })
  await answer.reached
  server.change([{ id: 'a', resource: { status: 'DONE' } }])
  await turns()
  answer.release()
  await synced(live)
  const { title, status } = live.store.todos.get('a') ?? {}
  assert.deepEqual([title, status], ['Mine', 'DONE'])
})

test('a window that loads everything again ends no write that another window does not show yet', async t => {
  const server = new FakeServer()
  const shared = { storage: memoryStorage(), windows: browserProfile() }
  const first = open(t, server, shared)
  await first.ready
  const second = open(t, server, { ...shared, socket: false, pollMs: 600_000 })
  await second.ready
  const page = server.hold('request', reads('/v1/changes'))
  const write = second.write(create, todo('Own'))
  const seen = comings(second, write.id ?? '')
  await write.done
  await page.reached
  const load = loseLog(server, first)
  load.release()
  await until(first, () => first.seq === server.seq && first.status.state === 'synced')
  await first.outbox.flushed()
  await turns()
  page.release()
  await until(second, () => second.seq === server.seq)
  assert.deepEqual(seen, [true])
})

test('an entry that another window can send never overtakes an earlier one that could not be stored', async t => {
  const server = new FakeServer()
  const [kept, windows] = [memoryStorage(), browserProfile()]
  const sender = open(t, server, { storage: kept, windows })
  await sender.ready
  let failures = 0
  // The storage refuses the first entry two times.
  const failing: EntryStorage = {
    ...kept,
    save: entry => {
      if (entry.operation.startsWith('POST') && failures++ < 2) throw new Error('The storage is full.')
      return kept.save(entry)
    },
  }
  const other = open(t, server, { storage: failing, windows })
  await other.ready
  const write = other.write(create, todo('Short'))
  const seen = comings(other, write.id ?? '')
  const removal = other.write(remove, { params: { todo_id: write.id ?? '' } })
  await removal.done
  await Promise.all([synced(sender), synced(other)])
  assert.deepEqual(seen, [true, false])
  assert.deepEqual([shownIds(sender), shownIds(other)], [[], []])
})
