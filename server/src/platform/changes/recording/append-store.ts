// SQL that appends the change log entries of one owner: assigns numbers, updates totals, sets versions.
import { CHANGE_KINDS } from '@daymark/contract/constants'
import { type RawBuilder, sql } from 'kysely'
import type { Cause } from '../../kernel/cause.ts'
import { CAPTURED } from '../../storage/statements/captured-rows.ts'
import { slicesBySize } from '../../storage/statements/in-steps.ts'
import { statement } from '../../storage/statements/statement.ts'
import { LAST_KINDS, TOTALS } from '../../storage/tables/changes.ts'
import { type ChangeKind, versionsOf } from '../../storage/tracked-tables.ts'
import type { Db } from '../../storage/unit-of-work.ts'
import type { Draft } from '../change.ts'
import type { TotalAmounts } from '../growth.ts'
import type { ChargedTo } from '../shares.ts'
import type { Totals } from '../totals-store.ts'
import { setVersions } from './version-store.ts'

export interface Appended {
  cause: Cause
  now: number
  owner_id: string
  drafts: readonly Draft[]
  /** The rows of each draft as JSON. Null if the draft has no rows. */
  contents: readonly (string | null)[]
  /** Who pays for the contents. */
  charged_to: ChargedTo
  growth: TotalAmounts
}

/**
 * Returns the new totals; their `seq` is the number of the last entry. Returns undefined for an owner who is
 * deleted by this transaction, together with the log.
 */
export async function appendEntries(db: Db, appended: Appended): Promise<NewTotals | undefined> {
  const cause = await causeValues(db, appended)
  if (appended.drafts.length > MOST_AT_ONCE[db.dialect.name]) return appendJson(db, appended, cause)
  return db.dialect.name === 'sqlite' ? appendRows(db, appended, cause) : appendAtOnce(db, appended, cause)
}

/**
 * Longer batches are passed as JSON, in several statements. On PostgreSQL, every combination of kinds needs its own
 * prepared statement of about 500 KB per connection, so only batches of one or two entries have one.
 */
const MOST_AT_ONCE = { sqlite: 12, postgres: 2 } as const

export type NewTotals = Totals & {
  /** True if the owner has an active webhook, so that no query has to look for one after the commit. */
  readonly has_webhooks: boolean | 0 | 1
}

export const hasWebhooks = (owner: string) =>
  sql`exists (select 1 from webhooks w where w.owner_id = ${sql.ref(owner)} and w.active) as has_webhooks`

export const totalColumns = sql.join(TOTALS.map(name => sql.ref(name)))
const newTotals = sql`seq, ${totalColumns}, ${hasWebhooks('change_totals.owner_id')}`
const totalSums = sql.join(
  TOTALS.map(
    name => sql`${sql.ref(name)} = ${sql.ref(`change_totals.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
  ),
)
const lastColumn = (kind: string) => sql.ref(`last_${kind}`)
/** Sets the last entry of each kind, where `given` is its place among the new entries, and 0 if there is none. */
export const newLast = (
  given: (at: number) => unknown,
  seq = sql.ref('seq'),
  own = (kind: string) => lastColumn(kind),
): RawBuilder<unknown> =>
  sql.join(
    LAST_KINDS.map((kind, at) => {
      const place = given(at)
      return sql`${lastColumn(kind)} = case when ${place} > 0 then ${seq} + ${place} else ${own(kind)} end`
    }),
  )
const lastExcluded = newLast(
  at => sql.ref(`excluded.last_${LAST_KINDS[at]}`),
  sql.ref('change_totals.seq'),
  kind => sql.ref(`change_totals.last_${kind}`),
)
const addTotals = statement(
  (_db, ownerId: string, count: number, ...added: number[]) => sql<NewTotals>`
    insert into change_totals (owner_id, seq, ${totalColumns}, ${sql.join(LAST_KINDS.map(lastColumn))})
    select id, ${count}, ${sql.join([...TOTALS, ...LAST_KINDS].map((_, at) => sql`${added[at]}`))}
    from users where id = ${ownerId}
    on conflict (owner_id) do update set seq = change_totals.seq + excluded.seq, ${totalSums}, ${lastExcluded}
    returning ${newTotals}`,
)
/** Tried first: only an owner's first change needs the more expensive insert. */
const updateTotals = statement((_db, count: number, ...given: (number | string)[]) => {
  const sums = TOTALS.map((name, at) => sql`${sql.ref(name)} = ${sql.ref(name)} + ${given[at]}`)
  return sql<NewTotals>`update change_totals set seq = seq + ${count}, ${sql.join(sums)},
    ${newLast(at => given[TOTALS.length + at])}
    where owner_id = ${given[AMOUNTS]} returning ${newTotals}`
})

/** The values by which a batch changes the totals: the amounts, and the places of the last entries. */
export const amounts = ({ drafts, growth }: Pick<Appended, 'drafts' | 'growth'>): number[] => [
  ...TOTALS.map(name => growth[name]),
  ...LAST_KINDS.map(kind => drafts.findLastIndex(draft => draft.kind === kind) + 1),
]
const AMOUNTS = TOTALS.length + LAST_KINDS.length

async function countEntries(db: Db, appended: Appended): Promise<NewTotals | undefined> {
  const { owner_id, drafts } = appended
  const added = amounts(appended)
  const [known] = await updateTotals(db, drafts.length, ...added, owner_id)
  return known ?? (await addTotals(db, owner_id, drafts.length, ...added))[0]
}

/** The columns that all entries of a batch share. */
const CAUSE = ['batch_id', 'committed_at', 'actor_id', 'via', 'token_name', 'reply_to', 'undoes'] as const
export type CauseValues = [string, number, string | null, string, string | null, string | null, string | null]

export async function causeValues(db: Db, { cause, now, owner_id }: Appended): Promise<CauseValues> {
  const { batch_id, actor_id, via, token_name, reply_to, undoes } = cause
  // If this transaction has deleted the actor, the entries of other people must not name the actor.
  const isKnown = actor_id === null || actor_id === owner_id || (await findUser(db, actor_id)).length > 0
  return [batch_id, now, isKnown ? actor_id : null, via, token_name, reply_to, undoes]
}

const findUser = statement((_db, id: string) => sql<{ id: string }>`select id from users where id = ${id}`)

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
  'charged_to',
] as const
const columnList = sql.join(['owner_id', 'seq', ...CAUSE, ...COLUMNS].map(name => sql.ref(name)))
export const INSERT = sql`insert into changes (${columnList})`
/** The values of `COLUMNS`, read from the JSON array `v` on PostgreSQL. */
export const columnsOfJson = sql`(v ->> 0)::bigint, v ->> 1, v ->> 2, v ->> 3, (v ->> 4)::bigint, v ->> 5, v ->> 6, v ->> 7,
  (v ->> 8)::boolean, (v ->> 9)::boolean, v ->> 10`

/** Undo and import write rows with old times, so their entries have the current time instead. */
const RESTORING: ReadonlySet<string> = new Set(['undo', 'import'])

export function entryValues({ cause, drafts, contents, charged_to, now }: Appended, at: number): unknown[] {
  const draft = drafts[at]
  if (!draft) return []
  const { kind, id, action, instance_start, title, detail, rows } = draft
  const detailText = detail === null || detail === undefined ? null : JSON.stringify(detail)
  const time = RESTORING.has(cause.via) ? now : (draft.at ?? now)
  const isLast = at === drafts.length - 1
  const content = contents[at] ?? null
  const payer = content === null ? null : charged_to
  return [time, kind, id, action, instance_start, title, detailText, content, rows === null, isLast, payer]
}

const WIDTH = 2 + CAUSE.length + COLUMNS.length
const insertRows = Array.from({ length: MOST_AT_ONCE.sqlite + 1 }, (_, count) =>
  statement<unknown[], never>((_db, ...values) => {
    const rows = Array.from({ length: count }, (_, at) => values.slice(at * WIDTH, (at + 1) * WIDTH))
    return sql`${INSERT} values ${sql.join(rows.map(row => sql`(${sql.join(row)})`))}`
  }),
)

/** Used for short batches on SQLite, where parameters are cheaper than JSON. */
async function appendRows(db: Db, appended: Appended, cause: CauseValues): Promise<NewTotals | undefined> {
  const { owner_id, drafts } = appended
  const totals = await countEntries(db, appended)
  if (!totals) return undefined
  const numbered = numberedFrom(totals.seq - drafts.length + 1, drafts)
  const values: unknown[] = []
  for (const [at, { seq }] of numbered.entries())
    values.push(owner_id, seq, ...cause, ...entryValues(appended, at))
  await insertRows[drafts.length]?.(db, ...values)
  await setVersions(db, numbered)
  return totals
}

/** Used for one or two entries on PostgreSQL. Everything is one statement, because round trips are expensive. */
async function appendAtOnce(db: Db, appended: Appended, cause: CauseValues): Promise<NewTotals | undefined> {
  const { owner_id, drafts } = appended
  const kinds = drafts.map(versionedKind)
  // Sorts the values by kind, so that the same kinds in another order share a statement.
  const order = [...drafts.keys()].sort((a, b) => rankOf(kinds[a]) - rankOf(kinds[b]))
  const append = statementFor(order.map(at => kinds[at]))
  const values: unknown[] = [owner_id, drafts.length, ...amounts(appended), ...cause]
  for (const at of order) values.push(drafts.length - 1 - at, ...entryValues(appended, at))
  const [known] = await append(db, ...values)
  if (known) return known
  // The owner has no row in `change_totals` before the first change, so this creates the row and runs the statement
  // again.
  const [added] = await addTotals(db, owner_id, 0, ...Array.from({ length: AMOUNTS }, () => 0))
  return added && (await append(db, ...values))[0]
}

type VersionedKind = ChangeKind | undefined
const versionedKind = ({ kind, action }: Draft): VersionedKind => (action === 'deleted' ? undefined : kind)

const rankOf = (kind: VersionedKind): number => (kind ? CHANGE_KINDS.indexOf(kind) : -1)

type Append = (db: Db, ...values: unknown[]) => Promise<NewTotals[]>
const statements = new Map<string, Append>()

function statementFor(kinds: readonly VersionedKind[]): Append {
  const name = kinds.join()
  const known = statements.get(name) ?? atOnce(kinds)
  statements.set(name, known)
  return known
}

const TYPES = [
  'bigint',
  'text',
  'text',
  'text',
  'bigint',
  'text',
  'text',
  'text',
  'boolean',
  'boolean',
  'text',
]

/**
 * The values are the owner, the number of entries, the amounts, the cause, and then for each entry the number of entries
 * after it and its columns.
 */
const atOnce = (kinds: readonly VersionedKind[]): Append =>
  statement((_db, owner, count, ...values) => {
    const sums = TOTALS.map((name, at) => sql`${sql.ref(name)} = ${sql.ref(name)} + ${values[at]}`)
    const [id, at, actor, via, token, reply, undoes] = values.slice(AMOUNTS)
    const cause = sql`${id}::uuid, ${at}::bigint, ${actor}::text, ${via}::text, ${token}::text, ${reply}::text,
      ${undoes}::uuid`
    const entries = kinds.map((kind, at) => {
      const after = AMOUNTS + CAUSE.length + at * (1 + COLUMNS.length)
      const first = after + 1
      const columns = TYPES.map((type, column) => sql`${values[first + column]}::${sql.raw(type)}`)
      return { kind, resourceId: values[first + 2], columns, seq: sql`t.seq - ${values[after]}::bigint` }
    })
    const rows = entries.map(
      ({ seq, columns }) => sql`select ${owner}::text, ${seq}, ${cause}, ${sql.join(columns)} from t`,
    )
    const versions = entries.flatMap(({ kind, resourceId, seq }, at) => {
      return (kind ? versionsOf(kind) : []).map(
        (to, n) => sql`, ${sql.ref(`version_${at}_${n}`)} as (
          update ${sql.table(to.table)} set ${sql.ref(to.column)} = ${seq} from t
          where ${sql.ref(`${to.table}.${to.id}`)} = ${resourceId}::${sql.raw(to.idType)}
            and ${sql.ref(`${to.table}.${to.owner}`)} = ${owner}::text)`,
      )
    })
    return sql<NewTotals>`
      with t as (update change_totals set seq = seq + ${count}, ${sql.join(sums)},
        ${newLast(at => values[TOTALS.length + at])} where owner_id = ${owner} returning ${newTotals}),
      e as (${INSERT} ${sql.join(rows, sql` union all `)})
      ${sql.join(versions, sql``)}
      select * from t${sql.raw(CAPTURED)}`
  })

/** Takes the rows as one JSON parameter, so that the statement is prepared once for any number of rows. */
const insertJson = statement((db, owner: string, first: number, rows: string, ...cause: CauseValues) => {
  const fields = COLUMNS.map((_, at) => sql`json_extract(value, ${sql.lit(`$[${at}]`)})`)
  const [id, at, actor, via, token, reply, undoes] = cause
  return db.dialect.name === 'sqlite'
    ? sql<never>`${INSERT} select ${owner}, ${first} + key, ${sql.join(cause)}, ${sql.join(fields)}
        from json_each(${rows})`
    : sql<never>`${INSERT} select ${owner}, ${first}::bigint + n - 1, ${id}::uuid, ${at}::bigint, ${actor}, ${via},
          ${token}, ${reply}, ${undoes}::uuid, ${columnsOfJson}
        from json_array_elements(${rows}::json) with ordinality as x (v, n)`
})

async function appendJson(db: Db, appended: Appended, cause: CauseValues): Promise<NewTotals | undefined> {
  const { owner_id, drafts } = appended
  const totals = await countEntries(db, appended)
  if (!totals) return undefined
  const first = totals.seq - drafts.length + 1
  const sizeOf = (at: number) => appended.contents[at]?.length ?? 0
  for (const some of slicesBySize([...drafts.keys()], sizeOf)) {
    const values = some.map(at => entryValues(appended, at))
    await insertJson(db, owner_id, first + (some[0] ?? 0), JSON.stringify(values), ...cause)
  }
  await setVersions(db, numberedFrom(first, drafts))
  return totals
}

const numberedFrom = (first: number, drafts: readonly Draft[]) =>
  drafts.map((draft, at) => ({ draft, seq: first + at }))
