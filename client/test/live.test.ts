// Tests the live connection against a real server. Tests of what the client does alone run on one database.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import {
  type Client,
  CommandFailed,
  createClient,
  Forbidden,
  InvalidRequest,
  memoryStorage,
  NotFound,
} from '@daymark/client'
import { startTestApp } from '../../server/test/support/app.ts'
import { forEachStorage } from '../../server/test/support/storages.ts'
import { openWire } from '../../server/test/support/wire.ts'
import { browserProfile, type LiveWorld, openLiveWorld, synced, until } from './support/live-world.ts'

forEachStorage('the live connection', (open, name) => {
  let world: LiveWorld
  before(async () => {
    world = await openLiveWorld(await startTestApp(await open(), { WS_RATE_LIMIT_ENABLED: 'false' }))
  })
  after(() => world.close())

  const newGroup = (client: Client) =>
    client.tags.createGroup({ body: { name: 'Work', color: '#112233', is_todo_group: true } })

  it('copies all data, and follows changes made elsewhere', async () => {
    const client = await world.clientOf('ann')
    const group = await newGroup(client)
    const todo = await client.todos.create({ body: { title: 'Before', tag_group_id: group.id } })
    const live = world.connect(client)
    await live.ready
    assert.deepEqual(live.store.todos.get(todo.id), todo)
    assert.deepEqual([...live.store.tag_groups.all().keys()], [group.id])
    const changed = Promise.withResolvers<void>()
    live.store.todos.subscribe(todo.id, changed.resolve)
    await client.todos.update({ params: { todo_id: todo.id }, body: { title: 'After' } })
    await changed.promise
    assert.equal(live.store.todos.get(todo.id)?.title, 'After')
    await client.todos.remove({ params: { todo_id: todo.id } })
    await until(live, () => live.store.todos.get(todo.id) === undefined)
  })

  it('shows writes at once, and settles them exactly once', async () => {
    const client = await world.clientOf('bob')
    const group = await newGroup(client)
    const live = world.connect(client)
    await live.ready
    const parent = live.write(client.todos.create, { body: { title: 'Parent', tag_group_id: group.id } })
    const child = live.write(client.todos.create, {
      body: { title: 'Child', tag_group_id: group.id, parent_id: parent.id },
    })
    assert.equal(live.store.todos.get(child.id ?? '')?.parent_id, parent.id)
    assert.equal(live.status.waiting, 2)
    const answer = await child.done
    assert.equal(answer.title, 'Child')
    await synced(live)
    assert.deepEqual([...live.store.todos.all()], [...live.store.todos.confirmed])
    assert.equal((await client.todos.list()).length, 2)
  })

  it('shows bulk writes at once, and until their changes arrive', async () => {
    const client = await world.clientOf('bea')
    const group = await newGroup(client)
    const fields = { tag_group_id: group.id }
    const first = await client.todos.create({ body: { ...fields, title: 'First' } })
    const second = await client.todos.create({ body: { ...fields, title: 'Second' } })
    const live = world.connect(client)
    await live.ready
    const shown: (string | undefined)[][] = []
    live.store.todos.subscribe(() => {
      shown.push([first.id, second.id].map(id => live.store.todos.get(id)?.status))
    })
    const ids = [first.id, second.id]
    const done = live.write(client.todos.bulk, { body: { ids, change: { status: 'DONE' } } })
    assert.deepEqual(shown, [['DONE', 'DONE']])
    await done.done
    await synced(live)
    const change = { tag_group_id: crypto.randomUUID(), status: 'CANCELLED' as const }
    const refused = live.write(client.todos.bulk, { body: { ids, change, atomic: false } })
    assert.equal(live.store.todos.get(first.id)?.status, 'CANCELLED')
    assert.equal((await refused.done).failed.length, 2)
    assert.equal(live.store.todos.get(first.id)?.status, 'DONE')
    const gone = live.write(client.todos.bulk, { body: { ids: [second.id], change: { delete: true } } })
    assert.equal(live.store.todos.get(second.id), undefined)
    await gone.done
    await synced(live)
    assert.deepEqual([...new Set(shown.map(String))], ['DONE,DONE', 'CANCELLED,CANCELLED', 'DONE,'])
  })

  it('shows a bulk move once, also while polling', async () => {
    const client = await world.clientOf('bev')
    const later = (ms: number) => new Date(Date.now() + ms).toISOString()
    const { id } = await client.schedules.create({
      body: { title: 'Call', start_time: later(0), end_time: later(3_600_000) },
    })
    for (const socket of [true, false]) {
      // With this long interval, the connection polls only at the start and after the response to each write.
      const live = world.connect(client, { socket, pollMs: 600_000 })
      await live.ready
      const before = live.store.schedules.get(id)?.start_time
      const shown = new Set<string | undefined>()
      live.store.schedules.subscribe(() => shown.add(live.store.schedules.get(id)?.start_time))
      await live.write(client.schedules.bulk, { body: { ids: [id], change: { shift_days: 1 } } }).done
      await synced(live)
      const moved = new Date(Date.parse(before ?? '') + 86_400_000).toISOString()
      assert.deepEqual([...shown], [moved], `socket: ${socket}`)
      live.close()
    }
  })

  it('syncs preferences to every device and shows pending writes', async () => {
    const client = await world.clientOf('pia')
    const { id } = await client.users.me()
    const [here, there] = [world.connect(client, { account: id }), world.connect(client)]
    await Promise.all([here.ready, there.ready])
    assert.equal(here.store.preferences.get(id)?.theme, null)
    const write = here.write(client.users.updatePreferences, { body: { theme: 'dark' } })
    assert.equal(write.id, id)
    assert.equal(here.store.preferences.get(id)?.theme, 'dark')
    await until(there, () => there.store.preferences.get(id)?.theme === 'dark')
    there.write(client.users.updatePreferences, { body: { language: 'ko' } })
    assert.equal(there.store.preferences.get(id)?.language, 'ko')
    await until(here, () => here.store.preferences.get(id)?.language === 'ko')
    await Promise.all([synced(here), synced(there)])
    assert.deepEqual(here.store.preferences.get(id), await client.users.preferences())
    assert.deepEqual(there.store.preferences.get(id), here.store.preferences.get(id))
  })

  it('sends timer commands through the same outbox, after the writes they depend on', async () => {
    const client = await world.clientOf('eve')
    const group = await newGroup(client)
    const live = world.connect(client)
    await live.ready
    const todo = live.write(client.todos.create, { body: { title: 'Timed', tag_group_id: group.id } })
    const started = live.timers.start({ allocated_duration: 1500, todo_id: todo.id })
    const paused = live.timers.pause(started.id ?? '')
    assert.equal(live.store.timers.get(started.id ?? '')?.status, 'PAUSED')
    assert.equal((await paused.done).status, 'PAUSED')
    const twice = live.timers.pause(started.id ?? '')
    await assert.rejects(twice.done, CommandFailed)
    live.outbox.discard(twice.key)
    await synced(live)
    assert.equal(live.store.timers.get(started.id ?? '')?.todo_id, todo.id)
  })

  it('is synced after a repeated write whose change arrived long ago', async () => {
    const client = await world.clientOf('dan')
    const { id: account } = await client.users.me()
    const group = await newGroup(client)
    const storage = memoryStorage()
    const offline = world.connect(createClient({ baseUrl: 'http://127.0.0.1:1', token: 'none' }), {
      account,
      storage,
      windows: browserProfile(),
    })
    const { key, stored } = offline.write(client.tags.deleteGroup, { params: { group_id: group.id } })
    await stored
    offline.close()
    // Simulates a first attempt that succeeded, although the page was closed before the response arrived.
    const first = await fetch(`${world.baseUrl}/v1/tags/groups/${group.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${await world.tokenOf('dan')}`, 'idempotency-key': key },
    })
    assert.equal(first.status, 200)
    const live = world.connect(client, { account, storage, windows: browserProfile() })
    await live.ready
    await synced(live)
  })

  it('keeps writes across a reload while offline, and sends them once when back online', async () => {
    const wire = await openWire(world.baseUrl)
    const client = await world.clientOf('gus', wire.url)
    const direct = await world.clientOf('gus')
    const group = await newGroup(direct)
    const options = { account: 'gus', storage: memoryStorage(), windows: browserProfile() }
    const first = world.connect(client, options)
    await first.ready
    await wire.cut()
    await until(first, () => first.state === 'offline')
    const write = first.write(client.todos.create, { body: { title: 'Offline', tag_group_id: group.id } })
    assert.equal(await write.stored, true)
    assert.deepEqual([first.status.state, first.status.waiting], ['offline', 1])
    first.close()
    const second = world.connect(client, options)
    await until(second, () => second.outbox.entries.length === 1)
    assert.equal(second.store.todos.get(write.id ?? '')?.title, 'Offline')
    await wire.join()
    second.retry()
    await second.ready
    await synced(second)
    assert.deepEqual(
      (await direct.todos.list()).map(todo => [todo.id, todo.title]),
      [[write.id, 'Offline']],
    )
    await wire.cut()
  })

  it('falls back to polling if sockets are blocked', async () => {
    const client = await world.clientOf('hal')
    const group = await newGroup(client)
    class Blocked {
      constructor() {
        throw new Error('Sockets are blocked.')
      }
    }
    const blocked = Blocked as unknown as typeof WebSocket
    const live = world.connect(client, { WebSocket: blocked, pollMs: 20, account: 'hal' })
    await live.ready
    assert.equal(live.state, 'polling')
    const write = live.write(client.todos.create, { body: { title: 'Polled', tag_group_id: group.id } })
    await write.done
    await synced(live)
    assert.equal(live.store.todos.confirmed.get(write.id ?? '')?.title, 'Polled')
    const elsewhere = await client.todos.create({ body: { title: 'Elsewhere', tag_group_id: group.id } })
    await until(live, () => live.store.todos.get(elsewhere.id) !== undefined)
  })

  // The other tests run only on SQLite, because the client decides, or the server without a statement of its own.
  if (name !== 'sqlite') return

  it('keeps the store empty if none is wanted', async () => {
    const client = await world.clientOf('noel')
    const group = await newGroup(client)
    const live = world.connect(client, { store: false })
    await live.ready
    const write = live.write(client.todos.create, { body: { title: 'Sent', tag_group_id: group.id } })
    assert.equal(live.store.todos.all().size, 0)
    await write.done
    assert.equal(live.store.todos.all().size, 0)
    // An empty snapshot would make the next connection with a store show no data.
    assert.equal(live.snapshot(), undefined)
    const full = world.connect(client)
    await full.ready
    const snapshot = full.snapshot()
    assert.equal(snapshot?.kinds.tag_group?.length, 1)
    const resumed = world.connect(client, { store: false, ...(snapshot && { snapshot }) })
    await resumed.ready
    assert.equal(resumed.store.tag_groups.all().size, 0)
    assert.equal(resumed.snapshot(), undefined)
  })

  it('keeps a refused write, rolls it back, and blocks writes that depend on it', async () => {
    const client = await world.clientOf('cid')
    const group = await newGroup(client)
    const live = world.connect(client)
    await live.ready
    const parent = live.write(client.todos.create, { body: { title: '', tag_group_id: group.id } })
    const child = live.write(client.todos.create, {
      body: { title: 'Child', tag_group_id: group.id, parent_id: parent.id },
    })
    const other = live.write(client.todos.create, { body: { title: 'Other', tag_group_id: group.id } })
    await assert.rejects(parent.done, InvalidRequest)
    await other.done
    assert.deepEqual(
      live.outbox.entries.filter(entry => entry.state !== 'sent').map(({ key, state }) => [key, state]),
      [
        [parent.key, 'refused'],
        [child.key, 'blocked'],
      ],
    )
    assert.equal(live.store.todos.get(parent.id ?? ''), undefined)
    assert.equal(live.store.todos.get(child.id ?? ''), undefined)
    assert.deepEqual([live.status.state, live.status.attention], ['attention', 1])
    const refused = live.outbox.entries[0]
    const again = live.outbox.retry(parent.key, { body: { ...(refused?.body as object), title: 'Parent' } })
    assert.equal(again?.id, parent.id)
    assert.equal((await child.done).parent_id, parent.id)
    await synced(live)
  })

  it('drops a discarded write, and refuses writes that depend on it', async () => {
    const client = await world.clientOf('dan')
    const group = await newGroup(client)
    const live = world.connect(client)
    await live.ready
    const parent = live.write(client.todos.create, { body: { title: '', tag_group_id: group.id } })
    const change = live.write(client.todos.update, {
      params: { todo_id: parent.id ?? '' },
      body: { status: 'DONE' },
    })
    const child = live.write(client.todos.create, {
      body: { title: 'Child', tag_group_id: group.id, parent_id: parent.id },
    })
    await assert.rejects(parent.done)
    assert.ok(live.outbox.discard(parent.key))
    await assert.rejects(child.done, /discarded/)
    assert.deepEqual(
      live.outbox.entries.map(({ key, state }) => [key, state]),
      [[child.key, 'refused']],
    )
    assert.ok(!live.outbox.entries.some(entry => entry.key === change.key))
    live.outbox.discard(child.key)
    await synced(live)
    assert.deepEqual(await client.todos.list(), [])
  })

  it('treats the deletion of a missing item as done', async () => {
    const client = await world.clientOf('fay')
    const group = await newGroup(client)
    const live = world.connect(client)
    await live.ready
    await client.tags.deleteGroup({ params: { group_id: group.id } })
    const write = live.write(client.tags.deleteGroup, { params: { group_id: group.id } })
    await assert.rejects(write.done, NotFound)
    await synced(live)
  })

  it('rejects `ready` if the server does not know the time zone', async () => {
    const client = await world.clientOf('una')
    await assert.rejects(world.connect(client, { timezone: 'Mars/Olympus' }).ready, RangeError)
  })

  it('rejects `ready` without a socket too, and for an unknown kind', async () => {
    const client = await world.clientOf('una')
    const polling = world.connect(client, { timezone: 'Mars/Olympus', socket: false })
    await assert.rejects(polling.ready, RangeError)
    assert.equal(polling.state, 'offline')
    // Programs without types can pass anything.
    const kinds = ['nothing'] as unknown as ['todo']
    for (const socket of [false, true])
      await assert.rejects(world.connect(client, { kinds, socket }).ready, InvalidRequest)
  })

  it('copies what a limited token may read, which need not be the account', async () => {
    const client = await world.clientOf('lim')
    const group = await newGroup(client)
    const todo = await client.todos.create({ body: { title: 'Seen', tag_group_id: group.id } })
    const { token } = await client.tokens.create({
      body: { name: 'Todos', scopes: ['todos:read', 'todos:write'] },
    })
    const limited = createClient({ baseUrl: world.baseUrl, token })
    const live = world.connect(limited, { account: 'lim' })
    await live.ready
    assert.deepEqual([live.store.todos.all().size, live.store.tag_groups.all().size], [1, 0])
    // The change of the group is not delivered, and does not hold the position back.
    await client.tags.updateGroup({ params: { group_id: group.id }, body: { name: 'Renamed' } })
    await live.write(limited.todos.update, { params: { todo_id: todo.id }, body: { title: 'Changed' } }).done
    await synced(live)
    assert.equal(live.store.todos.confirmed.get(todo.id)?.title, 'Changed')
    const blind = await client.tokens.create({ body: { name: 'Blind', scopes: ['todos:write'] } })
    const refused = world.connect(createClient({ baseUrl: world.baseUrl, token: blind.token }))
    await assert.rejects(refused.ready, Forbidden)
  })

  it('copies only the wanted kinds, and reports changes of all', async () => {
    const client = await world.clientOf('kay')
    const live = world.connect(client, { kinds: ['tag_group'] })
    await live.ready
    const reported = new Set<string>()
    live.on('batch', ({ changes }) => {
      for (const { kind } of changes) reported.add(kind)
    })
    const { id } = await newGroup(client)
    await client.todos.create({ body: { title: 'Not copied', tag_group_id: id } })
    await until(live, () => reported.has('todo'))
    assert.deepEqual([live.store.tag_groups.all().size, live.store.todos.all().size], [1, 0])
  })

  it('reads everything again if the log ends before the known position, but not for another refusal', async () => {
    const client = await world.clientOf('uta')
    const connect = (since: number, timezone: string) => {
      const live = world.connect(client, { store: false, socket: false, pollMs: 10, since, timezone })
      const reloads = { count: 0 }
      live.on('reload', () => reloads.count++)
      return { live, reloads }
    }
    const ahead = connect(1_000_000, 'UTC')
    await ahead.live.ready
    assert.deepEqual([ahead.reloads.count, ahead.live.seq], [1, 0])
    const lost = connect(0, 'Mars/Olympus')
    await assert.rejects(lost.live.ready, RangeError)
    assert.deepEqual([lost.reloads.count, lost.live.state], [0, 'offline'])
  })

  it('asks a program with its own caches to reload at the start, even if nothing has ever changed', async () => {
    const client = await world.clientOf('vic')
    for (const socket of [true, false]) {
      const live = world.connect(client, { store: false, socket })
      let count = 0
      live.on('reload', () => count++)
      await live.ready
      assert.deepEqual([count, live.seq], [1, 0], `socket: ${socket}`)
      live.close()
    }
  })

  it('refuses operations that do not write', async () => {
    const client = await world.clientOf('una')
    const live = world.connect(client)
    // Programs without types can pass anything.
    const write = live.write.bind(live) as (operation: unknown, input: object) => unknown
    for (const operation of [client.todos.list, () => {}])
      assert.throws(() => write(operation, {}), /Pass an operation that writes/)
  })

  it('polls at once and is not offline if the server refuses more connections', async () => {
    const client = await world.clientOf('hana')
    class Crowded extends EventTarget {
      onclose: (event: { code: number; reason: string }) => void = () => {}
      constructor() {
        super()
        queueMicrotask(() => this.onclose({ code: 4029, reason: 'too many connections' }))
      }
      close() {}
    }
    const states: string[] = []
    const crowded = Crowded as unknown as typeof WebSocket
    const live = world.connect(client, { WebSocket: crowded, account: 'hana' })
    live.on('state', state => states.push(state))
    await live.ready
    assert.deepEqual([states, live.status.state], [['polling'], 'synced'])
  })

  it('sends from one window, shows entries in all, and lets another window take over', async () => {
    const client = await world.clientOf('ida')
    const group = await newGroup(client)
    const options = { account: 'ida', storage: memoryStorage(), windows: browserProfile() }
    const left = world.connect(client, options)
    await left.ready
    const right = world.connect(client, options)
    await right.ready
    const write = right.write(client.todos.create, { body: { title: 'Right', tag_group_id: group.id } })
    await write.done
    await Promise.all([synced(left), synced(right)])
    left.close()
    const after = right.write(client.todos.create, { body: { title: 'Alone', tag_group_id: group.id } })
    await after.done
    assert.equal((await client.todos.list()).length, 2)
  })

  it('waits for a sign-in, then sends the pending writes', async () => {
    let token: string | undefined
    const client = createClient({ baseUrl: world.baseUrl, token: () => token })
    const group = await newGroup(await world.clientOf('jon'))
    const options = { account: 'jon', storage: memoryStorage(), windows: browserProfile() }
    const live = world.connect(client, options)
    await until(live, () => live.status.state === 'signed-out')
    const write = live.write(client.todos.create, { body: { title: 'Kept', tag_group_id: group.id } })
    assert.equal(await write.stored, true)
    assert.equal(live.status.waiting, 1)
    token = await world.tokenOf('jon')
    live.retry()
    assert.equal((await write.done).title, 'Kept')
    await synced(live)
  })

  it('neither sends writes as another user nor shows their data', async () => {
    const stranger = await world.clientOf('kim')
    await newGroup(stranger)
    const live = world.connect(stranger, {
      account: 'lea',
      storage: memoryStorage(),
      windows: browserProfile(),
    })
    live.write(stranger.tags.createGroup, { body: { name: 'Of Lea', color: '#112233' } })
    await until(live, () => live.status.state === 'signed-out')
    assert.equal(live.status.waiting, 1)
    assert.equal(live.store.tag_groups.confirmed.size, 0)
    assert.equal((await stranger.tags.listGroups()).length, 1)
  })
})
