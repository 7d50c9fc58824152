// Random work on devices in chaos. In the end, all devices must show what the server has, nothing may be left in an
// outbox, nothing may have been done twice, and no item may have disappeared and come back on the way.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { LiveConnection } from '@daymark/client'
import type { TestApp } from '../../../server/test/support/app.ts'
import { listening } from '../../../server/test/support/device.ts'
import { ChaosDevice, type Planted, randomFrom } from './chaos.ts'
import { STEPS, write } from './device-steps.ts'
import { until } from './live-world.ts'
import { serverCopy } from './server-copy.ts'

const KINDS = ['tag_group', 'tag', 'todo', 'schedule', 'timer'] as const
const EVENTS = ['crash', 'open window', 'block', 'unblock', 'wait'] as const
const LONGEST_SETTLING_MS = 60_000
const MAY_CHANGE_NOTHING: ReadonlySet<string> = new Set([
  ...['change status', 'change deadline', 'tag todo', 'move schedule'],
])

const COMMANDS: ReadonlySet<string> = new Set(['start timer', 'pause timer', 'resume timer', 'stop timer'])

interface Seen {
  /** Writes that would have survived a crash, by key. */
  readonly stored: Map<string, { id: string | null; does: string }>
  readonly refused: Set<string>
}

export interface ChaosResult {
  /** What was wrong; empty if everything held. */
  readonly faults: readonly string[]
  readonly steps: readonly string[]
}

export async function chaosHistory(
  servers: readonly TestApp[],
  {
    person,
    seed,
    length = 25,
    planted,
    settlingMs = LONGEST_SETTLING_MS,
  }: { person: string; seed: number; length?: number; planted?: Planted; settlingMs?: number },
): Promise<ChaosResult> {
  const [first] = servers
  assert.ok(first)
  const random = randomFrom(seed)
  const among = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const token = await first.issuer.token({ sub: person, name: person }, { now: first.clock.now() })
  const urls = await Promise.all(servers.map(async ({ app }) => `http://${await listening(app)}`))
  const devices = [0, 1, 2].map(
    at =>
      new ChaosDevice({
        baseUrl: urls[at % urls.length] ?? '',
        token,
        account: person,
        seed: seed * 7 + at,
        planted,
        polls: at === 2,
      }),
  )
  const faults = new Set<string>()
  const inTime = limited(settlingMs)
  const steps: string[] = []
  const watched = new WeakSet<LiveConnection>()
  const seen: Seen = { stored: new Map(), refused: new Set() }
  try {
    const [device] = devices
    assert.ok(device)
    const group = await device.client.tags.createGroup({ body: { name: 'G', color: '#112233' } })
    for (let at = 0; at < length; at++) {
      const on = Math.floor(random() * devices.length)
      const chosen = devices[on] as ChaosDevice
      for (const window of chosen.windows) watch(window, watched, faults, seen)
      const does = random() < 0.3 ? among(EVENTS) : among(STEPS)
      steps.push(`${on} ${does}`)
      if (does === 'crash') chosen.crash(Math.floor(random() * 2))
      else if (does === 'open window') void (chosen.windows.length < 2 && chosen.open())
      else if (does === 'block') chosen.block(true)
      else if (does === 'unblock') chosen.block(false)
      else if (does === 'wait') await new Promise(resolve => setTimeout(resolve, random() * 60))
      else if (!(chosen.polls && COMMANDS.has(does))) {
        const given = write(chosen, { device: on, does, pick: Math.floor(random() * 1000) }, group.id)
        given?.done.catch(() => {})
        given?.stored.then(
          isStored => isStored && seen.stored.set(given.key, { id: given.id, does }),
          () => {},
        )
      }
      if (random() < 0.5) await new Promise(resolve => setTimeout(resolve, random() * 15))
    }
    for (const each of devices) each.calm()
    const windows = devices.flatMap(each => each.windows)
    for (const window of windows) watch(window, watched, faults, seen)
    await Promise.all(windows.map(window => settle(window, inTime, faults, seen)))
    if (faults.size === 0) await compare(first, person, devices, inTime, faults, seen)
    return { faults: [...faults], steps }
  } finally {
    for (const each of devices) each.close()
  }
}

/** Notes own items that disappear and come back although nobody deleted them, and deleted ones that come back. */
function watch(
  live: LiveConnection,
  watched: WeakSet<LiveConnection>,
  faults: Set<string>,
  seen: Seen,
): void {
  if (watched.has(live)) return
  watched.add(live)
  const refused = new Set<string>()
  live.outbox.on('settled', ({ entry, outcome }) => {
    if (!('error' in outcome)) return
    seen.refused.add(entry.key)
    if (entry.id !== null) refused.add(entry.id)
  })
  for (const kind of KINDS) {
    const collection = live.store.of(kind)
    const left = new Set<string>()
    let shown = new Set(collection.all().keys())
    collection.subscribe(() => {
      const now = new Set(collection.all().keys())
      for (const id of shown.difference(now)) left.add(id)
      for (const id of now.difference(shown))
        if (left.has(id) && !refused.has(id)) faults.add(`flicker: ${kind} ${id} came back`)
      shown = now
    })
  }
}

/** Discards what is refused, and waits until the window says that it is synced. */
async function settle(live: LiveConnection, inTime: InTime, faults: Set<string>, seen: Seen): Promise<void> {
  const discard = () => {
    for (const { key, state } of live.outbox.entries) {
      if (state !== 'refused' && state !== 'blocked' && state !== 'expired') continue
      seen.refused.add(key)
      live.outbox.discard(key)
    }
  }
  discard()
  const off = live.outbox.on('entries', discard)
  const isSynced = () => live.status.state === 'synced' && live.outbox.entries.length === 0
  if (!(await inTime(until(live, isSynced))))
    faults.add(
      `not settled: ${live.status.state}, ${live.state}, ${live.outbox.unsaved} unsaved, ${live.outbox.entries.map(({ operation, state }) => `${operation} ${state}`).join()}`,
    )
  off()
}

type InTime = (work: Promise<void>) => Promise<boolean>

/** A device that never settles would otherwise keep its history from ending. */
const limited =
  (ms: number): InTime =>
  async work => {
    const ended = new AbortController()
    const late = pause(ms, false, { signal: ended.signal, ref: false }).catch(() => false)
    const done = await Promise.race([work.then(() => true), late])
    ended.abort()
    return done
  }

async function compare(
  server: TestApp,
  person: string,
  devices: readonly ChaosDevice[],
  inTime: InTime,
  faults: Set<string>,
  { stored, refused }: Seen,
): Promise<void> {
  const { batches, deleted } = await log(server, person)
  for (const [key, count] of batches) if (count > 1) faults.add(`${key} was done ${count} times`)
  for (const [key, { id, does }] of stored)
    if (!batches.has(key) && !refused.has(key) && !deleted.has(id ?? '') && !MAY_CHANGE_NOTHING.has(does))
      faults.add(`${does} was stored and is lost`)
  const [device] = devices
  if (!device) return
  const { seq } = await device.client.changes.list({ query: { limit: 1 } })
  const expected = await serverCopy(device.client)
  const titles = [...expected.todo.values()].map(todo => String((todo as { title?: string }).title))
  if (new Set(titles).size !== titles.length) faults.add('a todo was created twice')
  for (const window of devices.flatMap(each => each.windows)) {
    if (!(await inTime(until(window, () => window.seq === seq))))
      faults.add(`the position is ${window.seq}, not ${seq}`)
    for (const kind of KINDS) {
      const [own, theirs] = [readable(window.store.of(kind).all()), readable(expected[kind])]
      for (const id of new Set([...own.keys(), ...theirs.keys()]))
        if (own.get(id) !== theirs.get(id))
          faults.add(`${kind} ${id} differs from the server: ${own.get(id)} ${theirs.get(id)}`)
    }
  }
}

/** The number of batches for each key, and the ids of deleted items. */
const log = (server: TestApp, person: string) =>
  server.storage.read(async db => {
    const rows = await db.sql
      .selectFrom('changes')
      .select(['reply_to', 'batch_id', 'resource_id', 'action'])
      .where('owner_id', '=', person)
      .execute()
    const keyed = Map.groupBy(rows, row => row.reply_to ?? '')
    keyed.delete('')
    return {
      batches: new Map([...keyed].map(([key, own]) => [key, new Set(own.map(row => row.batch_id)).size])),
      deleted: new Set(rows.filter(row => row.action === 'deleted').map(row => row.resource_id)),
    }
  })

/** Without fields that change every second. */
const readable = (items: ReadonlyMap<string, object>) =>
  new Map(
    [...items].map(([id, item]) => {
      const { elapsed_time, elapsed_seconds, ...rest } = item as Record<string, unknown>
      return [id, JSON.stringify(rest, Object.keys(rest).sort())]
    }),
  )
