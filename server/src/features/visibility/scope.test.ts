// The SQL predicate, the reading of one thing and the pure policy say the same in random worlds, on both databases.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { RESOURCE_TYPES } from '@daymark/contract/visibility'
import fc from 'fast-check'
import { sql } from 'kysely'
import { relationOf, viewerOf, type World, worlds } from '../../../test/support/sharing-world.ts'
import { forEachStorage } from '../../../test/support/storages.ts'
import { storeWorld } from '../../../test/support/store-world.ts'
import type { Db, Storage } from '../../platform/storage/unit-of-work.ts'
import { isReadable } from './access.ts'
import { mayAccess, type ResourceType, type Viewer } from './policy.ts'
import { inScope, levelOf, readableBy, sharedIds, TABLES } from './scope.ts'
import { visibilityStore } from './store.ts'

forEachStorage('the SQL of sharing', open => {
  let storage: Storage
  let count = 0

  before(async () => {
    storage = await open()
  })
  after(() => storage.close())

  it('agrees with the decision order for every viewer, thing and scope', async () => {
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
      { numRuns: 60 },
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
    for (const type of RESOURCE_TYPES) {
      const ofType = things.filter(thing => thing.type === type)
      const mine = ofType.filter(thing => thing.owner === place)
      const shared = ofType.filter(thing => thing.owner !== place && may.get(thing.id))
      const here = new Set(ofType.map(thing => thing.id))
      const found = async (scope: 'mine' | 'shared' | 'all') =>
        (await listed(db, type, scope, viewer)).filter(row => here.has(row.id))
      assert.deepEqual(idsOf(await found('mine')), idsOf(mine), 'mine')
      assert.deepEqual(idsOf(await found('shared')), idsOf(shared), 'shared')
      assert.deepEqual(idsOf(await found('all')), idsOf([...mine, ...shared]), 'all')
      const readable = await rowByRow(db, type, viewer, world)
      assert.deepEqual(idsOf(readable), idsOf([...mine, ...shared]), 'row by row')
      const { rows } = await sql<{ resource_id: string }>`${sharedIds(type, viewer)}`.execute(db.sql)
      const bare = rows.map(row => row.resource_id).filter(id => here.has(id))
      assert.deepEqual(bare.sort(), idsOf(shared), 'the bare ids, each once')
      const levels = new Map((await found('all')).map(row => [row.id, row.level ?? 'private']))
      for (const thing of [...mine, ...shared]) assert.equal(levels.get(thing.id), thing.level)
    }
  }
})

const idsOf = (things: { id: string }[]): string[] => things.map(thing => thing.id).sort()

async function listed(db: Db, type: ResourceType, scope: 'mine' | 'shared' | 'all', viewer: Viewer) {
  const { rows } = await sql<{ id: string; level: string | null }>`
    select t.id, ${levelOf('t')} as level from ${sql.table(TABLES[type])} t
    where ${inScope(type, scope, viewer, 't')}`.execute(db.sql)
  return rows
}

async function rowByRow(db: Db, type: ResourceType, viewer: Viewer, world: World) {
  const people = world.people.map(person => person.id)
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.table(TABLES[type])} t
    where t.owner_id in (${sql.join(people)}) and ${readableBy(type, viewer, 't')}`.execute(db.sql)
  return rows
}
