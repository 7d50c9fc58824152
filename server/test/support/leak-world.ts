// Builds a random world through the SDK. Every title, description and name of an item contains the item's secret mark.
import type { Client } from '@daymark/client'
import { mayAccess, PRIVATE, type Sharing } from '../../src/features/visibility/policy.ts'
import type { TestApp } from './app.ts'
import { type Device, greeted } from './device.ts'
import { groupOf, type SettingsBody } from './kinds.ts'
import { PLANNING } from './meetings.ts'
import { befriend, block, type Person } from './people.ts'
import { viewerOf, type World, type WorldThing } from './sharing-world.ts'

/** Links between an item and others of the same owner. If true, the link is created if possible. */
export interface Ties {
  /** Todo: placed below the last todo. Schedule: a series with a changed occurrence. */
  nested: boolean
  /** Schedule: has its own private todo. Timer: linked to the last todo. */
  with_todo: boolean
  /** Todo: has a deadline, and therefore a private schedule. Timer: linked to the last schedule. */
  with_schedule: boolean
}

export interface Secret {
  mark: string
  id: string
  type: WorldThing['type'] | 'source todo'
  /** Indexes of the people who may read the item, according to the visibility rules. */
  readers: Set<number>
}

export interface BuiltWorld {
  people: Person[]
  devices: Device[]
  secrets: Secret[]
}

const SPAN = { start_time: '2026-01-15T10:00:00Z', end_time: '2026-01-15T11:00:00Z' }

/** Creates people and items, ends the friendships in `ends`, sets the blocks, and starts the timers last. */
export async function buildWorld(
  server: TestApp,
  world: World,
  ends: readonly [number, number][],
  ties: readonly Ties[],
): Promise<BuiltWorld> {
  const people: Person[] = []
  for (const { id, email, email_verified } of world.people) {
    const claims = email === null ? {} : { email, email_verified }
    const client = await server.as(id, claims)
    people.push({ id, client, claims, friend_code: (await client.users.me()).friend_code })
  }
  const builder = new Builder(world, people, ties)
  for (const [a, b] of world.friends) await builder.befriend(a, b)
  for (const [at, thing] of world.things.entries()) if (thing.type !== 'timer') await builder.make(at, thing)
  for (const [a, b] of ends) await builder.part(a, b)
  for (const [a, b] of world.blocks) await builder.block(a, b)
  const devices = await Promise.all(people.map(({ id, claims }) => greeted(server, id, { claims })))
  for (const [at, thing] of world.things.entries()) {
    if (thing.type === 'timer') await builder.makeTimer(at, thing, devices)
  }
  return { people, devices, secrets: builder.secrets() }
}

interface Made {
  mark: string
  id: string
  type: Secret['type']
  owner: number
  sharing: Sharing
  /**
   * This item shows the marks of these linked items to all its readers, regardless of the linked items' own sharing.
   */
  shows: Made[]
}

class Builder {
  readonly #world: World
  readonly #people: Person[]
  readonly #ties: readonly Ties[]
  readonly #made: Made[] = []
  readonly #friends = new Map<string, string>()
  readonly #blocked = new Set<string>()

  constructor(world: World, people: Person[], ties: readonly Ties[]) {
    this.#world = world
    this.#people = people
    this.#ties = ties
  }

  #person(place: number): Person {
    const person = this.#people[place]
    if (!person) throw new Error(`Nobody at ${place}.`)
    return person
  }

  async befriend(a: number, b: number): Promise<void> {
    this.#friends.set(pair(a, b), await befriend(this.#person(a), this.#person(b)))
  }

  async part(a: number, b: number): Promise<void> {
    const friendship_id = this.#friends.get(pair(a, b))
    if (friendship_id === undefined) return
    await this.#person(a).client.friends.remove({ params: { friendship_id } })
    this.#forget(a, b)
  }

  async block(a: number, b: number): Promise<void> {
    await block(this.#person(a), this.#person(b))
    this.#blocked.add(pair(a, b))
    this.#forget(a, b)
  }

  #forget(a: number, b: number): void {
    this.#friends.delete(pair(a, b))
    for (const made of this.#made) {
      const other = made.owner === a ? b : made.owner === b ? a : undefined
      if (other === undefined) continue
      const gone = this.#person(other).id
      made.sharing = {
        ...made.sharing,
        allowed_user_ids: made.sharing.allowed_user_ids.filter(id => id !== gone),
      }
    }
  }

  /** Removes people who are not the owner's friends, because only friends can be selected. */
  #sharingOf(thing: WorldThing): Sharing {
    const isFriend = (id: string) => {
      const place = this.#world.people.findIndex(person => person.id === id)
      return this.#friends.has(pair(thing.owner, place))
    }
    return { ...thing, allowed_user_ids: thing.allowed_user_ids.filter(isFriend) }
  }

  #last(owner: number, type: Made['type']): Made | undefined {
    return this.#made.findLast(made => made.owner === owner && made.type === type)
  }

  #add(made: Omit<Made, 'shows'>, shows: (Made | undefined)[] = []): Made {
    const whole = { ...made, shows: shows.filter(each => each !== undefined) }
    this.#made.push(whole)
    return whole
  }

  async make(at: number, thing: WorldThing): Promise<void> {
    const { client } = this.#person(thing.owner)
    const sharing = this.#sharingOf(thing)
    const mark = markOf(this.#person(thing.owner), at)
    const base = { mark, type: thing.type, owner: thing.owner, sharing }
    if (thing.type === 'todo') await this.#makeTodo(client, at, base)
    if (thing.type === 'schedule') await this.#makeSchedule(client, at, base)
    if (thing.type === 'meeting') this.#add({ ...base, id: await makeMeeting(client, mark, sharing) })
  }

  async #makeTodo(client: Client, at: number, base: Omit<Made, 'id' | 'shows'>): Promise<void> {
    const ties = this.#ties[at]
    const parent_id = ties?.nested ? (this.#last(base.owner, 'todo')?.id ?? null) : null
    const deadline = ties?.with_schedule ? SPAN.start_time : null
    const body = {
      ...(await texts(client, base.mark)),
      tag_group_id: await groupOf(client),
      parent_id,
      deadline,
    }
    const todo = await client.todos.create({ body: { ...body, visibility: settings(base.sharing) } })
    const made = this.#add({ ...base, id: todo.id })
    const [schedule] = todo.schedules
    if (!schedule) return
    const mark = base.mark.replace(/end$/, 'schedule')
    // Removes the tags copied from the todo, because their names contain the todo's mark.
    const renamed = { title: mark, description: mark, tag_ids: [] }
    await client.schedules.update({ params: { schedule_id: schedule.id }, body: renamed })
    this.#add({ ...base, mark, id: schedule.id, type: 'schedule', sharing: PRIVATE }, [made])
  }

  async #makeSchedule(client: Client, at: number, base: Omit<Made, 'id' | 'shows'>): Promise<void> {
    const ties = this.#ties[at]
    const body = {
      ...(await texts(client, base.mark)),
      location: base.mark,
      ...SPAN,
      visibility: settings(base.sharing),
      ...(ties?.nested && { recurrence_rule: 'FREQ=DAILY;COUNT=3' }),
      ...(ties?.with_todo && { create_todo_options: { tag_group_id: await groupOf(client) } }),
    }
    const { id, source_todo_id } = await client.schedules.create({ body })
    if (ties?.nested) {
      const query = { instance_start: SPAN.start_time }
      const body = { title: `${base.mark} changed`, description: base.mark, location: base.mark }
      await client.schedules.update({ params: { schedule_id: id }, query, body })
    }
    if (source_todo_id === null) {
      this.#add({ ...base, id })
      return
    }
    const mark = base.mark.replace(/end$/, 'todo')
    await client.todos.update({
      params: { todo_id: source_todo_id },
      body: { title: mark, description: mark, tag_ids: [] },
    })
    // Restores the schedule's own mark, because changes to the todo also change its schedule.
    await client.schedules.update({
      params: { schedule_id: id },
      body: { title: base.mark, tag_ids: body.tag_ids },
    })
    const todo = { mark, id: source_todo_id, type: 'source todo' as const, owner: base.owner }
    this.#add({ ...base, id }, [this.#add({ ...todo, sharing: PRIVATE })])
  }

  async makeTimer(at: number, thing: WorldThing, devices: Device[]): Promise<void> {
    const person = this.#person(thing.owner)
    const sharing = this.#sharingOf(thing)
    const mark = markOf(person, at)
    const todo = this.#ties[at]?.with_todo ? this.#last(thing.owner, 'todo') : undefined
    const schedule = this.#ties[at]?.with_schedule ? this.#last(thing.owner, 'schedule') : undefined
    const links = { ...(todo && { todo_id: todo.id }), ...(schedule && { schedule_id: schedule.id }) }
    const body = { ...(await texts(person.client, mark)), ...links, visibility: settings(sharing) }
    const device = devices[thing.owner]
    const created = await device?.start(body)
    const timer = created?.payload.timer
    if (!device || !timer) throw new Error('No timer was made.')
    const linked = this.#made.filter(made => made.id === timer.todo_id || made.id === timer.schedule_id)
    this.#add({ mark, id: timer.id, type: 'timer', owner: thing.owner, sharing }, linked)
    for (const type of ['timer.pause', 'timer.resume', 'timer.stop'] as const) {
      await device.ask(type, { timer_id: timer.id })
    }
  }

  secrets(): Secret[] {
    const readers = new Map(this.#made.map(made => [made, this.#readersOf(made)]))
    for (const made of this.#made) {
      for (const shown of made.shows) {
        for (const place of this.#readersOf(made)) readers.get(shown)?.add(place)
      }
    }
    return this.#made.map(made => ({ ...made, readers: readers.get(made) ?? new Set() }))
  }

  #readersOf({ owner, sharing }: Made): Set<number> {
    const places = this.#world.people.keys().filter(place => {
      const person = this.#world.people[place]
      const relation = {
        friends: this.#friends.has(pair(owner, place)),
        blocked: this.#blocked.has(pair(owner, place)),
        owner_disabled: false,
      }
      return person && mayAccess(this.#person(owner).id, sharing, viewerOf(person), relation)
    })
    return new Set(places)
  }
}

const pair = (a: number, b: number): string => `${Math.min(a, b)}-${Math.max(a, b)}`
/** Without `end`, the mark `n1` would be part of `n12`. */
const markOf = (owner: Person, at: number): string => `secret${owner.id.replaceAll('-', '')}n${at}end`

const settings = ({ level, allowed_user_ids, allowed_emails, allowed_domains }: Sharing): SettingsBody => ({
  level,
  allowed_user_ids: [...allowed_user_ids],
  allowed_emails: [...allowed_emails],
  allowed_domains: [...allowed_domains],
})

/** Creates a title, a description and a tag that only this item has. */
async function texts(client: Client, mark: string) {
  const group_id = await groupOf(client)
  const tag = await client.tags.create({
    body: { name: mark, color: '#000000', description: mark, group_id },
  })
  return { title: mark, description: mark, tag_ids: [tag.id] }
}

/** The meeting has a participant whose name contains the mark too. */
async function makeMeeting(client: Client, mark: string, sharing: Sharing): Promise<string> {
  const body = { ...PLANNING, title: mark, description: mark, visibility: settings(sharing) }
  const { id } = await client.meetings.create({ body })
  await client.meetings.participate({ params: { meeting_id: id }, body: { display_name: mark } })
  return id
}
