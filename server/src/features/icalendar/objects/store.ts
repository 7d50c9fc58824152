import { sql } from 'kysely'
import { deleteStep } from '../../../platform/storage/statements/in-steps.ts'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import { exceptionsWhere, toExceptions } from '../../planning/schedules/exceptions/exception-store.ts'
import type { StoredException } from '../../planning/schedules/exceptions/instance.ts'
import { inEachClass } from '../../planning/schedules/range/range-store.ts'
import { ALL_DAY_CLASS, SERIES_CLASS } from '../../planning/schedules/schedule.ts'
import { isOfDeadline } from '../../planning/schedules/store.ts'
import {
  type Collection,
  LIST_ORDER,
  type Listed,
  type ListPosition,
  type ObjectKind,
  type Placed,
} from './collection.ts'

export interface StoredObject {
  kind: ObjectKind
  resource_id: string
  owner_id: string
  name: string
  uid: string
  source: string
  base: string
  parent_uid: string | null
}

const CLASSES = [0, SERIES_CLASS, ALL_DAY_CLASS]
const TABLES = { schedule: 'schedules', todo: 'todos' } as const

export const objectStore = (db: Db) => {
  const kysely = db.sql

  /** Matches the collection's items, which have the alias `x`. */
  const within = ({ kind, group_id, owner_id, shows_deadlines }: Collection) =>
    kind === 'todo'
      ? sql`${db.dialect.unindexed('x.owner_id')} = ${owner_id} and x.tag_group_id = ${group_id}`
      : shows_deadlines
        ? sql`x.owner_id = ${owner_id}`
        : // The calendar entry of a todo's deadline would be a duplicate of the todo.
          sql`x.owner_id = ${owner_id} and (o.name is not null or not ${isOfDeadline})`

  const from = ({ kind }: Collection) => sql`
    ${sql.table(TABLES[kind])} x left join calendar_objects o on o.kind = ${kind} and o.resource_id = x.id`

  const update = (kind: ObjectKind, id: string, to: Partial<Pick<StoredObject, 'name' | 'parent_uid'>>) =>
    kysely
      .updateTable('calendar_objects')
      .set(to)
      .where('kind', '=', kind)
      .where('resource_id', '=', id)
      .execute()

  const listing = sql`x.id, x.version, x.updated_at, o.name as name`

  return {
    /**
     * Returns the first items after a position, in the order of an index, so that later pages are as fast as the first.
     */
    async list(collection: Collection, after: ListPosition | undefined, limit: number): Promise<Placed[]> {
      const columns = LIST_ORDER[collection.kind]
      const order = sql.join(columns.map(name => sql.ref(`x.${name}`)))
      const key = sql`${order}, x.id`
      const later = after ? sql`and (${key}) > (${sql.join([...after.place, after.id])})` : sql``
      const { rows } = await sql<Row & Record<string, number>>`
        select ${listing}, ${order} from ${from(collection)} where ${within(collection)} ${later}
        order by ${key} limit ${limit} + 0`.execute(kysely)
      return rows.map(row => ({ ...toListed(row), place: columns.map(name => row[name] ?? 0) }))
    },

    async among(collection: Collection, ids: readonly string[]): Promise<Listed[]> {
      if (ids.length === 0) return []
      const { rows } = await sql<Row>`
        select ${listing} from ${from(collection)}
        where ${within(collection)} and ${db.dialect.idIn('x.id', ids)}`.execute(kysely)
      return rows.map(toListed)
    },

    /** Returns the objects with these names. The name of an item without a stored text is `<id>.ics`. */
    async named(collection: Collection, names: readonly string[]): Promise<Listed[]> {
      const ids = names.flatMap(name => UUID_NAME.exec(name)?.[1] ?? [])
      const rows = await kysely
        .selectFrom('calendar_objects')
        .select('resource_id')
        .where('owner_id', '=', collection.owner_id)
        .where('kind', '=', collection.kind)
        .where(db.dialect.textIn('name', names))
        .execute()
      const wanted = new Set(names)
      const found = await this.among(collection, [...ids, ...rows.map(row => row.resource_id)])
      return found.filter(each => wanted.has(each.name))
    },

    /** Returns schedules whose stored range overlaps the window. The caller checks occurrences. */
    async inRange(collection: Collection, window: { from: number; to: number }): Promise<Listed[]> {
      const whose = sql`s.owner_id = ${collection.owner_id}`
      // One index scan per length class, because one scan over all schedules of the owner gets slower every year.
      const found = CLASSES.flatMap(first => inEachClass(whose, window, first)).map(
        branch => sql`select s.id from schedules s where ${branch} and s.range_end >= ${window.from}`,
      )
      const { rows } = await sql<Row>`
        select ${listing} from ${from(collection)} where ${within(collection)}
          and x.id in (${sql.join(found, sql` union all `)})`.execute(kysely)
      return rows.map(toListed)
    },

    async stored(kind: ObjectKind, ids: readonly string[]): Promise<Map<string, StoredObject>> {
      if (ids.length === 0) return new Map()
      const rows = await kysely
        .selectFrom('calendar_objects')
        .selectAll()
        .where('kind', '=', kind)
        .where(db.dialect.idIn('resource_id', ids))
        .execute()
      return new Map(rows.map(({ bytes: _bytes, ...row }) => [row.resource_id, row]))
    },

    async withUid(collection: Collection, uid: string): Promise<Listed[]> {
      const rows = await kysely
        .selectFrom('calendar_objects')
        .select('resource_id')
        .where('owner_id', '=', collection.owner_id)
        .where('uid', '=', uid)
        .where('kind', '=', collection.kind)
        .execute()
      const ids = rows.map(row => row.resource_id)
      const own = UUID.test(uid) ? [uid.toLowerCase()] : []
      const found = await this.among(collection, [...ids, ...own])
      const stored = new Set(ids)
      // For an item that a client stored, only the UID that the client chose counts.
      return found.filter(each => stored.has(each.id) || !each.is_stored)
    },

    /** Returns items that share a name or UID with another object in their collection. `name` and `uid` are its own. */
    async colliding(
      kind: ObjectKind,
      ids: readonly string[],
    ): Promise<{ id: string; name: string; uid: string }[]> {
      const table = sql.table(TABLES[kind])
      const same = (column: string) => sql`
        select o.resource_id as id, p.name, p.uid from calendar_objects o
          join ${table} x on x.id = o.resource_id
          join calendar_objects p on p.owner_id = o.owner_id and p.kind = o.kind
            and ${sql.ref(`p.${column}`)} = ${sql.ref(`o.${column}`)} and p.resource_id <> o.resource_id
          join ${table} y on y.id = p.resource_id
            ${kind === 'todo' ? sql`and y.tag_group_id = x.tag_group_id` : sql``}
        where o.kind = ${kind} and ${db.dialect.idIn('o.resource_id', ids)}`
      const { rows } = await sql<{ id: string; name: string; uid: string }>`
        ${same('name')} union all ${same('uid')}`.execute(kysely)
      return rows
    },

    /** Returns children that wait for a parent with this UID, unless a person has given them another parent. */
    async waitingFor(ownerId: string, uid: string): Promise<string[]> {
      const rows = await kysely
        .selectFrom('calendar_objects as o')
        .innerJoin('todos as t', 't.id', 'o.resource_id')
        .select('t.id')
        .where('o.owner_id', '=', ownerId)
        .where('o.parent_uid', '=', uid)
        .where('t.parent_id', 'is', null)
        .execute()
      return rows.map(row => row.id)
    },

    setParentUid: (id: string, parent_uid: string | null) => update('todo', id, { parent_uid }),

    async save(object: StoredObject): Promise<void> {
      const bytes = Buffer.byteLength(object.source) + Buffer.byteLength(object.base)
      await kysely
        .deleteFrom('calendar_objects')
        .where('kind', '=', object.kind)
        .where('resource_id', '=', object.resource_id)
        .execute()
      await kysely
        .insertInto('calendar_objects')
        .values({ ...object, bytes })
        .execute()
    },

    rename: (kind: ObjectKind, id: string, name: string) => update(kind, id, { name }),

    async bytesOf(ownerId: string): Promise<number> {
      const { rows } = await sql<{ bytes: number | null }>`
        select sum(bytes) as bytes from calendar_objects where owner_id = ${ownerId}`.execute(kysely)
      return Number(rows[0]?.bytes ?? 0)
    },

    /** Returns the exceptions of each series among these schedules. */
    async exceptions(ids: readonly string[]): Promise<Map<string, StoredException[]>> {
      if (ids.length === 0) return new Map()
      const { rows } = await sql<{ id: string; exceptions: string }>`
        select s.id, ${exceptionsWhere(db, sql`e.series_id = s.id`)} as exceptions
        from schedules s
        where ${db.dialect.idIn('s.id', ids)} and s.recurrence_rule is not null`.execute(kysely)
      return new Map(rows.map(row => [row.id, toExceptions(row.exceptions)]))
    },

    /** Returns the owner's items of this kind that changed after `since`, in the order of their last change. */
    async changed(
      collection: Collection,
      since: number,
      limit: number,
    ): Promise<{ id: string; seq: number }[]> {
      const { rows } = await sql<{ id: string; seq: number }>`
        select resource_id as id, max(seq) as seq from changes
        where owner_id = ${collection.owner_id} and kind = ${collection.kind} and seq > ${since}
        group by resource_id order by max(seq) limit ${limit}`.execute(kysely)
      return rows
    },

    /** Returns the items that may have left the collection after `since`. Pass only items that are not in it now. */
    async left(collection: Collection, since: number, ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0 || collection.group_id === null) return new Set(ids)
      const { rows } = await sql<{ id: string }>`
        select distinct resource_id as id from changes
        where owner_id = ${collection.owner_id} and kind = ${collection.kind} and seq > ${since}
          and ${db.dialect.textIn('resource_id', ids)}
          and (content like ${`%${collection.group_id}%`} or (content is null and action = 'deleted'))`.execute(
        kysely,
      )
      return new Set(rows.map(row => row.id))
    },

    /** Deletes some texts of items that no longer exist and are no longer in the change log. Returns the number. */
    async removeOrphans(): Promise<number> {
      let deleted = 0
      for (const [kind, table] of Object.entries(TABLES))
        deleted += await deleteStep(db, {
          ...{ table: 'calendar_objects', key: ['kind', 'resource_id'] },
          where: sql`kind = ${kind}
            and not exists (select 1 from ${sql.table(table)} x where x.id = calendar_objects.resource_id)
            and not exists (select 1 from changes c where c.owner_id = calendar_objects.owner_id
              and c.kind = ${kind} and c.resource_id = cast(calendar_objects.resource_id as text))`,
        })
      return deleted
    },
  }
}

type Row = Pick<Listed, 'id' | 'version' | 'updated_at'> & { name: string | null }

const toListed = ({ id, version, updated_at, name }: Row): Listed => ({
  id,
  version,
  updated_at,
  name: name ?? `${id}.ics`,
  is_stored: name !== null,
})

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const UUID_NAME = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.ics$/
