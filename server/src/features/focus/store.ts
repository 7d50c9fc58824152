import { sql } from 'kysely'
import { columns } from '../../platform/storage/columns.ts'
import { insertion, statement } from '../../platform/storage/statements/statement.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { FocusRun } from './focus-run.ts'

type Stored = Omit<FocusRun, 'log' | 'timer_ids'> & { log: string; timer_ids: string }

const runColumns = columns<FocusRun>({
  id: 'fixed',
  owner_id: 'fixed',
  todo_id: 'saved',
  title: 'saved',
  preset: 'fixed',
  work_minutes: 'fixed',
  break_minutes: 'fixed',
  long_break_minutes: 'fixed',
  rounds: 'fixed',
  log: 'saved',
  timer_ids: 'saved',
  started_at: 'fixed',
  ended_at: 'saved',
  version: 'fixed',
  created_at: 'fixed',
  updated_at: 'saved',
})

const insertRun = insertion<Stored>('focus_runs', runColumns.all)
// Built once, because the statement runs after every change of a timer's status.
const findCurrent = statement(
  (_db, ownerId: string) => sql<Stored>`
    select ${runColumns.of('r')} from focus_runs r where r.owner_id = ${ownerId} and r.ended_at is null`,
)

const toRun = ({ log, timer_ids, ...row }: Stored): FocusRun => ({
  ...row,
  log: (JSON.parse(log) as [FocusRun['log'][number]['action'], number][]).map(([action, at]) => ({
    action,
    at,
  })),
  timer_ids: JSON.parse(timer_ids) as string[],
})

const toStored = (run: FocusRun): Stored => ({
  ...run,
  log: JSON.stringify(run.log.map(({ action, at }) => [action, at])),
  timer_ids: JSON.stringify(run.timer_ids),
})

export const focusStore = (db: Db) => ({
  async current(ownerId: string): Promise<FocusRun | undefined> {
    const [row] = await findCurrent(db, ownerId)
    return row && toRun(row)
  },

  async find(id: string): Promise<FocusRun | undefined> {
    return (await this.findMany([id]))[0]
  },

  async findMany(ids: readonly string[]): Promise<FocusRun[]> {
    if (ids.length === 0) return []
    const { rows } = await sql<Stored>`
      select ${runColumns.of('r')} from focus_runs r where ${db.dialect.idIn('r.id', ids)}`.execute(db.sql)
    return rows.map(toRun)
  },

  async insert(run: FocusRun): Promise<void> {
    await insertRun(db, toStored(run))
  },

  async save(run: FocusRun): Promise<void> {
    const { log, timer_ids, ended_at, updated_at } = toStored(run)
    await db.sql
      .updateTable('focus_runs')
      .set({ log, timer_ids, ended_at, updated_at })
      .where('id', '=', run.id)
      .execute()
  },
})
