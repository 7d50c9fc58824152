import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { RESOURCE_TYPES } from '@daymark/contract/people/visibility'
import { type RawBuilder, sql } from 'kysely'
import fc, { runsOn } from '../../../../scripts/test/properties.ts'
import { relationOf, viewerOf, type World, worlds } from '../../../test/support/sharing-world.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import { storeWorld } from '../../../test/support/store-world.ts'
import type { Db, Storage } from '../../platform/storage/unit-of-work.ts'
import { isReadable } from './access.ts'
import { mayAccess, type ResourceType, type ScopeChoice, type Viewer } from './policy.ts'
import { levelOf, readableBy, rowInScope, scopeBranches, TABLES } from './scope.ts'
import { visibilityStore } from './store.ts'

forEachStorage('the SQL of sharing', (open, name) => {
  let storage: Storage
  let count = 0

  before(async () => {
    storage = await open()
  })
  after(() => storage.close())

  it('agrees with the decision order for every viewer, item and scope', async () => {
    await fc.assert(
      fc.asyncProperty(
        worlds(() => `w${++count}`),
        async world => {
          const ids = await storage.write([], tx => storeWorld(tx, world))
          for (const [place, person] of world.people.entries()) {
            await storage.read(db => compare(db, world, ids, place, viewerOf(person)))
          }
        },
      ),
      { numRuns: runsOn(name, 30) },
    )
  })

  async function compare(db: Db, world: World, ids: string[], place: number, viewer: Viewer): Promise<void> {
    assert.deepEqual(await visibilityStore(db).viewer(viewer.id), viewer)
    const things = world.things.map((thing, index) => ({
      ...thing,
      id: ids[index] ?? '',
      owner_id: world.people[thing.owner]?.id ?? '',
    }))
    const may = new Map<string, boolean>()
    for (const thing of things) {
      const allowed = mayAccess(thing.owner_id, thing, viewer, relationOf(world, thing.owner, place))
      assert.equal(await isReadable(db, viewer.id, thing.type, thing), allowed, 'reading one')
      may.set(thing.id, allowed)
    }
    const ofStranger = (thing: { level: string; owner: number }) =>
      thing.level === 'public' && !relationOf(world, thing.owner, place).friends
    for (const type of RESOURCE_TYPES) {
      const ofType = things.filter(thing => thing.type === type)
      const mine = ofType.filter(thing => thing.owner === place)
      const shared = ofType.filter(thing => thing.owner !== place && may.get(thing.id))
      const here = new Set(ofType.map(thing => thing.id))
      const known = shared.filter(thing => !ofStranger(thing))
      for (const [choice, wanted] of [
        [{ scope: 'mine' }, mine],
        [{ scope: 'mine', public_from: 'friends' }, mine],
        [{ scope: 'shared' }, shared],
        [{ scope: 'all', public_from: 'anyone' }, [...mine, ...shared]],
        [{ scope: 'shared', public_from: 'friends' }, known],
        [{ scope: 'all', public_from: 'friends' }, [...mine, ...known]],
      ] as const) {
        for (const how of [byBranches, byRow]) {
          const found = (await how(db, type, choice, viewer)).filter(row => here.has(row.id))
          assert.deepEqual(idsOf(found), idsOf(wanted), JSON.stringify(choice))
        }
      }
      const readable = await rowByRow(db, type, viewer, world)
      assert.deepEqual(idsOf(readable), idsOf([...mine, ...shared]), 'row by row')
      const all = await byBranches(db, type, { scope: 'all' }, viewer)
      const levels = new Map(all.map(row => [row.id, row.level ?? 'private']))
      for (const thing of [...mine, ...shared]) assert.equal(levels.get(thing.id), thing.level)
    }
  }
})

const idsOf = (things: readonly { id: string }[]): string[] => things.map(thing => thing.id).sort()

type Row = { id: string; level: string | null }

const select = (type: ResourceType, where: RawBuilder<boolean>) =>
  sql<Row>`select t.id, ${levelOf('t')} as level from ${sql.table(TABLES[type])} t where ${where}`

/** Uses `union all`, so that a row that two branches return appears twice. */
async function byBranches(db: Db, type: ResourceType, choice: ScopeChoice, viewer: Viewer) {
  const selects = scopeBranches(type, choice, viewer, 't').map(where => select(type, where))
  return (await sql<Row>`${sql.join(selects, sql` union all `)}`.execute(db.sql)).rows
}

const byRow = async (db: Db, type: ResourceType, choice: ScopeChoice, viewer: Viewer) =>
  (await select(type, rowInScope(type, choice, viewer, 't')).execute(db.sql)).rows

async function rowByRow(db: Db, type: ResourceType, viewer: Viewer, world: World) {
  const people = world.people.map(person => person.id)
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.table(TABLES[type])} t
    where t.owner_id in (${sql.join(people)}) and ${readableBy(type, viewer, 't')}`.execute(db.sql)
  return rows
}
