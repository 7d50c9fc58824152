import { sql } from 'kysely'
import type { Via } from '../kernel/cause.ts'
import type { ProblemKind } from '../kernel/errors.ts'
import { deleteStep } from '../storage/statements/in-steps.ts'
import type { Db } from '../storage/unit-of-work.ts'
import type { StagedStatus } from './staged.ts'

export interface Failure {
  kind: ProblemKind
  detail: string
  code?: string | undefined
}

export interface StagedRow {
  id: string
  owner_id: string
  kind: string
  batch_id: string
  undoes: string | null
  via: Via
  token_name: string | null
  reply_to: string | null
  input: unknown
  state: unknown
  status: StagedStatus
  phase: 'ahead' | 'back'
  done: number
  total: number
  result: unknown
  failure: Failure | null
  created_at: number
  ended_at: number | null
}

const JSON_COLUMNS = ['input', 'state', 'result', 'failure'] as const

const toRow = (row: Record<string, unknown>): StagedRow => {
  const parsed = { ...row }
  for (const name of JSON_COLUMNS) {
    const text = row[name]
    parsed[name] = typeof text === 'string' ? JSON.parse(text) : null
  }
  return parsed as unknown as StagedRow
}

const jsonOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value)

export const stagedStore = (db: Db) => ({
  async insert(row: StagedRow): Promise<void> {
    await db.sql
      .insertInto('staged_requests')
      .values({
        ...row,
        input: JSON.stringify(row.input),
        state: jsonOf(row.state),
        result: jsonOf(row.result),
        failure: jsonOf(row.failure),
      })
      .execute()
  },

  async find(ownerId: string, id: string): Promise<StagedRow | undefined> {
    const row = await db.sql
      .selectFrom('staged_requests')
      .selectAll()
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .executeTakeFirst()
    return row && toRow(row)
  },

  /** Returns the person's oldest request that has not ended. */
  async next(ownerId: string): Promise<StagedRow | undefined> {
    const row = await db.sql
      .selectFrom('staged_requests')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('ended_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    return row && toRow(row)
  },

  /** True if a request that has not ended writes this batch or undoes it. */
  async isRunning(ownerId: string, batchId: string): Promise<boolean> {
    const { rows } = await sql`
      select 1 from staged_requests where owner_id = ${ownerId} and ended_at is null
        and (batch_id = ${batchId} or undoes = ${batchId}) limit 1`.execute(db.sql)
    return rows.length > 0
  },

  async save(row: StagedRow): Promise<void> {
    const { id, state, status, phase, done, total, result, failure, ended_at } = row
    await db.sql
      .updateTable('staged_requests')
      .set({
        ...{ status, phase, done, total, ended_at },
        ...{ state: jsonOf(state), result: jsonOf(result), failure: jsonOf(failure) },
      })
      .where('id', '=', id)
      .execute()
  },

  /** Returns the position of the batch's last entry in the owner's log. */
  async seqOf({ owner_id, batch_id }: Pick<StagedRow, 'owner_id' | 'batch_id'>): Promise<number | undefined> {
    const { rows } = await sql<{ seq: number | null }>`
      select max(seq) as seq from changes where batch_id = ${batch_id} and owner_id = ${owner_id}`.execute(
      db.sql,
    )
    return rows[0]?.seq ?? undefined
  },

  /** Deletes some of the requests that ended before this time. Returns their number. */
  removeOld: (before: number): Promise<number> =>
    deleteStep(db, { table: 'staged_requests', where: sql`ended_at < ${before}`, most: 200 }),
})
