// Random worlds for tests that compare the visibility rules with the databases.

import { LEVELS, RESOURCE_TYPES } from '@daymark/contract/people/visibility'
import fc from 'fast-check'
import type { Relation, ResourceType, Sharing, Viewer } from '../../src/features/visibility/policy.ts'

export interface WorldPerson {
  id: string
  email: string | null
  email_verified: boolean
  disabled: boolean
}

export interface WorldThing extends Sharing {
  type: ResourceType
  owner: number
}

/**
 * People are identified by their index in `people`. Random blocks and friendships may contradict each other, and the
 * visibility rules decide.
 */
export interface World {
  people: WorldPerson[]
  friends: [number, number][]
  blocks: [blocker: number, blocked: number][]
  things: WorldThing[]
}

// Few names, so that addresses and domains often match. A subdomain or a similar domain must not match.
const DOMAINS = ['corp.com', 'eu.corp.com', 'xcorp.com']
const email = fc
  .tuple(fc.constantFrom('ann', 'bob', 'cy'), fc.constantFrom(...DOMAINS))
  .map(([name, domain]) => `${name}@${domain}`)

const MAX_PEOPLE = 5
const place = fc.nat({ max: MAX_PEOPLE - 1 })
export const pairs = fc.array(fc.tuple(place, place), { maxLength: 6 })

/** Rarely true, so that most worlds still compare the other rules. */
const disabled = fc.nat({ max: 4 }).map(number => number === 0)

const thing = fc.record({
  type: fc.constantFrom(...RESOURCE_TYPES),
  owner: place,
  level: fc.constantFrom(...LEVELS),
  selected: fc.uniqueArray(place, { maxLength: 3 }),
  allowed_emails: fc.uniqueArray(email, { maxLength: 2 }),
  allowed_domains: fc.uniqueArray(fc.constantFrom(...DOMAINS), { maxLength: 2 }),
})

export interface WorldSize {
  minLength?: number
  maxLength: number
}

/** `run` returns a different id prefix for each world, so that worlds can share a database. */
export function worlds(run: () => string, size: WorldSize = { maxLength: 12 }) {
  const people = fc.array(fc.record({ email: fc.option(email), email_verified: fc.boolean(), disabled }), {
    minLength: MAX_PEOPLE,
    maxLength: MAX_PEOPLE,
  })
  return fc
    .record({ people, friends: pairs, blocks: pairs, things: fc.array(thing, size) })
    .map(({ people, friends, blocks, things }): World => {
      const world = run()
      const idOf = (index: number) => `${world}-${index}`
      return {
        people: people.map((person, index) => ({ id: idOf(index), ...person })),
        friends: distinct(friends.map(([a, b]) => [Math.min(a, b), Math.max(a, b)])),
        blocks: distinct(blocks),
        things: things.map(({ selected, ...rest }) => ({ ...rest, ...listsOf(rest, selected.map(idOf)) })),
      }
    })
}

/** Keeps only the lists that belong to the level, as the contract requires. */
const listsOf = (sharing: Omit<Sharing, 'allowed_user_ids'>, selected: string[]) => ({
  allowed_user_ids: sharing.level === 'selected' ? selected : [],
  allowed_emails: sharing.level === 'allowed_emails' ? sharing.allowed_emails : [],
  allowed_domains: sharing.level === 'allowed_emails' ? sharing.allowed_domains : [],
})

const distinct = (list: [number, number][]): [number, number][] => [
  ...new Map(list.filter(([a, b]) => a !== b).map(pair => [pair.join(), pair])).values(),
]

export function viewerOf(person: WorldPerson): Viewer {
  return { id: person.id, email: person.email_verified ? person.email : null }
}

export function relationOf(world: World, a: number, b: number): Relation {
  const has = (list: [number, number][], x: number, y: number) =>
    list.some(([first, second]) => first === x && second === y)
  return {
    friends: has(world.friends, a, b) || has(world.friends, b, a),
    blocked: has(world.blocks, a, b) || has(world.blocks, b, a),
    owner_disabled: world.people[a]?.disabled ?? false,
  }
}
