import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Scope } from '@daymark/contract/accounts/scopes'
import { LiveMessage, type LiveMessageOf, type LiveType } from '@daymark/contract/sockets/live-socket'
import { BEARER_PROTOCOL } from '@daymark/contract/sockets/timer-socket'
import { checker } from '@daymark/contract/validation/validate'
import { WebSocket } from 'ws'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { listening } from '../../../../test/support/device.ts'
import { befriend, block, newPerson, type Person } from '../../../../test/support/people.ts'
import { forEachStorage } from '../../../../test/support/storages.ts'
import type { Storage } from '../../../platform/storage/unit-of-work.ts'

const check = checker(LiveMessage)

class Live {
  readonly received: LiveMessage[] = []
  readonly socket: WebSocket
  #arrived = () => {}

  constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', data => {
      const outcome = check(JSON.parse(String(data)))
      assert.ok(outcome.ok, JSON.stringify(outcome))
      this.received.push(JSON.parse(String(data)))
      this.#arrived()
    })
  }

  /** Waits for the first matching message unless it has already arrived. */
  async until(fits: (message: LiveMessage) => boolean): Promise<LiveMessage> {
    for (;;) {
      const found = this.received.find(fits)
      if (found) return found
      await new Promise<void>(resolve => {
        this.#arrived = resolve
      })
    }
  }

  async next<K extends LiveType>(type: K): Promise<LiveMessageOf<K>> {
    return (await this.until(message => message.type === type)) as LiveMessageOf<K>
  }

  changes(): LiveMessageOf<'change'>[] {
    return this.received.filter(message => message.type === 'change')
  }
}

forEachStorage('the live socket', open => {
  let storage: Storage
  let server: TestApp
  before(async () => {
    storage = await open()
    server = await startTestApp(storage, { WS_RATE_LIMIT_ENABLED: 'false' })
  })
  after(() => server.close())

  async function connect({ id, claims }: Person, query = ''): Promise<Live> {
    const token = await server.issuer.token({ sub: id, name: id, ...claims }, { now: server.clock.now() })
    return connectWith(token, query)
  }

  async function connectWith(token: string, query = ''): Promise<Live> {
    const live = new Live(
      new WebSocket(`ws://${await listening(server.app)}/v1/ws${query}`, [BEARER_PROTOCOL + token]),
    )
    await live.next('synced')
    return live
  }

  const end = (...all: Live[]) => {
    for (const { socket } of all) socket.terminate()
  }

  it('greets with the clock and the position, then sends every change to every device', async () => {
    const ann = await newPerson(server, 'ann')
    const devices = [await connect(ann), await connect(ann, '?timezone=Asia/Seoul')]
    assert.deepEqual(
      devices[0]?.received.map(message => message.type),
      ['connected', 'synced'],
    )
    const group = await ann.client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    const todo = await ann.client.todos.create({
      body: { title: 'Report', tag_group_id: group.id, deadline: '2026-03-01T10:00:00Z' },
    })
    for (const device of devices) {
      await device.until(message => message.seq === 3)
      const [first, ...batch] = device.changes()
      assert.deepEqual([first?.payload.kind, first?.seq, first?.batch_end], ['tag_group', 1, true])
      assert.deepEqual(
        batch.map(({ seq, batch_end }) => [seq, batch_end]),
        [
          [2, false],
          [3, true],
        ],
      )
      const received = batch.find(({ payload }) => payload.kind === 'todo')?.payload.resource
      assert.equal(received && 'version' in received && received.version, todo.version)
    }
    const seoul = devices[1]?.changes().find(({ payload }) => payload.kind === 'todo')?.payload.resource
    assert.equal(seoul && 'deadline' in seoul && seoul.deadline, '2026-03-01T19:00:00+09:00')
    end(...devices)
  })

  it('sends what was missed, and reports when it cannot', async () => {
    const ann = await newPerson(server, 'ann')
    for (const name of ['a', 'b', 'c'])
      await ann.client.tags.createGroup({ body: { name, color: '#112233' } })
    const late = await connect(ann, '?since=1')
    assert.deepEqual(
      late.received.map(({ type, seq }) => [type, seq]),
      [
        ['connected', undefined],
        ['change', 2],
        ['change', 3],
        ['synced', 3],
      ],
    )
    const lost = await connect(ann, '?since=99')
    const [fresh, odd] = [await connect(ann), await connect(ann, '?since=x')]
    assert.deepEqual(
      [late, lost, fresh, odd].map(({ received }) => received.at(-1)?.payload),
      [{ seq: 3, since: 1 }, { seq: 3, since: 99, resync: true }, { seq: 3 }, { seq: 3, resync: true }],
    )
    end(late, lost, fresh, odd)
  })

  it('accepts the commands of the timer socket, and answers with the change', async () => {
    const ann = await newPerson(server, 'ann')
    const [here, there] = [await connect(ann), await connect(ann)]
    const payload = { allocated_duration: 60, title: 'Focus' }
    here.socket.send(JSON.stringify({ type: 'timer.create', payload, id: 'one' }))
    const reply = await here.until(message => message.reply_to === 'one')
    assert.ok(reply.type === 'change' && reply.payload.kind === 'timer' && reply.payload.action === 'created')
    await there.until(message => message.type === 'change')
    here.socket.send(JSON.stringify({ type: 'timer.create', payload, id: 'one' }))
    here.socket.send(JSON.stringify({ type: 'timer.sync', payload: {}, id: 'two' }))
    const state = await here.until(message => message.reply_to === 'two')
    assert.ok(state.type === 'timer.sync_result' && state.payload.count === 1)
    assert.equal(there.changes().length, 1)
    end(here, there)
  })

  it('sends a personal access token only what it may read, and ends each batch for it', async () => {
    const ann = await newPerson(server, 'ann')
    const group = await ann.client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    const { token } = await ann.client.tokens.create({ body: { name: 'x', scopes: ['todos:read'] } })
    const [live, whole] = [await connectWith(token), await connect(ann)]
    await ann.client.todos.create({
      body: { title: 'Planned', tag_group_id: group.id, deadline: '2026-03-01T10:00:00Z' },
    })
    await whole.until(message => message.type === 'change' && message.batch_end === true)
    const kinds = whole.changes().map(({ payload, batch_end }) => [payload.kind, batch_end])
    assert.deepEqual(new Set(kinds.map(([kind]) => kind)), new Set(['todo', 'schedule']))
    const change = await live.next('change')
    assert.deepEqual([change.payload.kind, change.batch_end], ['todo', true])
    end(live, whole)
  })

  it('ends a batch that takes several reads only once for a personal access token', async () => {
    const ann = await newPerson(server, 'ann')
    await ann.client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    const { token } = await ann.client.tokens.create({ body: { name: 'x', scopes: ['tags:read'] } })
    const last = 250
    await storage.write([], async ({ sql }) => {
      const first = await sql
        .updateTable('changes')
        .set({ batch_end: false })
        .where('owner_id', '=', ann.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      const more = Array.from({ length: last - first.seq }, (_, at) => first.seq + at + 1)
      const copy = { ...first, content: null, follow_up: false }
      const rows = more.map(seq => ({ ...copy, seq, batch_end: seq === last }))
      await sql.insertInto('changes').values(rows).execute()
      await sql.updateTable('change_totals').set({ seq: last }).where('owner_id', '=', ann.id).execute()
    })
    const live = await connectWith(token, '?since=0')
    assert.equal(live.changes().length, last)
    assert.deepEqual(
      live.changes().flatMap(({ seq, batch_end }) => (batch_end ? seq : [])),
      [last],
    )
    end(live)
  })

  it('sends a personal access token nothing about timers and shared items that it may not read', async () => {
    const [ann, bob] = [await newPerson(server, 'ann'), await newPerson(server, 'bob')]
    await befriend(ann, bob)
    const tokenWith = async (...scopes: Scope[]) =>
      (await bob.client.tokens.create({ body: { name: 'x', scopes } })).token
    const limited = await connectWith(await tokenWith('todos:read', 'timers:write'))
    const reader = await connectWith(await tokenWith('timers:read'))
    const bobs = await connect(bob)
    const create = { type: 'timer.create', payload: { allocated_duration: 60, title: 'Secret' } }
    bobs.socket.send(JSON.stringify({ ...create, id: 'own' }))
    const made = await bobs.until(({ reply_to }) => reply_to === 'own')
    const timer_id = made.type === 'change' ? made.payload.id : ''
    const asked = [
      { type: 'timer.sync', payload: { scope: 'all' } },
      { type: 'timer.sync', payload: { timer_id } },
      { type: 'timer.stop', payload: { timer_id } },
      create,
      { type: 'timer.create', payload: {} },
    ]
    for (const [i, message] of asked.entries()) {
      limited.socket.send(JSON.stringify({ ...message, id: `limited-${i}` }))
      const answer = await limited.until(({ reply_to }) => reply_to === `limited-${i}`)
      assert.ok(answer.type === 'error' && /lacks the scope timers:read/.test(answer.payload.message))
    }
    const body = { allocated_duration: 60, visibility: { level: 'friends' as const } }
    const anns = await connect(ann)
    anns.socket.send(JSON.stringify({ type: 'timer.create', payload: body, id: 'hers' }))
    await reader.next('timer.friend_activity')
    const group = await ann.client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    await ann.client.todos.create({
      body: { title: 'Shared', tag_group_id: group.id, visibility: { level: 'friends' } },
    })
    for (const live of [limited, bobs])
      await live.until(({ type, payload }) => type === 'shared.changed' && payload.kind === 'todo')
    const sharedKinds = (live: Live) =>
      live.received.flatMap(({ type, payload }) => (type === 'shared.changed' ? payload.kind : []))
    assert.deepEqual(sharedKinds(bobs), ['timer', 'todo'])
    assert.deepEqual(sharedKinds(limited), ['todo'])
    assert.deepEqual(
      new Set(limited.received.map(({ type }) => type)),
      new Set(['connected', 'synced', 'error', 'shared.changed']),
    )
    end(limited, reader, bobs, anns)
  })

  it('tells apps with full access that a list outside the log has changed', async () => {
    const ann = await newPerson(server, 'ann')
    const { token } = await ann.client.tokens.create({ body: { name: 'x', scopes: ['read'] } })
    const [limited, whole] = [await connectWith(token), await connect(ann)]
    const feed = await ann.client.feeds.create({ body: { name: 'Mine' } })
    assert.deepEqual((await whole.next('settings.changed')).payload, { kind: 'feed' })
    await server.fetch(new URL(feed.url).pathname)
    const times = () => whole.received.filter(message => message.type === 'settings.changed').length
    await whole.until(() => times() === 2)
    await ann.client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    await limited.next('change')
    assert.ok(!limited.received.some(message => message.type === 'settings.changed'))
    end(limited, whole)
  })

  it('notifies both sides of requests and friendships, and friends of shared items', async () => {
    const [ann, bob] = [await newPerson(server, 'ann'), await newPerson(server, 'bob')]
    const bobs = await connect(bob)
    await befriend(ann, bob)
    const kinds = ['friend_request', 'friend']
    for (const kind of kinds) {
      await bobs.until(
        ({ type, payload }) => type === 'change' && payload.kind === kind && payload.action === 'created',
      )
    }
    const group = await ann.client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    const todo = await ann.client.todos.create({
      body: { title: 'Shared', tag_group_id: group.id, visibility: { level: 'friends' } },
    })
    const shared = await bobs.next('shared.changed')
    assert.deepEqual(shared.payload, { owner_id: ann.id, kind: 'todo', id: todo.id })
    const before = bobs.received.length
    await ann.client.todos.update({
      params: { todo_id: todo.id },
      body: { visibility: { level: 'private' } },
    })
    await bobs.until(message => message.type === 'shared.changed' && bobs.received.indexOf(message) >= before)
    end(bobs)
  })

  it('names the items that former friends can no longer see, in both directions', async () => {
    for (const ending of ['friendship', 'block'] as const) {
      const [ann, bob] = [await newPerson(server, 'ann'), await newPerson(server, 'bob')]
      const friendship_id = await befriend(ann, bob)
      const share = async ({ client }: Person) => {
        const group = await client.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
        const visibility = { level: 'friends' as const }
        return client.todos.create({ body: { title: 'Shared', tag_group_id: group.id, visibility } })
      }
      const [ofAnn, ofBob] = [await share(ann), await share(bob)]
      const [anns, bobs] = [await connect(ann), await connect(bob)]
      if (ending === 'block') await block(ann, bob)
      else await ann.client.friends.remove({ params: { friendship_id } })
      const [toAnn, toBob] = [await anns.next('shared.changed'), await bobs.next('shared.changed')]
      assert.deepEqual(toAnn.payload, { owner_id: bob.id, kind: 'todo', id: ofBob.id })
      assert.deepEqual(toBob.payload, { owner_id: ann.id, kind: 'todo', id: ofAnn.id })
      // `shared.changed` and `change` may arrive in either order, because only `change` is read from Bob's own log.
      await bobs.until(({ type }) => type === 'change')
      assert.deepEqual(
        bobs.changes().map(({ payload }) => [payload.kind, payload.action]),
        [['friend', 'deleted']],
      )
      end(anns, bobs)
    }
  })
})
