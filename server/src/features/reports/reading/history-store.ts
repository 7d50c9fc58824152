// Adds long histories to a page of timers in steps that fit into memory.
import { sql } from 'kysely'
import type { Db } from '../../../platform/storage/unit-of-work.ts'
import type { TimerPage } from './timer-page.ts'

/** Bytes of long histories per statement. */
const STEP = 2_000_000

/**
 * Splits a page into smaller ones and adds the long histories. `sizes` has entries only for timers with long histories.
 */
export async function* withLongHistories(
  db: Db,
  page: TimerPage,
  ids: readonly string[],
  sizes: ReadonlyMap<string, number>,
): AsyncGenerator<TimerPage> {
  const lines = page.histories.split('\n')
  for (const [from, to] of stepsOf(ids, sizes)) {
    const some = ids.slice(from, to)
    const histories = await historiesOf(
      db,
      some.filter(id => sizes.has(id)),
    )
    yield {
      count: to - from,
      todo_ids: page.todo_ids.slice(from, to),
      schedule_ids: page.schedule_ids.slice(from, to),
      tag_ids: page.tag_ids.slice(from, to),
      histories: some.map((id, at) => histories.get(id) ?? lines[from + at]).join('\n'),
    }
  }
}

/**
 * Yields ranges of timers whose long histories fit into one step. A single history that is too long gets its own range.
 */
function* stepsOf(
  ids: readonly string[],
  sizes: ReadonlyMap<string, number>,
): Generator<[from: number, to: number]> {
  let from = 0
  let sum = 0
  for (const [at, id] of ids.entries()) {
    const size = sizes.get(id) ?? 0
    sum += size
    if (sum <= STEP || at === from) continue
    yield [from, at]
    from = at
    sum = size
  }
  yield [from, ids.length]
}

async function historiesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; history: string }>`
    select t.id, t.history from timers t where ${db.dialect.idIn('t.id', ids)}`.execute(db.sql)
  return new Map(rows.map(({ id, history }) => [id, history]))
}
