// SQL that appends the change log entries of one owner: assigns numbers, updates totals, sets versions.
import { type RawBuilder, sql } from 'kysely'
import type { Cause } from '../../kernel/cause.ts'
import { slicesOf } from '../../storage/statements/in-steps.ts'
import { statement } from '../../storage/statements/statement.ts'
import { TOTALS } from '../../storage/tables/changes.ts'
import { isRootKind, ROOTS, type RootKind } from '../../storage/tracked-tables.ts'
import type { Db } from '../../storage/unit-of-work.ts'
import type { Draft } from '../change.ts'
import type { TotalAmounts } from '../growth.ts'
import type { Totals } from '../totals-store.ts'

export interface Appended {
  cause: Cause
  now: number
  owner_id: string
  drafts: readonly ReadyDraft[]
  growth: TotalAmounts
}

/** A draft with its rows serialized for storage. */
export type ReadyDraft = Draft & { readonly content: string | null }

/**
 * Returns the new totals; their `seq` is the number of the last entry. Returns undefined if this transaction
 * deletes the owner, whose log is deleted too.
 */
export function appendEntries(db: Db, appended: Appended): Promise<Totals | undefined> {
  if (appended.drafts.length > MOST_AT_ONCE) return appendMany(db, appended)
  return db.dialect.name === 'postgres' ? appendAtOnce(db, appended) : appendOneByOne(db, appended)
}

/** Larger batches use `appendMany`. Smaller ones use one statement on PostgreSQL, and one per entry on SQLite. */
const MOST_AT_ONCE = 16

const totalColumns = sql.join(TOTALS.map(name => sql.ref(name)))
const totalSums = sql.join(
  TOTALS.map(
    name => sql`${sql.ref(name)} = ${sql.ref(`change_totals.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
  ),
)
const upsertTotals = (ownerId: unknown, count: unknown, added: readonly unknown[]) => sql`
  insert into change_totals (owner_id, seq, ${totalColumns})
  select id, ${count}, ${sql.join(TOTALS.map((_, at) => sql`${added[at]}`))} from users where id = ${ownerId}
  on conflict (owner_id) do update set seq = change_totals.seq + excluded.seq, ${totalSums}
  returning seq, ${totalColumns}`

const addTotals = statement(
  (_db, ownerId: string, count: number, ...added: number[]) =>
    upsertTotals(ownerId, count, added) as RawBuilder<Totals>,
)

/** Runs before `addTotals`, because only an owner's first change needs that more expensive upsert. */
const updateTotals = statement((_db, ownerId: string, count: number, ...added: number[]) => {
  const sums = TOTALS.map((name, at) => sql`${sql.ref(name)} = ${sql.ref(name)} + ${added[at]}`)
  return sql<Totals>`update change_totals set seq = seq + ${count}, ${sql.join(sums)}
    where owner_id = ${ownerId} returning seq, ${totalColumns}`
})

const amounts = (growth: TotalAmounts): number[] => TOTALS.map(name => growth[name])

type BatchValues = [string, number, string | null, string, string | null, string | null, string | null]

const batchValues = ({ cause, now }: Appended): BatchValues => {
  const { batch_id, actor_id, via, token_name, reply_to, undoes } = cause
  return [batch_id, now, actor_id, via, token_name, reply_to, undoes]
}

const BATCH = sql`insert into change_batches (id, at, actor_id, via, token_name, reply_to, undoes)`
const insertBatch = statement(
  (_db, ...[id, at, actor, via, token, reply, undoes]: BatchValues) => sql<never>`${BATCH}
    values (${id}, ${at}, (select id from users where id = ${actor}), ${via}, ${token}, ${reply}, ${undoes})
    on conflict (id) do nothing`,
)

const COLUMNS = [
  'at',
  'kind',
  'resource_id',
  'action',
  'instance_start',
  'title',
  'detail',
  'content',
  'follow_up',
  'batch_end',
] as const
const columnList = sql.join(COLUMNS.map(name => sql.ref(name)))
/** The values of `COLUMNS`, read from the JSON array `v` on PostgreSQL. */
const columnsOfJson = sql`(v ->> 0)::bigint, v ->> 1, v ->> 2, v ->> 3, (v ->> 4)::bigint, v ->> 5, v ->> 6, v ->> 7,
  (v ->> 8)::boolean, (v ->> 9)::boolean`

function entryValues({ drafts, now }: Appended, at: number): unknown[] {
  const draft = drafts[at]
  if (!draft) return []
  const { kind, id, action, instance_start, title, detail, rows, content } = draft
  const detailText = detail === null || detail === undefined ? null : JSON.stringify(detail)
  return [
    draft.at ?? now,
    kind,
    id,
    action,
    instance_start,
    title,
    detailText,
    content,
    rows === null,
    at === drafts.length - 1,
  ]
}

const insertEntry = statement<unknown[], never>(
  (_db, ownerId, seq, batchId, ...values) => sql`
    insert into changes (owner_id, seq, batch_id, ${columnList})
    values (${ownerId}, ${seq}, ${batchId}, ${sql.join(values)})`,
)

const setVersion: Record<RootKind, (db: Db, id: string, version: number) => Promise<never[]>> = mapRoots(
  table =>
    statement(
      (_db, id: string, version: number) => sql<never>`
    update ${sql.table(table)} set version = ${version} where id = ${id}`,
    ),
)

/** Used on SQLite, where another statement costs less than parsing JSON. */
async function appendOneByOne(db: Db, appended: Appended): Promise<Totals | undefined> {
  const { owner_id, drafts, cause, growth } = appended
  const given = [owner_id, drafts.length, ...amounts(growth)] as const
  const [known] = await updateTotals(db, ...given)
  const current = known ?? (await addTotals(db, ...given))[0]
  if (!current) return undefined
  await insertBatch(db, ...batchValues(appended))
  for (const [at, { kind, id, action }] of drafts.entries()) {
    const seq = current.seq - drafts.length + 1 + at
    await insertEntry(db, owner_id, seq, cause.batch_id, ...entryValues(appended, at))
    if (isRootKind(kind) && action !== 'deleted') await setVersion[kind](db, id, seq)
  }
  return current
}

/** Used on PostgreSQL, where everything is one statement, because round trips are expensive. */
async function appendAtOnce(db: Db, appended: Appended): Promise<Totals | undefined> {
  const { owner_id, drafts, growth } = appended
  const entries = JSON.stringify(drafts.map((_, at) => entryValues(appended, at)))
  const kinds = [...new Set(drafts.flatMap(({ kind }) => (isRootKind(kind) ? [kind] : [])))].sort()
  const append = statementFor(kinds)
  const [totals] = await append(
    db,
    owner_id,
    drafts.length,
    entries,
    ...batchValues(appended),
    ...amounts(growth),
  )
  return totals
}

type AtOnceValues = [string, number, string, ...BatchValues, ...number[]]
const statements = new Map<string, (db: Db, ...values: AtOnceValues) => Promise<Totals[]>>()

function statementFor(kinds: readonly RootKind[]) {
  const name = kinds.join()
  const known = statements.get(name) ?? atOnce(kinds)
  statements.set(name, known)
  return known
}

const atOnce = (kinds: readonly RootKind[]) =>
  statement(
    (_db, ...[owner, count, entries, id, at, actor, via, token, reply, undoes, ...added]: AtOnceValues) => {
      const versions = kinds.map(kind => {
        const table = sql.table(ROOTS[kind].table)
        const id = sql.raw(ROOTS[kind].id)
        return sql`, ${sql.ref(`version_of_${kind}`)} as (
        update ${table} set version = e.seq from e
        where e.kind = ${sql.lit(kind)} and e.action <> 'deleted' and ${table}.id = e.resource_id::${id})`
      })
      return sql<Totals>`
      with t as (${upsertTotals(owner, count, added)}),
      b as (${BATCH} select ${id}::uuid, ${at}::bigint, (select id from users where id = ${actor}), ${via}, ${token},
        ${reply}, ${undoes}::uuid from t on conflict (id) do nothing),
      e as (insert into changes (owner_id, seq, batch_id, ${columnList})
        select ${owner}, t.seq - ${count} + n, ${id}::uuid, ${columnsOfJson}
        from t, json_array_elements(${entries}::json) with ordinality as x (v, n)
        returning seq, kind, action, resource_id)
      ${sql.join(versions, sql``)}
      select * from t`
    },
  )

/** Takes the rows as one JSON parameter, so that the statement is prepared once for any number of rows. */
const insertMany = statement((db, ownerId: string, first: number, batchId: string, rows: string) => {
  const fields = COLUMNS.map((_, at) => sql`json_extract(value, ${sql.lit(`$[${at}]`)})`)
  return db.dialect.name === 'sqlite'
    ? sql<never>`insert into changes (owner_id, seq, batch_id, ${columnList})
        select ${ownerId}, ${first} + key, ${batchId}, ${sql.join(fields)} from json_each(${rows})`
    : sql<never>`insert into changes (owner_id, seq, batch_id, ${columnList})
        select ${ownerId}, ${first}::bigint + n - 1, ${batchId}::uuid, ${columnsOfJson}
        from json_array_elements(${rows}::json) with ordinality as x (v, n)`
})

const setVersions: Record<RootKind, (db: Db, versions: string) => Promise<never[]>> = mapRoots((table, id) =>
  statement((db, versions: string) =>
    db.dialect.name === 'sqlite'
      ? sql<never>`update ${sql.table(table)} set version = v.seq
          from (select json_extract(value, '$[0]') as id, json_extract(value, '$[1]') as seq
            from json_each(${versions})) as v where ${sql.table(table)}.id = v.id`
      : sql<never>`update ${sql.table(table)} set version = v.seq
          from (select (e ->> 0)::${sql.raw(id)} as id, (e ->> 1)::bigint as seq
            from json_array_elements(${versions}::json) as e) as v where ${sql.table(table)}.id = v.id`,
  ),
)

async function appendMany(db: Db, appended: Appended): Promise<Totals | undefined> {
  const { owner_id, drafts, cause, growth } = appended
  const [totals] = await addTotals(db, owner_id, drafts.length, ...amounts(growth))
  if (!totals) return undefined
  await insertBatch(db, ...batchValues(appended))
  const first = totals.seq - drafts.length + 1
  for (const some of slicesOf([...drafts.keys()])) {
    const values = some.map(at => entryValues(appended, at))
    await insertMany(db, owner_id, first + (some[0] ?? 0), cause.batch_id, JSON.stringify(values))
  }
  const numbered = drafts.map(({ kind, id, action }, at) => ({ kind, id, action, seq: first + at }))
  for (const [kind, group] of Map.groupBy(numbered, ({ kind }) => kind)) {
    if (!isRootKind(kind)) continue
    const versions = group.filter(({ action }) => action !== 'deleted').map(({ id, seq }) => [id, seq])
    for (const some of slicesOf(versions)) await setVersions[kind](db, JSON.stringify(some))
  }
  return totals
}

function mapRoots<T>(make: (table: string, id: string) => T): Record<RootKind, T> {
  const made = Object.entries(ROOTS).map(([kind, { table, id }]) => [kind, make(table, id)])
  return Object.fromEntries(made) as Record<RootKind, T>
}
