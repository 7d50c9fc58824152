import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@daymark/client'
import { type EmbeddedApp, startEmbedded } from '../../../test/support/accounts.ts'
import { rejectsWith } from '../../../test/support/rejects.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import {
  LOCAL_RECEIVERS,
  startReceiver,
  verified,
  type WebhookReceiver,
} from '../../../test/support/webhook-receiver.ts'
import { prune } from '../../platform/changes/retention.ts'

const DAY_MS = 86_400_000

forEachStorage('webhooks', open => {
  let server: EmbeddedApp
  before(async () => {
    server = await startEmbedded(await open(), LOCAL_RECEIVERS)
    await server.app.jobs.start()
  })
  after(() => server.close())

  /** Creates a person with a webhook that sends to its own receiver. */
  async function world(body: object = {}, run: (it: World) => Promise<void>) {
    const receiver = await startReceiver()
    try {
      const { client } = await server.join()
      const hook = await client.webhooks.create({ body: { url: `${receiver.url}/hook`, ...body } })
      const params = { webhook_id: hook.id }
      await run({ client, hook, params, receiver })
      await client.webhooks.remove({ params }).catch(() => {})
    } finally {
      await receiver.close()
    }
  }
  interface World {
    client: Client
    hook: Awaited<ReturnType<Client['webhooks']['create']>>
    params: { webhook_id: string }
    receiver: WebhookReceiver
  }

  const addGroup = (client: Client, name = 'Work') =>
    client.tags.createGroup({ body: { name, color: '#112233' } })

  /** Runs due jobs until the condition is true. */
  async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
    for (;;) {
      await server.app.jobs.drain()
      const found = await look()
      if (found) return found
      await new Promise(setImmediate)
    }
  }
  const deliveries = ({ client, params }: World) => client.webhooks.deliveries({ params })
  /** Waits until the first delivery has had this many attempts and none is in flight. */
  const attempted = (each: World, attempts: number) =>
    until(async () => {
      const [delivery] = await deliveries(each)
      return delivery?.attempts === attempts && delivery.duration_ms !== null && delivery
    })

  it('every change is sent once, signed, in order, with the item as its owner reads it', () =>
    world({}, async each => {
      const { client, hook, receiver } = each
      const group = await addGroup(client)
      await client.tags.updateGroup({ params: { group_id: group.id }, body: { name: 'Home' } })
      await client.tags.deleteGroup({ params: { group_id: group.id } })
      const envelopes = (await receiver.arrived(3)).map(request => verified(hook.secret, request))
      assert.deepEqual(
        envelopes.map(({ type }) => type),
        ['tag_group.created', 'tag_group.updated', 'tag_group.deleted'],
      )
      const { changes } = await client.changes.list({ query: { since: hook.seq } })
      const last = changes.at(-1)
      assert.deepEqual(envelopes.at(-1), { type: 'tag_group.deleted', timestamp: last?.at, data: last })
      assert.deepEqual(
        envelopes.map(({ data }) => data.seq),
        [1, 2, 3].map(step => hook.seq + step),
      )
      assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 3)
      await until(async () => (await deliveries(each)).every(({ status }) => status === 'delivered'))
      const [newest] = await deliveries(each)
      assert.equal(newest?.response_excerpt, 'ok')
      assert.equal(newest?.body, receiver.received[2]?.body)
      assert.equal((await client.webhooks.get({ params: each.params })).seq, hook.seq + 3)
    }))

  it('only chosen kinds and events are sent, thin ones without content', () =>
    world({ kinds: ['tag'], events: ['created'], detail: 'thin', template: 'slack' }, async each => {
      const group = await addGroup(each.client)
      const body = { group_id: group.id, name: 'Secret', color: '#112233' }
      const tag = await each.client.tags.create({ body })
      await each.client.tags.update({ params: { tag_id: tag.id }, body: { name: 'Still secret' } })
      const [request] = await each.receiver.arrived(1)
      assert.deepEqual(JSON.parse(request?.body ?? ''), { text: 'Tag created' })
      await until(
        async () => (await each.client.webhooks.get({ params: each.params })).seq >= each.hook.seq + 3,
      )
      assert.equal(each.receiver.received.length, 1)
    }))

  it('a failed attempt holds back the same item only, and is repeated with the same id and body', () =>
    world({}, async each => {
      const { client, receiver } = each
      receiver.answer(({ body }) => (body.includes('Poison') ? { status: 500, body: 'no' } : { status: 200 }))
      const poison = await addGroup(client, 'Poison')
      await client.tags.updateGroup({ params: { group_id: poison.id }, body: { color: '#445566' } })
      await addGroup(client, 'Other')
      await until(async () => (await deliveries(each)).some(({ status }) => status === 'delivered'))
      assert.deepEqual(
        (await deliveries(each)).map(({ status, attempts, response_status }) => [
          status,
          attempts,
          response_status,
        ]),
        [
          ['delivered', 1, 200],
          ['pending', 0, null],
          ['pending', 1, 500],
        ],
      )
      assert.ok((await client.webhooks.get({ params: each.params })).failing_since === null)
      receiver.answer(() => ({ status: 200 }))
      server.clock.advance(5_600)
      await until(async () => (await deliveries(each)).every(({ status }) => status === 'delivered'))
      const sent = receiver.received.map(({ id, body }) => [id, body])
      assert.equal(sent.length, 4)
      assert.deepEqual(sent[2], sent[0])
      assert.match(sent[3]?.[1] ?? '', /tag_group.updated/)
    }))

  it('a redirect fails, and 410 disables and cancels the rest', () =>
    world({}, async each => {
      const { client, params, receiver } = each
      receiver.answer(() => ({ status: 302, location: `${receiver.url}/elsewhere` }))
      const group = await addGroup(client)
      await client.tags.updateGroup({ params: { group_id: group.id }, body: { name: 'Later' } })
      await until(async () =>
        (await deliveries(each)).find(({ error }) => error?.includes('redirected (302)')),
      )
      receiver.answer(() => ({ status: 410 }))
      server.clock.advance(5_600)
      const disabled = await until(async () => {
        const found = await client.webhooks.get({ params })
        return !found.active && found
      })
      assert.equal(disabled.disabled_reason, 'gone')
      assert.ok(disabled.disabled_at)
      assert.deepEqual(new Set(receiver.received.map(({ path }) => path)), new Set(['/hook']))
      assert.deepEqual(
        (await deliveries(each)).map(({ status }) => status),
        ['canceled', 'failed'],
      )
    }))

  it('three days of failures disable it and notify its owner; activating and a replay send what was missed', () =>
    world({}, async each => {
      const { client, params, receiver } = each
      const since = new Date(server.clock.now() - 1000).toISOString()
      receiver.answer(() => ({ status: 503 }))
      await addGroup(client)
      await attempted(each, 1)
      await server.storage.write([], tx =>
        tx.sql
          .updateTable('webhooks')
          .set({ failing_since: server.clock.now() - 3 * DAY_MS })
          .where('id', '=', each.hook.id)
          .execute(),
      )
      server.clock.advance(5_600)
      const disabled = await until(async () => {
        const found = await client.webhooks.get({ params })
        return !found.active && found
      })
      assert.equal(disabled.disabled_reason, 'failing')
      assert.deepEqual(
        (await client.notifications.list()).map(({ event, title }) => [event, title]),
        [['webhook_disabled', new URL(receiver.url).host]],
      )
      receiver.answer(() => ({ status: 200 }))
      await addGroup(client, 'Missed')
      await rejectsWith(client.webhooks.replay({ params, body: { since } }), 409, /inactive/)
      const active = await client.webhooks.update({ params, body: { active: true } })
      assert.deepEqual([active.disabled_reason, active.failing_since], [null, null])
      const before = receiver.received.length
      const replay = await client.webhooks.replay({ params, body: { since } })
      assert.equal(replay.since_seq, each.hook.seq)
      await until(async () => receiver.received.length === before + 3)
      const all = receiver.received
      assert.equal(all[before]?.id, all[0]?.id)
      assert.match(all[before + 1]?.body ?? '', /notification.created/)
      assert.match(all[before + 2]?.body ?? '', /Missed/)
    }))

  it('both secrets sign for 24 hours after a rotation', () =>
    world({}, async each => {
      const { client, params, hook, receiver } = each
      const { secret } = await client.webhooks.rotateSecret({ params })
      assert.notEqual(secret, hook.secret)
      assert.ok(!('secret' in (await client.webhooks.get({ params }))))
      assert.equal((await client.webhooks.test({ params })).status, 'delivered')
      const [first] = receiver.received
      assert.ok(first)
      assert.equal(verified(secret, first).type, 'webhook.test')
      verified(hook.secret, first)
      const [row] = await server.storage.read(db =>
        db.sql.selectFrom('webhooks').select('old_secret_until').where('id', '=', hook.id).execute(),
      )
      const left = (row?.old_secret_until ?? 0) - server.clock.now()
      assert.ok(left > 0.99 * DAY_MS && left <= DAY_MS, `${left} ms`)
      await server.storage.write([], tx =>
        tx.sql
          .updateTable('webhooks')
          .set({ old_secret_until: server.clock.now() })
          .where('id', '=', hook.id)
          .execute(),
      )
      await client.webhooks.test({ params })
      assert.equal(receiver.received[1]?.headers['webhook-signature']?.split(' ').length, 1)
    }))

  it('a second rotation within 24 hours does not end the first secret early', () =>
    world({}, async ({ client, params, hook, receiver }) => {
      const second = await client.webhooks.rotateSecret({ params })
      const third = await client.webhooks.rotateSecret({ params })
      await client.webhooks.test({ params })
      const [sent] = receiver.received
      assert.ok(sent)
      for (const { secret } of [hook, second, third]) verified(secret, sent)
      for (let more = 0; more < 5; more++) await client.webhooks.rotateSecret({ params })
      await client.webhooks.test({ params })
      assert.equal(receiver.received[1]?.headers['webhook-signature']?.split(' ').length, 4)
    }))

  it('a test reports every failure in a sentence, and only the beginning of an answer is read', () =>
    world({ active: false }, async each => {
      const { client, params, receiver } = each
      receiver.answer(() => ({ status: 200, body: 'x'.repeat(1_000_000) }))
      const tested = await client.webhooks.test({ params })
      assert.deepEqual([tested.status, tested.response_excerpt?.length], ['delivered', 1000])
      receiver.answer(() => ({ status: 404, body: 'nothing\u0000here' }))
      const failed = await client.webhooks.test({ params })
      assert.deepEqual(
        [failed.status, failed.response_excerpt, failed.error],
        ['failed', 'nothinghere', 'The server at this address responded with status 404.'],
      )
      await rejectsWith(client.webhooks.retry({ params: { delivery_id: failed.id } }), 409, /inactive/)
    }))

  it('a test with a key is sent once, also if the request is repeated', () =>
    world({ active: false }, async ({ client, params, receiver }) => {
      const send = () => client.webhooks.test({ params, idempotencyKey: 'test 1' })
      const [first, second] = await Promise.all([send(), send()])
      assert.equal(first.status, 'delivered')
      assert.equal(second, null)
      assert.equal(await send(), null)
      assert.equal(receiver.received.length, 1)
      server.clock.advance(5 * 60_000)
      assert.equal((await send()).status, 'delivered')
      assert.equal(receiver.received.length, 2)
    }))

  it('a keyed test of an endpoint that never answers holds up no other write', () =>
    world({ active: false }, async ({ client, params, receiver }) => {
      receiver.answer(() => undefined)
      const hanging = client.webhooks.test({ params, idempotencyKey: 'hangs' })
      await receiver.arrived(1)
      await addGroup(client)
      await addGroup((await server.join()).client)
      await receiver.close()
      assert.equal((await hanging).status, 'failed')
    }))

  it('a delivery can be sent again by hand, and only by its owner', () =>
    world({}, async each => {
      await addGroup(each.client)
      await each.receiver.arrived(1)
      const { id } = await attempted(each, 1)
      const stranger = (await server.join()).client
      await rejectsWith(stranger.webhooks.retry({ params: { delivery_id: id } }), 404)
      await rejectsWith(stranger.webhooks.get({ params: each.params }), 404)
      await rejectsWith(stranger.webhooks.deliveries({ params: each.params }), 404)
      assert.deepEqual(await stranger.webhooks.list(), [])
      const queued = await each.client.webhooks.retry({ params: { delivery_id: id } })
      assert.deepEqual([queued.status, queued.attempts], ['pending', 0])
      const [first, second] = await each.receiver.arrived(2)
      assert.deepEqual([second?.id, second?.body], [first?.id, first?.body])
    }))

  it('an endpoint that hangs delays no other', () =>
    world({}, async hanging => {
      hanging.receiver.answer(() => undefined)
      await addGroup(hanging.client)
      await hanging.receiver.arrived(1)
      await world({}, async healthy => {
        await addGroup(healthy.client)
        await healthy.receiver.arrived(1)
      })
    }))

  it('a token sends only what it can read, and addresses inside the network are refused', async () => {
    const { client } = await server.join()
    const { token } = await client.tokens.create({
      body: { name: 'hooks', scopes: ['webhooks:write', 'webhooks:read', 'tags:read'] },
    })
    const narrow = server.bearer(token)
    const url = 'https://hooks.example.org/'
    await rejectsWith(narrow.webhooks.create({ body: { url } }), 403, /lacks the scope to read/)
    await rejectsWith(narrow.webhooks.create({ body: { url, kinds: ['tag', 'todo'] } }), 403, /kind todo/)
    const made = await narrow.webhooks.create({ body: { url, kinds: ['tag'] } })
    const params = { webhook_id: made.id }
    await rejectsWith(narrow.webhooks.update({ params, body: { kinds: null } }), 403)
    const wide = await client.webhooks.create({ body: { url } })
    const other = { webhook_id: wide.id }
    await rejectsWith(
      narrow.webhooks.update({ params: other, body: { url: 'https://evil.example.org' } }),
      403,
    )
    await rejectsWith(narrow.webhooks.deliveries({ params: other }), 403)
    for (const bad of [
      'ftp://example.org',
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://a:b@example.org',
      'x',
    ])
      await rejectsWith(client.webhooks.create({ body: { url: bad } }), 422)
  })

  it('erasing from the trash erases what was sent, and a disabled account sends nothing', () =>
    world({}, async each => {
      const { client, receiver } = each
      const group = await addGroup(client, 'To be erased')
      await client.tags.deleteGroup({ params: { group_id: group.id } })
      await receiver.arrived(2)
      await until(async () => (await deliveries(each)).every(({ status }) => status === 'delivered'))
      await client.history.empty()
      assert.deepEqual(
        (await deliveries(each)).map(({ body }) => body),
        [null, null],
      )
      await addGroup(client, 'Then disabled')
      await receiver.arrived(3)
      const { id: user_id } = await client.users.me()
      receiver.answer(() => ({ status: 500 }))
      await addGroup(client, 'Fails')
      await receiver.arrived(4)
      await attempted(each, 1)
      await server.storage.write([], tx =>
        tx.sql.insertInto('disabled_users').values({ user_id, disabled_at: 1 }).execute(),
      )
      server.clock.advance(DAY_MS)
      await server.app.jobs.drain()
      assert.equal(receiver.received.length, 4)
    }))

  /** Returns the number of old log entries that the retention keeps if the webhook has read up to `seq`. */
  async function keptAfter({ id }: { id: string }, seq: number): Promise<number> {
    const { owner_id } = await server.storage.write([], tx =>
      tx.sql
        .updateTable('webhooks')
        .set({ seq })
        .where('id', '=', id)
        .returning('owner_id')
        .executeTakeFirstOrThrow(),
    )
    await prune(server.storage, server.clock.now() + 400 * DAY_MS, 90)
    const rows = await server.storage.read(db =>
      db.sql.selectFrom('changes').select('seq').where('owner_id', '=', owner_id).execute(),
    )
    return rows.length
  }

  it('retention keeps what an active webhook has not read', async () => {
    const { client } = await server.join()
    const hook = await client.webhooks.create({
      body: { url: 'https://hooks.example.org/', kinds: ['block'] },
    })
    await addGroup(client)
    const params = { webhook_id: hook.id }
    await until(async () => (await client.webhooks.get({ params })).seq > hook.seq)
    assert.equal(await keptAfter(hook, 0), 1)
    assert.equal(await keptAfter(hook, 1), 0)
  })

  it('retention keeps what an active webhook has not read of a long batch', async () => {
    const { client } = await server.join()
    const { id: user_id } = await client.users.me()
    const hook = await client.webhooks.create({
      body: { url: 'https://hooks.example.org/', kinds: ['block'] },
    })
    await addGroup(client)
    const last = 250
    await server.storage.write([], async ({ sql }) => {
      const first = await sql
        .updateTable('changes')
        .set({ batch_end: false })
        .where('owner_id', '=', user_id)
        .returningAll()
        .executeTakeFirstOrThrow()
      const more = Array.from({ length: last - first.seq }, (_, at) => first.seq + at + 1)
      const copy = { ...first, content: null, follow_up: false }
      const rows = more.map(seq => ({ ...copy, seq, batch_end: seq === last }))
      await sql.insertInto('changes').values(rows).execute()
    })
    assert.equal(await keptAfter(hook, last - 1), 1)
    assert.equal(await keptAfter(hook, last), 0)
  })
})
