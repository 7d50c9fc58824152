// Runs random steps on three devices and checks the invariants: all agree with the server, and no write is lost or
// runs twice.
import assert from 'node:assert/strict'
import type { LiveConnection, Write } from '@daymark/client'
import type { TestApp } from '../../../server/test/support/app.ts'
import { listening } from '../../../server/test/support/device.ts'
import { Device } from './device.ts'
import { type Step, write } from './device-steps.ts'
import { until } from './live-world.ts'
import { serverCopy } from './server-copy.ts'

interface Acknowledged {
  readonly key: string
  readonly id: string | null
  readonly operation: string
}

/** Runs the steps on three devices, which are distributed over the servers, then checks the invariants. */
export async function convergesOffline(
  servers: readonly TestApp[],
  person: string,
  steps: readonly Step[],
): Promise<void> {
  const [first] = servers
  assert.ok(first)
  const token = await first.issuer.token({ sub: person, name: person }, { now: first.clock.now() })
  const urls = await Promise.all(servers.map(async ({ app }) => `http://${await listening(app)}`))
  const urlOf = (i: number) => urls[i % urls.length] ?? ''
  const devices = [0, 1, 2].map(i => new Device(urlOf(i), token, person))
  const watcher = new Device(urlOf(0), token, person)
  try {
    const seen = watchBatches(watcher.windows[0])
    const [device] = devices
    assert.ok(device)
    const group = await device.client.tags.createGroup({ body: { name: 'G', color: '#112233' } })
    await Promise.all([...devices, watcher].map(ready))
    const acknowledged: Acknowledged[] = []
    for (const step of steps) await perform(devices, step, group.id, acknowledged)
    await settle([...devices, watcher])
    await checkEqual([...devices, watcher])
    checkOnce(seen, acknowledged)
  } finally {
    for (const device of [...devices, watcher]) device.close()
  }
}

async function perform(
  devices: readonly Device[],
  step: Step,
  groupId: string,
  acknowledged: Acknowledged[],
): Promise<void> {
  const device = devices[step.device]
  if (!device) return
  switch (step.does) {
    case 'cut':
      return device.cut()
    case 'join':
      return device.join()
    case 'lose answers':
      return device.loseAnswers(1 + (step.pick % 2))
    case 'reload':
      return device.reload()
    case 'open window':
      return void (device.windows.length < 2 && device.open())
    case 'close window':
      return device.closeFirst()
    case 'settle':
      device.join()
      return settled(device)
  }
  const given = write(device, step, groupId)
  if (!given) return
  note(given, step.does, acknowledged)
  // Waits until the write is stored, because a reload before that may lose it.
  await given.stored
}

const note = ({ key, id, done }: Write<unknown>, operation: string, acknowledged: Acknowledged[]): void =>
  void done.then(
    () => acknowledged.push({ key, id, operation }),
    () => {},
  )

interface Seen {
  /** Maps each write's key to the ids of the batches that it caused. */
  readonly batches: Map<string, Set<string>>
  readonly deleted: Set<string>
}

/** Records the batches and deletions that a connection receives. The connection must never be cut. */
function watchBatches(live: LiveConnection | undefined): Seen {
  const seen: Seen = { batches: new Map(), deleted: new Set() }
  live?.on('batch', ({ reply_to, batch_id, changes }) => {
    for (const { id, action } of changes) if (action === 'deleted') seen.deleted.add(id)
    if (reply_to === undefined) return
    seen.batches.set(reply_to, (seen.batches.get(reply_to) ?? new Set()).add(batch_id))
  })
  return seen
}

const ready = async (device: Device): Promise<void> =>
  void (await Promise.all(device.windows.map(w => w.ready)))

const OPEN = new Set(['waiting', 'sending', 'sent'])

/** Waits until all writes are sent, and discards refused ones. */
async function settled(device: Device): Promise<void> {
  await ready(device)
  for (;;) {
    for (const window of device.windows) {
      await until(
        window,
        () => window.state === 'live' && !window.outbox.entries.some(entry => OPEN.has(entry.state)),
      )
    }
    const refused = device.windows[0]?.outbox.entries.filter(entry => entry.state === 'refused') ?? []
    if (refused.length === 0) break
    for (const { key } of refused) device.windows[0]?.outbox.discard(key)
    for (const window of device.windows)
      await until(window, () => !refused.some(({ key }) => window.outbox.entries.some(e => e.key === key)))
  }
}

async function settle(devices: readonly Device[]): Promise<void> {
  for (const device of devices) device.join()
  for (const device of devices) await settled(device)
}

async function checkEqual(devices: readonly Device[]): Promise<void> {
  const [device] = devices
  assert.ok(device)
  const expected = await serverCopy(device.client)
  const { seq } = await device.client.changes.list({ query: { limit: 1 } })
  for (const window of devices.flatMap(each => each.windows)) {
    await until(window, () => window.seq === seq)
    for (const [kind, items] of Object.entries(expected) as [
      keyof typeof expected,
      ReadonlyMap<string, object>,
    ][]) {
      assert.deepEqual(
        readable(window.store.of(kind).confirmed),
        readable(items),
        `${kind}: the confirmed state`,
      )
      assert.deepEqual(readable(window.store.of(kind).all()), readable(items), `${kind}: what is shown`)
    }
  }
}

/** Converts items to a comparable form: sorted, without fields that change every second. */
function readable(things: ReadonlyMap<string, object>): Record<string, object> {
  const pairs = [...things].map(([id, thing]) => {
    const { elapsed_time, elapsed_seconds, ...rest } = thing as Record<string, unknown>
    return [id, rest] as const
  })
  return Object.fromEntries(pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const MAY_CHANGE_NOTHING = new Set(['change status', 'change deadline', 'tag todo', 'move schedule'])

/**
 * Fails if a write ran twice, or if a write was acknowledged but caused no batch. A batch may be absent if the item
 * was deleted later, because the log then omits its changes, or if the write changed nothing.
 */
function checkOnce({ batches, deleted }: Seen, acknowledged: readonly Acknowledged[]): void {
  for (const [key, ids] of batches) assert.equal(ids.size, 1, `${key} was done ${ids.size} times`)
  for (const { key, id, operation } of acknowledged) {
    const isKnown = batches.has(key) || deleted.has(id ?? '') || MAY_CHANGE_NOTHING.has(operation)
    assert.ok(isKnown, `${operation} was acknowledged and is lost`)
  }
}
