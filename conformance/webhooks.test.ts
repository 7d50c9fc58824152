import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  LOCAL_RECEIVERS,
  startReceiver,
  verified,
  type WebhookReceiver,
} from '../server/test/support/webhook-receiver.ts'
import { newPerson, type Person } from './person.ts'
import { openTarget, type Target } from './target.ts'

interface Webhook {
  id: string
  url: string
  kinds: string[] | null
  events: string[]
  detail: string
  template: string
  active: boolean
  secret?: string
}
interface Delivery {
  id: string
  status: string
  attempts: number
  duration_ms: number
  response_excerpt: string
  type: string
}

describe('webhooks', () => {
  let target: Target
  let me: Person
  let receiver: WebhookReceiver
  before(async () => {
    target = await openTarget(LOCAL_RECEIVERS)
    me = await newPerson(target, 'webhook-person')
    receiver = await startReceiver()
  })
  after(async () => {
    await receiver.close()
    await target.stop()
  })

  const create = async (body: object = {}) =>
    (await me.send<Webhook>('/v1/webhooks', 'POST', { url: receiver.url, kinds: ['tag_group'], ...body }))
      .body
  const remove = ({ id }: Webhook) => me.send(`/v1/webhooks/${id}`, 'DELETE')

  it('POST, GET, PATCH and DELETE /v1/webhooks {url, kinds, events, detail, active, template}', async () => {
    const made = await create({ active: false })
    const { url, kinds, events, detail, active, template, secret } = made
    assert.deepEqual(
      { url, kinds, events, detail, active, template },
      {
        url: `${receiver.url}/`,
        kinds: ['tag_group'],
        events: ['created', 'updated', 'deleted'],
        detail: 'full',
        active: false,
        template: 'json',
      },
    )
    assert.match(secret ?? '', /^whsec_/)
    const changed = await me.send<Webhook>(`/v1/webhooks/${made.id}`, 'PATCH', { events: ['deleted'] })
    assert.deepEqual(changed.body.events, ['deleted'])
    const read = await me.send<Webhook>(`/v1/webhooks/${made.id}`, 'GET')
    assert.ok(!('secret' in read.body))
    assert.equal((await me.send<Webhook[]>('/v1/webhooks', 'GET')).body.length, 1)
    assert.equal((await remove(made)).status, 200)
    assert.equal((await me.send(`/v1/webhooks/${made.id}`, 'GET')).status, 404)
  })

  it('the envelope is {type: "<kind>.<event>", timestamp, data: <change>} with its seq, signed by Standard Webhooks', async () => {
    const hook = await create()
    const before = receiver.received.length
    await me.group()
    const request = (await receiver.arrived(before + 1))[before]
    assert.ok(request)
    const envelope = verified(hook.secret ?? '', request)
    assert.deepEqual(Object.keys(envelope), ['type', 'timestamp', 'data'])
    assert.equal(envelope.type, 'tag_group.created')
    assert.equal(envelope.data.kind, 'tag_group')
    assert.equal(envelope.data.action, 'created')
    assert.ok(envelope.data.seq > 0)
    assert.ok(envelope.data.resource)
    await remove(hook)
  })

  it('POST /{id}/test, rotate_secret, deliveries, deliveries/{id}/retry and replay {since}', async () => {
    const hook = await create()
    const path = `/v1/webhooks/${hook.id}`
    const tested = await me.send<Delivery>(`${path}/test`, 'POST', {})
    assert.deepEqual([tested.body.status, tested.body.type], ['delivered', 'webhook.test'])
    const rotated = await me.send<Webhook>(`${path}/rotate_secret`, 'POST', {})
    await me.send(`${path}/test`, 'POST', {})
    const last = receiver.received.at(-1)
    assert.ok(last)
    for (const secret of [hook.secret, rotated.body.secret]) verified(secret ?? '', last)
    const { body } = await me.send<Delivery[]>(`${path}/deliveries`, 'GET')
    assert.equal(body.length, 2)
    for (const { status, attempts, duration_ms, response_excerpt } of body)
      assert.deepEqual([status, attempts, response_excerpt, duration_ms >= 0], ['delivered', 1, 'ok', true])
    const before = receiver.received.length
    await me.send(`/v1/webhooks/deliveries/${body[0]?.id}/retry`, 'POST', {})
    const again = (await receiver.arrived(before + 1))[before]
    assert.equal(again?.id, last.id)
    const since = new Date(Date.now() - 3_600_000).toISOString()
    const replayed = await me.send<{ changes: number }>(`${path}/replay`, 'POST', { since })
    assert.equal(replayed.status, 202)
    assert.ok(replayed.body.changes > 0)
    await receiver.arrived(before + 2)
    await remove(hook)
  })

  it('a token needs the scope webhooks:write, and must be able to read what is sent', async () => {
    for (const [scopes, status] of [
      [['webhooks:write', 'tags:read'], 201],
      [['webhooks:write'], 403],
      [['tags:write', 'tags:read'], 403],
    ] as const) {
      const { token } = await me.add<{ token: string }>('/v1/tokens', { name: 'hooks', scopes })
      const body = { url: receiver.url, kinds: ['tag_group'] }
      const answer = await target.request('/v1/webhooks', { method: 'POST', token, body })
      assert.equal(answer.status, status, scopes.join())
    }
  })

  it('addresses inside the network of the server and unknown values are refused', async () => {
    for (const body of [
      { url: 'https://192.168.0.1/' },
      { url: 'gopher://example.org' },
      { url: 'https://example.org', kinds: [] },
      { url: 'https://example.org', events: ['moved'] },
      { url: 'https://example.org', template: 'fax' },
      { url: 'https://example.org', detail: 'some' },
    ])
      assert.equal((await me.send('/v1/webhooks', 'POST', body)).status, 422, JSON.stringify(body))
  })
})
