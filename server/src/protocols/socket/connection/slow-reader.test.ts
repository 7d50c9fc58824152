import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, before, it } from 'node:test'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { type Device, greeted } from '../../../../test/support/device.ts'
import { openFreshSqlite } from '../../../../test/support/sqlite.ts'

let server: TestApp

before(async () => {
  server = await startTestApp(await openFreshSqlite(), { WS_RATE_LIMIT_ENABLED: 'false' })
})
after(() => server.close())

/** Pauses and resumes a timer until the condition is true. Returns the number of changes. Each message has 40 KB. */
async function keepChanging(device: Device, until: (times: number) => boolean): Promise<number> {
  const { timer } = (await device.start({ description: '😀'.repeat(10_000) })).payload
  let times = 0
  while (!until(times)) {
    const type = times % 2 === 0 ? 'timer.pause' : 'timer.resume'
    assert.equal((await device.ask(type, { timer_id: timer.id })).type, 'timer.updated')
    times++
  }
  return times
}

it('closes a slow reader with 1013 while the others get everything', async () => {
  const [fast, witness] = [await greeted(server, 'ann'), await greeted(server, 'ann')]
  const raw = Promise.withResolvers<Socket>()
  server.app.server.once('connection', raw.resolve)
  const slow = await greeted(server, 'ann')
  const atServer = await raw.promise
  slow.socket.pause()
  // Makes changes until the operating system's buffers are full and the server has buffered another 1 MiB.
  let last = Number.POSITIVE_INFINITY
  const changes = await keepChanging(fast, times => {
    if (atServer.writableLength > 1_048_576) last = Math.min(last, times + 1)
    return times >= last
  })
  slow.socket.resume()
  await witness.settled()
  const seqs = witness.received.flatMap(message =>
    message.type === 'timer.updated' ? (message.seq ?? []) : [],
  )
  assert.deepEqual(
    seqs,
    Array.from({ length: changes }, (_, i) => i + 2),
  )
  assert.equal((await slow.closed).code, 1013)
  const read = slow.received.flatMap(message => (message.type === 'timer.updated' ? (message.seq ?? []) : []))
  assert.ok(read.length < changes)
  assert.deepEqual(read, seqs.slice(0, read.length), 'what it received was complete and in order')
  await Promise.all([fast.close(), witness.close()])
})

it('lets a reader of a large response take its time', async () => {
  const device = await greeted(server, 'bob')
  await keepChanging(device, times => times === 300)
  const late = await greeted(server, 'bob')
  const before = late.received.length
  late.send('timer.sync', { since: 0 }, 'all')
  late.socket.pause()
  for (let i = 0; i < 5; i++) await device.start()
  late.socket.resume()
  await late.until(message => message.reply_to === 'all')
  const seqs = late.received.slice(before).map(message => message.seq)
  assert.equal(seqs[0], 1)
  assert.ok(seqs.length > 300)
  await late.settled()
  await Promise.all([device.close(), late.close()])
})

it('does not read ahead of what it can process', async () => {
  const device = await greeted(server, 'cleo')
  for (let i = 0; i < 400; i++) device.sendText(JSON.stringify({ type: 'x'.repeat(60_000) }))
  for (let i = 0; i < 400; i++) assert.equal((await device.next('error')).payload.code, 'UNKNOWN_TYPE')
  await device.close()
})
