// The expected visibility as a handwritten table, and a person for each relation to the owner.
import type { VisibilityLevel } from '@daymark/contract/people/visibility'
import type { TestApp } from './app.ts'
import type { SettingsBody } from './kinds.ts'
import { befriend, block, newPerson, type Person } from './people.ts'

/**
 * Who may see an item of each level.
 * - friend: is on no list
 * - selected: a friend on the list
 * - former: was a friend and on the list
 * - email, domain: a stranger whose verified address or domain is allowed
 * - subdomain: a stranger with an address in a subdomain of the allowed domain
 * - unverified: a stranger whose allowed address is not verified
 * - blocked: a selected friend with an address in the allowed domain, until the owner blocked them
 * - blocker: a selected friend with an address in the allowed domain, until they blocked the owner
 */
const TABLE = `
  level          | owner friend selected former stranger email domain subdomain unverified blocked blocker
  private        | yes   -      -        -      -        -     -      -         -          -       -
  friends        | yes   yes    yes      -      -        -     -      -         -          -       -
  selected       | yes   -      yes      -      -        -     -      -         -          -       -
  allowed_emails | yes   -      -        -      -        yes   yes    -         -          -       -
  public         | yes   yes    yes      yes    yes      yes   yes    yes       yes        -       -`

export type Relation =
  | 'owner'
  | 'friend'
  | 'selected'
  | 'former'
  | 'stranger'
  | 'email'
  | 'domain'
  | 'subdomain'
  | 'unverified'
  | 'blocked'
  | 'blocker'

const rows = TABLE.trim()
  .split('\n')
  .map(line => line.trim().split(/[ |]+/))

export const RELATIONS = (rows[0]?.slice(1) ?? []) as Relation[]
export const LEVELS = rows.slice(1).map(row => row[0] as VisibilityLevel)

export const maySee = (level: VisibilityLevel, relation: Relation): boolean =>
  rows[LEVELS.indexOf(level) + 1]?.[RELATIONS.indexOf(relation) + 1] === 'yes'

/** Runs a check for every cell of the table. `cell` names it in error messages. */
export async function forEachCell(
  check: (level: VisibilityLevel, relation: Relation, may: boolean, cell: string) => Promise<void>,
): Promise<void> {
  for (const level of LEVELS) {
    for (const relation of RELATIONS) {
      await check(level, relation, maySee(level, relation), `${level} for ${relation}`)
    }
  }
}

export type People = Record<Relation, Person>

const CLAIMS: Partial<Record<Relation, Record<string, unknown>>> = {
  email: { email: 'Guest@Elsewhere.org' },
  domain: { email: 'any@Corp.com' },
  subdomain: { email: 'any@eu.corp.com' },
  unverified: { email: 'other@corp.com', email_verified: false },
  blocked: { email: 'blocked@corp.com' },
  blocker: { email: 'blocker@corp.com' },
}

/** `former`, `blocked` and `blocker` are friends until they lose their rights. */
export async function gather(server: TestApp): Promise<People> {
  const people = {} as People
  for (const relation of RELATIONS) people[relation] = await newPerson(server, relation, CLAIMS[relation])
  const { owner, friend, selected, former, blocked, blocker } = people
  for (const each of [friend, selected, former, blocked, blocker]) await befriend(owner, each)
  return people
}

/** Returns the sharing settings for each level. Tests apply them before some people lose their rights. */
export const settingsFor = (people: People): Record<VisibilityLevel, SettingsBody> => ({
  private: { level: 'private' },
  friends: { level: 'friends' },
  selected: {
    level: 'selected',
    allowed_user_ids: [people.selected, people.former, people.blocked, people.blocker].map(each => each.id),
  },
  allowed_emails: {
    level: 'allowed_emails',
    allowed_emails: ['guest@elsewhere.org'],
    allowed_domains: ['CORP.COM'],
  },
  public: { level: 'public' },
})

/** Ends the friendship of `former` and sets both blocks. After that, the table applies. */
export async function loseRights({ owner, former, blocked, blocker }: People): Promise<void> {
  const friendship = (await owner.client.friends.list()).find(each => each.user_id === former.id)
  await owner.client.friends.remove({ params: { friendship_id: friendship?.friendship_id ?? '' } })
  await block(owner, blocked)
  await block(blocker, owner)
}
