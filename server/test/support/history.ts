// Three people act at random through REST and sockets, sequentially or concurrently.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { TestApp } from './app.ts'
import { type Device, greeted } from './device.ts'
import { ACTIONS, type Hand, type Kind } from './history-actions.ts'
import { befriend, newPerson, type Person } from './people.ts'
import { MISSING } from './todo-world.ts'

/** A step consists of numbers that determine its action, so that a failing history can be shrunk. */
interface Step {
  who: number
  action: number
  choices: number[]
  /** True if the step runs concurrently with the ones before, unless one of those belongs to the same person. */
  beside: boolean
}

/** Disables fast-check's bias toward the ends of each range, because a history needs all kinds of actions. */
export const history = fc.noBias(
  fc.array(
    fc.record<Step>({
      who: fc.nat(2),
      action: fc.nat(ACTIONS.length - 1),
      choices: fc.array(fc.nat(99), { minLength: 8, maxLength: 8 }),
      beside: fc.boolean(),
    }),
    { minLength: 120, maxLength: 160 },
  ),
)

interface Actor {
  person: Person
  device: Device
  token: string
  made: Map<Kind, string[]>
}

const MAKERS = ['group', 'tag', 'todo', 'schedule'] as const
/** Actions choose among this many of the person's newest items. */
const RECENT = 3

export async function live(server: TestApp, steps: readonly Step[]): Promise<void> {
  const actors = await Promise.all(['ann', 'bob', 'cyd'].map(name => join(server, name)))
  try {
    await befriendFirst(actors)
    await act(server, actors, steps)
  } finally {
    await Promise.all(actors.map(each => each.device.close()))
  }
}

async function befriendFirst([first, ...others]: readonly Actor[]): Promise<void> {
  for (const other of others) if (first) await befriend(first.person, other.person)
}

async function act(server: TestApp, actors: readonly Actor[], steps: readonly Step[]): Promise<void> {
  let running: { who: number; done: Promise<unknown> }[] = []
  for (const { who, action, choices, beside } of steps) {
    const actor = actors[who]
    if (!actor) continue
    if (!beside || running.some(each => each.who === who)) {
      await Promise.all(running.map(each => each.done))
      running = []
    }
    const done = ACTIONS[action]?.(handOf(server, actor, actors, choices)) ?? Promise.resolve()
    running.push({ who, done })
  }
  await Promise.all(running.map(each => each.done))
}

async function join(server: TestApp, name: string): Promise<Actor> {
  const person = await newPerson(server, name, { email: `${name}@corp.com` })
  const device = await greeted(server, person.id, { claims: person.claims })
  const claims = { sub: person.id, name: person.id, ...person.claims }
  const token = await server.issuer.token(claims, { now: server.clock.now() })
  const actor: Actor = { person, device, token, made: new Map() }
  const hand = handOf(server, actor, [actor], [])
  for (const kind of MAKERS) await startWith(hand, kind)
  return actor
}

function startWith(hand: Hand, kind: (typeof MAKERS)[number]): Promise<unknown> {
  const color = '#000000'
  const group = hand.some('group')
  const times = { start_time: '2030-01-01T09:00:00Z', end_time: '2030-01-01T10:00:00Z' }
  const first = {
    group: ['/v1/tags/groups', { name: 'First', color }],
    tag: ['/v1/tags', { name: 'first', color, group_id: group }],
    todo: ['/v1/todos', { title: 'First', tag_group_id: group }],
    schedule: ['/v1/schedules', { title: 'First', ...times, recurrence_rule: 'FREQ=DAILY;COUNT=6' }],
  } as const
  const [path, body] = first[kind]
  return hand.send('POST', path, body, kind)
}

function handOf(server: TestApp, actor: Actor, all: readonly Actor[], choices: readonly number[]): Hand {
  let at = 0
  const number = () => choices[at++ % Math.max(1, choices.length)] ?? 0
  const remember = (kind: Kind, id: unknown) => {
    if (typeof id === 'string') actor.made.set(kind, [...(actor.made.get(kind) ?? []), id])
  }
  const forget = (path: string) => {
    for (const [kind, ids] of actor.made)
      actor.made.set(
        kind,
        ids.filter(id => !path.includes(id)),
      )
  }
  return {
    pick: options => options[number() % options.length] ?? options[0],
    some(kind) {
      const chosen = number()
      const whose = chosen === 99 ? all[number() % all.length] : actor
      const made = (whose ?? actor).made.get(kind)?.slice(-RECENT) ?? []
      return made[chosen % Math.max(1, made.length)] ?? MISSING
    },
    somebody: () => all[number() % all.length]?.person.id ?? '',
    async send(method, path, body, kind) {
      const headers = { authorization: `Bearer ${actor.token}`, 'content-type': 'application/json' }
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const response = await server.fetch(path, { method, headers, ...sent })
      const answer = (await response.json()) as { id?: string; parent_id?: string | null }
      assert.ok(response.status < 500, `${method} ${path} ${response.status}`)
      // An occurrence also has an id, but requests address it by its series.
      if (kind && response.ok && !answer.parent_id) remember(kind, answer.id)
      else if (kind === 'todo') remember(kind, answer.id)
      if (method === 'DELETE' && response.ok && !path.includes('?')) forget(path)
    },
    async control(type, payload) {
      const answer = await actor.device.ask(`timer.${type}`, payload)
      if (answer.type === 'timer.created') remember('timer', answer.payload.timer.id)
    },
  }
}
