import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook as Receiver } from 'standardwebhooks'
import { newSecret, signedHeaders } from './sending/signature.ts'
import { contentTypeOf, renderBody, type WebhookMessage } from './template.ts'
import { nextAttempt, outcomeOf, rotated, secretsOf, wants } from './webhook.ts'

test('attempts are repeated after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, with up to 10 % more', () => {
  const seconds = (random: number) =>
    Array.from({ length: 10 }, (_, at) => (nextAttempt(at + 1, 0, random) ?? Number.NaN) / 1000)
  const hours = [2, 5, 10, 14, 20, 24].map(hour => hour * 3600)
  assert.deepEqual(seconds(0), [5, 300, 1800, ...hours, Number.NaN])
  assert.deepEqual(seconds(1).slice(0, 3), [5.5, 330, 1980])
})

test('2xx is delivered, 410 is gone, everything else fails, also redirects and silence', () => {
  const answer = { excerpt: null, error: null, duration_ms: 1 }
  const outcomes = [200, 204, 299, 301, 308, 400, 404, 410, 429, 500, null].map(status =>
    outcomeOf({ ...answer, status }),
  )
  assert.deepEqual(outcomes, [
    ...['delivered', 'delivered', 'delivered'],
    ...['failed', 'failed', 'failed', 'failed', 'gone', 'failed', 'failed', 'failed'],
  ])
})

test('only the chosen kinds and events are sent', () => {
  const change = { kind: 'todo', action: 'updated' }
  assert.ok(wants({ kinds: null, events: ['updated'] }, change))
  assert.ok(wants({ kinds: ['tag', 'todo'], events: ['updated', 'deleted'] }, change))
  assert.ok(!wants({ kinds: ['tag'], events: ['updated'] }, change))
  assert.ok(!wants({ kinds: null, events: ['created', 'deleted'] }, change))
})

test('the public package accepts every signature, with the old secret as well as the new one', () => {
  const [secret, old] = [newSecret(), newSecret()]
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{32}$/)
  const body = '{"title":"보고서 🙂"}'
  const headers = signedHeaders({ id: 'msg_1', at: Date.now(), body }, [secret, old])
  assert.deepEqual(new Receiver(secret).verify(body, headers), JSON.parse(body))
  assert.deepEqual(new Receiver(old).verify(body, headers), JSON.parse(body))
  assert.throws(() => new Receiver(newSecret()).verify(body, headers), /No matching signature/)
  assert.throws(() => new Receiver(secret).verify(`${body} `, headers), /No matching signature/)
})

test('a long title is never cut inside of an emoji, because services refuse such a text', () => {
  const message = { type: 'todo.created', timestamp: '', data: {}, title: `a${'😀'.repeat(600)}` }
  assert.ok(renderBody('ntfy', message).isWellFormed())
  assert.ok((JSON.parse(renderBody('slack', message)) as { text: string }).text.isWellFormed())
})

test('each template has the form that its service accepts', () => {
  const message: WebhookMessage = {
    type: 'tag_group.created',
    timestamp: '2026-01-12T08:00:00Z',
    data: { seq: 1 },
    title: '<b> & @everyone',
  }
  const sentence = 'Tag group created: <b> & @everyone'
  assert.deepEqual(JSON.parse(renderBody('json', message)), {
    type: 'tag_group.created',
    timestamp: '2026-01-12T08:00:00Z',
    data: { seq: 1 },
  })
  assert.equal(renderBody('ntfy', message), sentence)
  const parsed = (template: 'gotify' | 'slack' | 'discord' | 'matrix') =>
    JSON.parse(renderBody(template, message))
  assert.deepEqual(parsed('gotify'), { title: 'Daymark', message: sentence, priority: 5 })
  assert.deepEqual(parsed('slack'), { text: 'Tag group created: &lt;b&gt; &amp; @everyone' })
  assert.deepEqual(parsed('discord'), { content: sentence, allowed_mentions: { parse: [] } })
  assert.deepEqual(parsed('matrix'), { text: sentence, username: 'Daymark' })
  assert.equal(renderBody('ntfy', { ...message, title: null }), 'Tag group created')
  assert.ok(renderBody('discord', { ...message, title: 'x'.repeat(5000) }).length < 2000)
  assert.deepEqual(
    [contentTypeOf(sentence), contentTypeOf('{}')],
    ['text/plain; charset=utf-8', 'application/json'],
  )
})

test('each old secret signs for 24 hours after its own rotation, and at most the last three do', () => {
  const hour = 3_600_000
  const first = { secret: 'first', old_secret: null, old_secret_until: null }
  const second = rotated(first, 'second', 0)
  const third = rotated(second, 'third', 23 * hour)
  assert.deepEqual(secretsOf(third, 24 * hour - 1), ['third', 'second', 'first'])
  assert.deepEqual(secretsOf(third, 24 * hour), ['third', 'second'])
  assert.deepEqual(secretsOf(rotated(third, 'fourth', 46 * hour), 46 * hour), ['fourth', 'third', 'second'])
  assert.deepEqual(secretsOf(third, 47 * hour), ['third'])
  const fifth = ['third', 'fourth', 'fifth'].reduce((before, name) => rotated(before, name, 0), second)
  assert.deepEqual(secretsOf(fifth, 0), ['fifth', 'fourth', 'third', 'second'])
})

test('old secrets that were stored without an end sign until the end of the last one', () => {
  const stored = { secret: 'c', old_secret: 'b a', old_secret_until: 10 }
  assert.deepEqual(secretsOf(stored, 9), ['c', 'b', 'a'])
  assert.deepEqual(secretsOf(stored, 10), ['c'])
  assert.deepEqual(secretsOf(rotated(stored, 'd', 9), 10), ['d', 'c'])
})
