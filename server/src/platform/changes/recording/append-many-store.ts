// SQL that appends the change log entries of many owners at once. PostgreSQL needs a few round trips instead of one per
// owner, for example for reminders of many people that are due at the same time.
import { sql } from 'kysely'
import { CAPTURED } from '../../storage/statements/captured-rows.ts'
import { slicesOf } from '../../storage/statements/in-steps.ts'
import { statement } from '../../storage/statements/statement.ts'
import { TOTALS } from '../../storage/tables/changes.ts'
import type { Db } from '../../storage/unit-of-work.ts'
import {
  type Appended,
  amounts,
  appendEntries,
  type CauseValues,
  causeValues,
  columnsOfJson,
  entryValues,
  hasWebhooks,
  INSERT,
  type NewTotals,
  newLast,
  totalColumns,
} from './append-store.ts'
import { setVersions } from './version-store.ts'

/** For fewer owners, a statement per owner is cheaper. */
const MANY = 4

/**
 * Expects `all` sorted by owner. Returns the new totals by owner; owners who are deleted by this transaction are
 * missing.
 */
export async function appendToAll(db: Db, all: readonly Appended[]): Promise<Map<string, NewTotals>> {
  const totals = new Map<string, NewTotals>()
  if (db.dialect.name === 'sqlite' || all.length < MANY) {
    for (const appended of all) {
      const found = await appendEntries(db, appended)
      if (found) totals.set(appended.owner_id, found)
    }
    return totals
  }
  for (const some of slicesOf(all)) {
    for (const { owner_id, ...found } of await appendSome(db, some)) totals.set(owner_id, found)
  }
  return totals
}

type OwnedTotals = NewTotals & { owner_id: string }

async function appendSome(db: Db, all: readonly Appended[]): Promise<OwnedTotals[]> {
  const [first] = all
  if (!first) return []
  const owners = all.map(({ owner_id }) => owner_id)
  const known = new Set((await lockTotals(db, owners)).map(({ owner_id }) => owner_id))
  const missing = owners.filter(owner => !known.has(owner))
  if (missing.length > 0) await addTotals(db, missing)
  const counted = all.map(each => [each.owner_id, each.drafts.length, ...amounts(each)])
  const entries = all.flatMap(appended =>
    appended.drafts.map((_, at) => [
      ...entryValues(appended, at),
      appended.owner_id,
      appended.drafts.length - 1 - at,
    ]),
  )
  // Uses the cause of the first owner's entries, because the entries of all owners have the same cause.
  const cause = await causeValues(db, first)
  const totals = await appendJson(db, JSON.stringify(counted), JSON.stringify(entries), ...cause)
  const seqs = new Map(totals.map(({ owner_id, seq }) => [owner_id, seq]))
  await setVersions(
    db,
    all.flatMap(({ owner_id, drafts }) => {
      const last = seqs.get(owner_id)
      return last === undefined
        ? []
        : drafts.map((draft, at) => ({ draft, seq: last - (drafts.length - 1 - at) }))
    }),
  )
  return totals
}

/** Locks the rows in the order of their owners, so that two transactions cannot deadlock. */
const lockTotals = statement(
  (_db, owners: readonly string[]) => sql<{ owner_id: string }>`
    select owner_id from change_totals where owner_id = any(${owners}::text[]) order by owner_id for update`,
)

const addTotals = statement(
  (_db, owners: readonly string[]) => sql<never>`
    insert into change_totals (owner_id, seq, ${totalColumns})
    select id, 0, ${sql.join(TOTALS.map(() => sql.lit(0)))} from users where id = any(${owners}::text[]) order by id
    on conflict (owner_id) do nothing`,
)

const sums = sql.join(
  TOTALS.map((name, at) => sql`${sql.ref(name)} = c.${sql.ref(name)} + (g.v ->> ${sql.lit(at + 2)})::bigint`),
)
const last = newLast(
  at => sql`(g.v ->> ${sql.lit(TOTALS.length + at + 2)})::bigint`,
  sql.ref('c.seq'),
  kind => sql.ref(`c.last_${kind}`),
)
const returned = sql.join([...TOTALS.map(name => sql.ref(`c.${name}`)), hasWebhooks('c.owner_id')])

/** An entry is the array of its columns, followed by its owner and the number of the owner's entries after it. */
const appendJson = statement((_db, counted: string, entries: string, ...cause: CauseValues) => {
  const [id, at, actor, via, token, reply, undoes] = cause
  return sql<OwnedTotals>`
    with t as (
      update change_totals c set seq = c.seq + (g.v ->> 1)::bigint, ${sums}, ${last}
      from json_array_elements(${counted}::json) as g (v) where c.owner_id = g.v ->> 0
      returning c.owner_id, c.seq, ${returned}),
    e as (
      ${INSERT} select t.owner_id, t.seq - (v ->> 12)::bigint, ${id}::uuid, ${at}::bigint, ${actor}::text,
        ${via}::text, ${token}::text, ${reply}::text, ${undoes}::uuid, ${columnsOfJson}
      from json_array_elements(${entries}::json) as x (v) join t on t.owner_id = x.v ->> 11)
    select * from t${sql.raw(CAPTURED)}`
})
