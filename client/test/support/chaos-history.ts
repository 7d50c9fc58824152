// Random work on devices in chaos. In the end, all devices must show what the server has, nothing may be left in an
// outbox, nothing may have been done twice, and nothing may have disappeared and come back on the way.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { connect, createClient, type LiveConnection } from '@daymark/client'
import type { Fetch } from '../../src/connection.ts'
import { createGroup } from '../../src/operations/tags.ts'
import { ChaosDevice, type OwnCaches, type Planted, randomFrom, SHOWN_KINDS, type Shown } from './chaos.ts'
import { STEPS, write } from './device-steps.ts'
import { until } from './live-world.ts'
import { serverCopy } from './server-copy.ts'

const EVENTS = ['crash', 'open window', 'keep', 'block', 'unblock', 'wait', 'prune'] as const
const LONGEST_SETTLING_MS = 300_000
const MAY_CHANGE_NOTHING: ReadonlySet<string> = new Set([
  ...['change status', 'change deadline', 'tag todo', 'move schedule'],
])
const COMMANDS: ReadonlySet<string> = new Set(['start timer', 'pause timer', 'resume timer', 'stop timer'])

export interface LogEntry {
  readonly reply_to: string | null
  readonly batch_id: string
  readonly resource_id: string
  readonly action: string
}

/** The server or servers of one database. */
export interface ChaosWorld {
  readonly instances: readonly { url: string; fetch?: Fetch }[]
  tokenOf(person: string): Promise<string>
  /** Deletes the person's log, as retention does. */
  prune?(person: string): Promise<void>
  /** Resolves when nothing may go wrong any more. */
  calm?(): Promise<void>
}

export interface ChaosRun {
  readonly person: string
  readonly seed: number
  readonly length?: number
  /** The longest pause between two steps. */
  readonly pauseMs?: number
  readonly planted?: Planted | undefined
  readonly settlingMs?: number
  /** Makes one of the devices a program with caches of its own. */
  readonly own?: () => OwnCaches
}

export interface ChaosResult {
  /** What was wrong; empty if everything held. */
  readonly faults: readonly string[]
  readonly steps: readonly string[]
  /** Compares what the devices know with the person's whole log. */
  check(log: readonly LogEntry[]): string[]
}

interface Seen {
  /** Writes that would have survived a crash, by key. */
  readonly stored: Map<string, { id: string | null; does: string }>
  readonly accepted: Set<string>
  readonly refused: Set<string>
  readonly does: Map<string, string>
}

export async function chaosHistory(world: ChaosWorld, run: ChaosRun): Promise<ChaosResult> {
  const { person, seed, length = 25, pauseMs = 15, planted, settlingMs = LONGEST_SETTLING_MS, own } = run
  const random = randomFrom(seed)
  const among = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const token = await world.tokenOf(person)
  const [first] = world.instances
  assert.ok(first)
  const reliable = { baseUrl: first.url, token, ...(first.fetch && { fetch: first.fetch }) }
  const group = await createGroup(connect(reliable), { body: { name: 'G', color: '#112233' } })
  const faults = new Set<string>()
  const seen: Seen = { stored: new Map(), accepted: new Set(), refused: new Set(), does: new Map() }
  const devices = [0, 1, 2].map(at => {
    const { url, fetch } = world.instances[at % world.instances.length] ?? first
    return new ChaosDevice({
      ...{ baseUrl: url, fetch, token, account: person, seed: seed * 7 + at, planted, polls: at === 2 },
      own: at === 1 ? own?.() : undefined,
      opened: shown => watch(shown, faults, seen),
    })
  })
  const inTime = limited(settlingMs)
  const steps: string[] = []
  try {
    for (let at = 0; at < length; at++) {
      const on = Math.floor(random() * devices.length)
      const chosen = devices[on] as ChaosDevice
      const does = random() < 0.3 ? among(EVENTS) : among(STEPS)
      steps.push(`${on} ${does}`)
      if (does === 'crash') chosen.crash(Math.floor(random() * 2))
      else if (does === 'open window') void (chosen.windows.length < 2 && chosen.open())
      else if (does === 'keep') chosen.keep()
      else if (does === 'block') chosen.block(true)
      else if (does === 'unblock') chosen.block(false)
      else if (does === 'wait') await pause(random() * 4 * pauseMs)
      else if (does === 'prune') await world.prune?.(person)
      else if (!(chosen.polls && COMMANDS.has(does))) {
        const given = write(chosen, { device: on, does, pick: Math.floor(random() * 1000) }, group.id)
        given?.done.catch(() => {})
        if (given) seen.does.set(given.key, does)
        given?.stored.then(
          isStored => isStored && seen.stored.set(given.key, { id: given.id, does }),
          () => {},
        )
      }
      if (random() < 0.5) await pause(random() * pauseMs)
    }
    await world.calm?.()
    for (const each of devices) each.calm()
    await Promise.all(devices.map(each => each.landed()))
    const windows = devices.flatMap(each => each.windows)
    await Promise.all(windows.map(window => settle(window, inTime, faults, seen)))
    if (faults.size === 0) {
      const client = createClient(reliable)
      const { seq } = await client.changes.list({ query: { limit: 1, since: await positionOf(reliable) } })
      const expected = await serverCopy(client)
      await Promise.all(devices.map(each => compare(each, { seq, expected }, inTime, faults)))
    }
    return { faults: [...faults], steps, check: log => unlike(log, seen) }
  } finally {
    for (const each of devices) each.close()
  }
}

/** The log may have been pruned, so it cannot be read from its beginning. */
async function positionOf(reliable: Parameters<typeof createClient>[0]): Promise<number> {
  return (await createClient(reliable).changes.snapshot({ query: { limit: 1 } })).seq
}

/** Notes own items and names that disappear and come back although nobody changed them. */
function watch({ live, all, subscribe }: Shown, faults: Set<string>, seen: Seen): void {
  const refused = new Set<string>()
  live.outbox.on('settled', ({ entry, outcome }) => {
    if ('error' in outcome) seen.refused.add(entry.key)
    else seen.accepted.add(entry.key)
    if ('error' in outcome && entry.id !== null) refused.add(entry.id)
  })
  // Another window has refused and discarded it.
  live.outbox.on('removed', ({ id }) => id !== null && refused.add(id))
  const shown = new Map(SHOWN_KINDS.map(kind => [kind, names(all(kind))]))
  const left = new Set<string>()
  subscribe(() => {
    for (const { id, error } of live.outbox.entries) if (error && id !== null) refused.add(id)
    for (const kind of SHOWN_KINDS) {
      const [before, now] = [shown.get(kind) ?? new Map<string, string>(), names(all(kind))]
      for (const [id, name] of before) {
        if (!now.has(id)) left.add(id)
        if (now.get(id) !== name) left.add(`${id} ${name}`)
      }
      for (const [id, name] of now) {
        if (refused.has(id) || before.get(id) === name || name === '') continue
        if (!before.has(id) && left.has(id)) faults.add(`flicker: ${kind} ${id} came back`)
        else if (left.has(`${id} ${name}`)) faults.add(`flicker: ${kind} ${id} is named ${name} again`)
      }
      shown.set(kind, now)
    }
  })
}

/** Each write chooses a name that no other has, or an empty one, which the server refuses. */
const names = (items: ReadonlyMap<string, object>): Map<string, string> =>
  new Map(
    [...items].map(([id, item]) => {
      const { title, name } = item as { title?: string | null; name?: string }
      return [id, String(title ?? name)]
    }),
  )

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

interface Expected {
  readonly seq: number
  readonly expected: Awaited<ReturnType<typeof serverCopy>>
}

async function compare(
  device: ChaosDevice,
  { seq, expected }: Expected,
  inTime: InTime,
  faults: Set<string>,
): Promise<void> {
  for (const window of device.windows) {
    if (!(await inTime(until(window, () => window.seq === seq))))
      faults.add(`the position is ${window.seq}, not ${seq}`)
    for (const kind of SHOWN_KINDS) {
      const [own, theirs] = [readable(device.shownIn(window)(kind)), readable(expected[kind])]
      for (const id of new Set([...own.keys(), ...theirs.keys()]))
        if (own.get(id) !== theirs.get(id))
          faults.add(`${kind} ${id} differs from the server: ${own.get(id)} ${theirs.get(id)}`)
    }
  }
}

/** No acknowledged or stored write without its log entry, and none twice. */
function unlike(log: readonly LogEntry[], { stored, accepted, refused, does }: Seen): string[] {
  const batches = Map.groupBy(log, entry => entry.reply_to ?? '')
  batches.delete('')
  const deleted = new Set(log.filter(entry => entry.action === 'deleted').map(entry => entry.resource_id))
  const twice = [...batches].flatMap(([key, own]) => {
    const count = new Set(own.map(entry => entry.batch_id)).size
    return count > 1 ? [`${does.get(key) ?? key} was done ${count} times`] : []
  })
  const lost = [...stored].flatMap(([key, { id, does }]) =>
    batches.has(key) || refused.has(key) || deleted.has(id ?? '') || MAY_CHANGE_NOTHING.has(does)
      ? []
      : [`${does} was stored and is lost`],
  )
  const unlogged = [...accepted].flatMap(key => {
    const name = does.get(key) ?? ''
    return batches.has(key) || MAY_CHANGE_NOTHING.has(name) ? [] : [`${name} was accepted and is lost`]
  })
  return [...twice, ...lost, ...unlogged]
}

/** Without fields that change every second. */
const readable = (items: ReadonlyMap<string, object>) =>
  new Map(
    [...items].map(([id, item]) => {
      const { elapsed_time, elapsed_seconds, ...rest } = item as Record<string, unknown>
      return [id, JSON.stringify(rest, Object.keys(rest).sort())]
    }),
  )
