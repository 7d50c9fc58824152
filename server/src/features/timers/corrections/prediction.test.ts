import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { type OutboxEntry, withEntries } from '@daymark/client'
import type { Timer } from '@daymark/contract/timers/timer'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { greeted } from '../../../../test/support/device.ts'
import { newPerson, type Person } from '../../../../test/support/people.ts'
import { openFreshSqlite } from '../../../../test/support/sqlite.ts'

const range = (start: string, end: string) => ({ start: `2026-03-02T${start}Z`, end: `2026-03-02T${end}Z` })
const MORNING = [range('09:00:00', '10:00:00'), range('10:00:00', '10:15:00'), range('10:30:00', '12:00:00')]
const ID = '0192d3a4-7b1c-7def-8a90-123456789abc'

const entryOf = (account: string, operation: string, id: string, body: object): OutboxEntry => ({
  key: 'key',
  account,
  order: 1,
  operation,
  params: { timer_id: id },
  query: {},
  body,
  kind: 'timer',
  id,
  created_at: Date.now(),
  server_at: null,
  state: 'waiting',
  attempts: 0,
  error: null,
})

/** Removes the fields that only the server knows, and converts instants to numbers. */
function essence(timer: Timer | undefined): unknown {
  const { version, updated_at, created_at, corrected_at, owner_id, visibility, ...shown } = timer ?? {}
  const isInstant = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
  const text = JSON.stringify({ ...shown, isCorrected: corrected_at !== null }, (_key, value) =>
    isInstant(value) ? Date.parse(value) : value,
  )
  return JSON.parse(text)
}

const predicted = (known: readonly Timer[], entry: OutboxEntry) =>
  withEntries('timer', new Map(known.map(timer => [timer.id, timer])), [entry])

let server: TestApp
before(async () => {
  server = await startTestApp(await openFreshSqlite(), { WS_RATE_LIMIT_ENABLED: 'false' })
})
after(() => server.close())

async function started({ id, client }: Person, ...then: ('pause' | 'resume' | 'stop' | 'cancel')[]) {
  const device = await greeted(server, id)
  const { timer } = (await device.start({ title: 'Measured' })).payload
  for (const action of then) {
    server.clock.advance(60_000)
    await device.ask(`timer.${action}`, { timer_id: timer.id })
  }
  server.clock.advance(60_000)
  await device.close()
  return client.timers.get({ params: { timer_id: timer.id } })
}

it('predicts a record', async () => {
  const ann = await newPerson(server, 'ann')
  const body = { id: ID, segments: MORNING, title: 'Record' }
  const shown = predicted([], entryOf(ann.id, 'POST /v1/timers/records', ID, body)).get(ID)
  assert.deepEqual(essence(shown), essence(await ann.client.timers.addRecord({ body })))
  assert.equal(shown?.corrected_at, null)
})

it('predicts replaced segments in every status', async () => {
  const ann = await newPerson(server, 'ann')
  for (const then of [['pause'], ['pause', 'stop'], ['cancel']] as const) {
    const timer = await started(ann, ...then)
    const body = { segments: MORNING }
    const entry = entryOf(ann.id, 'PUT /v1/timers/{timer_id}/segments', timer.id, body)
    const shown = predicted([timer], entry).get(timer.id)
    const answer = await ann.client.timers.setSegments({ params: { timer_id: timer.id }, body })
    assert.deepEqual(essence(shown), essence(answer), then.join())
  }
})

it('predicts both parts of a split', async () => {
  const ann = await newPerson(server, 'ann')
  for (const [n, then] of (
    [
      ['pause', 'resume', 'pause'],
      ['pause', 'resume', 'pause', 'stop'],
    ] as const
  ).entries()) {
    const timer = await started(ann, ...then)
    const second = `0192d3a4-7b1c-7def-8a90-00000000000${n}`
    const at = new Date(Date.parse(timer.started_at ?? '') + 30_000).toISOString()
    const body = { at, id: second }
    const shown = predicted([timer], entryOf(ann.id, 'POST /v1/timers/{timer_id}/split', timer.id, body))
    const answer = await ann.client.timers.split({ params: { timer_id: timer.id }, body })
    assert.deepEqual(
      [timer.id, second].map(id => essence(shown.get(id))),
      answer.map(essence),
    )
  }
})

it('predicts an earlier end, in a segment and in a pause', async () => {
  const ann = await newPerson(server, 'ann')
  for (const seconds of [30, 60, 90, 120, 150]) {
    const timer = await started(ann, 'pause', 'resume')
    const body = { end: new Date(Date.parse(timer.started_at ?? '') + seconds * 1000).toISOString() }
    const shown = predicted([timer], entryOf(ann.id, 'POST /v1/timers/{timer_id}/trim', timer.id, body))
    const answer = await ann.client.timers.trim({ params: { timer_id: timer.id }, body })
    assert.deepEqual(essence(shown.get(timer.id)), essence(answer), String(seconds))
  }
})

it('predicts nothing that will be refused', async () => {
  const ann = await newPerson(server, 'ann')
  const running = await started(ann)
  const entry = entryOf(ann.id, 'PUT /v1/timers/{timer_id}/segments', running.id, { segments: MORNING })
  assert.equal(predicted([running], entry).get(running.id), running)
  const endings = [
    { timer: await started(ann, 'stop'), seconds: 30, status: 409 },
    { timer: await started(ann, 'cancel'), seconds: 30, status: 409 },
    { timer: running, seconds: 0, status: 422 },
  ]
  for (const { timer, seconds, status } of endings) {
    const body = { end: new Date(Date.parse(timer.started_at ?? '') + seconds * 1000).toISOString() }
    const trim = entryOf(ann.id, 'POST /v1/timers/{timer_id}/trim', timer.id, body)
    assert.equal(predicted([timer], trim).get(timer.id), timer, timer.status)
    await assert.rejects(ann.client.timers.trim({ params: { timer_id: timer.id }, body }), { status })
  }
})
