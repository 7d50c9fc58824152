// Appending entries: numbers and versions in the order of the drafts, with few prepared statements.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { sql } from 'kysely'
import { forEachStorage } from '../../../../test/support/storages.ts'
import { newCause } from '../../kernel/cause.ts'
import { newId } from '../../kernel/ids.ts'
import type { ChangeKind } from '../../storage/tracked-tables.ts'
import type { Storage } from '../../storage/unit-of-work.ts'
import type { Draft } from '../change.ts'
import { NO_GROWTH } from '../growth.ts'
import { appendToAll } from './append-many-store.ts'
import { appendEntries } from './append-store.ts'

const KINDS = ['tag_group', 'tag', 'todo', 'schedule', 'timer', 'meeting', 'preferences', 'friend'] as const

const OTHERS = ['bea', 'cem', 'dan', 'eva', 'fay']

const draftOf = (kind: ChangeKind, id = newId(), owner_id = 'ann'): Draft => ({
  owner_id,
  kind,
  id,
  action: 'updated',
  instance_start: null,
  title: null,
  at: null,
  detail: null,
  rows: [],
  growth: NO_GROWTH,
})

forEachStorage('the change log', (open, name) => {
  let storage: Storage
  const texts = new Set<string>()

  before(async () => {
    storage = await open({ observe: text => texts.add(text) })
    const shared = { email_verified: false, claims_at: 0, avatar_url: null, email: null }
    await storage.write([], tx =>
      tx.sql
        .insertInto('users')
        .values(
          ['ann', ...OTHERS].map(id => ({
            ...{ id, display_name: id, friend_code: id, ...shared, created_at: 1, updated_at: 1 },
          })),
        )
        .execute(),
    )
    storage.startCapturing()
  })
  after(() => storage.close())

  const append = (drafts: readonly Draft[]) =>
    storage.write(['ann'], tx => {
      const contents = drafts.map(() => '[]')
      const growth = NO_GROWTH
      return appendEntries(tx, {
        cause: newCause(),
        now: 1,
        owner_id: 'ann',
        drafts,
        contents,
        charged_to: null,
        growth,
      })
    })

  it('needs few statement texts for batches of any kinds, numbers and orders', async () => {
    texts.clear()
    for (let count = 1; count <= 14; count++) {
      // Going through the kinds in steps of different sizes creates batches whose kinds are in many different orders.
      for (let step = 1; step <= 16; step++) {
        const kinds = Array.from({ length: count }, (_, at) => KINDS[(at * step + (step >> 3)) % 8] ?? 'tag')
        await append(kinds.map(kind => draftOf(kind)))
      }
    }
    // PostgreSQL needs 8 texts for single entries, 36 for pairs and, for longer batches, one per kind to set versions.
    // SQLite needs one per number of entries, and two per kind to set versions. Both need a few more for totals and
    // JSON.
    assert.ok(texts.size <= (name === 'postgres' ? 60 : 32), `${texts.size} texts`)
  })

  it('knows the last entry of the kinds that calendar apps ask for', async () => {
    const lastOf = (owner: string) =>
      storage.read(async db => {
        const { rows } = await sql<{ known: number; found: number | null }>`
          select t.last_schedule as known, (select max(c.seq) from changes c
            where c.owner_id = t.owner_id and c.kind = 'schedule') as found
          from change_totals t where t.owner_id = ${owner}
          union all select t.last_todo, (select max(c.seq) from changes c
            where c.owner_id = t.owner_id and c.kind = 'todo')
          from change_totals t where t.owner_id = ${owner}`.execute(db.sql)
        return rows
      })
    for (const count of [1, 2, 3, 14])
      for (let first = 0; first < KINDS.length; first++) {
        const kinds = Array.from({ length: count }, (_, at) => KINDS[(first + at * 3) % 8] ?? 'tag')
        await append(kinds.map(kind => draftOf(kind)))
        for (const { known, found } of await lastOf('ann')) assert.equal(known, found, kinds.join())
      }
    const all = OTHERS.map((owner_id, at) => ({
      ...{ cause: newCause(), now: 1, owner_id, contents: [], charged_to: null, growth: NO_GROWTH },
      drafts: KINDS.slice(0, at + 1).map(kind => draftOf(kind, newId(), owner_id)),
    }))
    for (let round = 0; round < 2; round++) {
      await storage.write([...OTHERS], tx => appendToAll(tx, all))
      for (const owner of OTHERS)
        for (const { known, found } of await lastOf(owner)) assert.equal(known, found ?? 0, owner)
    }
    await storage.write([...OTHERS], async tx => {
      for (const table of ['changes', 'change_totals'] as const)
        await tx.sql.deleteFrom(table).where('owner_id', 'in', OTHERS).execute()
    })
  })

  it('numbers the entries in the order of the drafts, and sets versions to these numbers', async () => {
    const shared = { owner_id: 'ann', color: '#000000', description: null, created_at: 1, updated_at: 1 }
    const [group, tag] = [newId(), newId()]
    await storage.write([], async tx => {
      const ofGroup = { id: group, name: 'g', goal_ratios: null, goal_hours: null, is_todo_group: true }
      await tx.sql
        .insertInto('tag_groups')
        .values({ ...shared, ...ofGroup })
        .execute()
      await tx.sql
        .insertInto('tags')
        .values({ ...shared, id: tag, name: 't', group_id: group })
        .execute()
    })
    const two = [draftOf('tag', tag), draftOf('tag_group', group)]
    const others = [draftOf('friend'), draftOf('todo'), { ...draftOf('timer'), action: 'deleted' as const }]
    for (const drafts of [two, two.toReversed(), [...two, ...others], [...others, ...two.toReversed()]]) {
      const { seq = 0 } = (await append(drafts)) ?? {}
      const entries = await storage.read(db =>
        db.sql
          .selectFrom('changes')
          .select(['seq', 'resource_id', 'batch_end'])
          .where('seq', '>', seq - drafts.length)
          .orderBy('seq')
          .execute(),
      )
      assert.deepEqual(
        entries.map(entry => [entry.seq, entry.resource_id, Boolean(entry.batch_end)]),
        drafts.map(({ id }, at) => [seq - drafts.length + 1 + at, id, at === drafts.length - 1]),
      )
      const versionOf = (table: 'tags' | 'tag_groups') =>
        storage.read(async db => (await db.sql.selectFrom(table).select('version').execute())[0]?.version)
      const numberOf = (id: string) => entries.find(entry => entry.resource_id === id)?.seq
      assert.equal(await versionOf('tags'), numberOf(tag))
      assert.equal(await versionOf('tag_groups'), numberOf(group))
    }
  })

  it('appends to the logs of many owners at once, and leaves out deleted ones', async () => {
    const groups = OTHERS.map(owner => ({ owner, id: newId() }))
    const shared = {
      name: 'g',
      color: '#000000',
      goal_ratios: null,
      goal_hours: null,
      description: null,
      is_todo_group: true,
    }
    await storage.write([], tx =>
      tx.sql
        .insertInto('tag_groups')
        .values(
          groups.map(({ owner, id }) => ({ ...shared, id, owner_id: owner, created_at: 1, updated_at: 1 })),
        )
        .execute(),
    )
    const appendAll = () =>
      storage.write([...OTHERS], tx =>
        appendToAll(
          tx,
          [...groups, { owner: 'gone', id: newId() }].map(({ owner, id }, at) => ({
            cause: newCause(),
            now: 1,
            owner_id: owner,
            // The first owner gets one entry, the second two, and so on.
            drafts: [
              ...Array.from({ length: at }, () => draftOf('friend', newId(), owner)),
              draftOf('tag_group', id, owner),
            ],
            contents: [],
            charged_to: null,
            growth: { ...NO_GROWTH, tags: at },
          })),
        ),
      )
    await appendAll()
    const totals = await appendAll()
    assert.deepEqual(
      [...totals].map(([owner, { seq, tags, todos }]) => [owner, seq, tags, todos]).sort(),
      OTHERS.map((owner, at) => [owner, 2 * (at + 1), 2 * at, 0]),
    )
    const { entries, versions } = await storage.read(async ({ sql }) => ({
      entries: await sql
        .selectFrom('changes')
        .select(['owner_id', 'seq', 'resource_id', 'batch_end'])
        .where('owner_id', 'in', OTHERS)
        .orderBy('owner_id')
        .orderBy('seq')
        .execute(),
      versions: await sql
        .selectFrom('tag_groups')
        .select(['id', 'version'])
        .where('owner_id', 'in', OTHERS)
        .execute(),
    }))
    for (const [at, { owner, id }] of groups.entries()) {
      const own = entries.filter(entry => entry.owner_id === owner)
      assert.deepEqual(
        own.map(({ seq }) => seq),
        Array.from({ length: 2 * (at + 1) }, (_, n) => n + 1),
      )
      assert.deepEqual(
        own.filter(({ batch_end }) => batch_end).map(({ seq, resource_id }) => [seq, resource_id]),
        [
          [at + 1, id],
          [2 * (at + 1), id],
        ],
      )
      assert.equal(versions.find(each => each.id === id)?.version, 2 * (at + 1))
    }
  })
})
