// A move checks both databases before it writes.
import { existsSync } from 'node:fs'
import { explaining } from '../../open-failure.ts'
import { openPostgresStorage } from '../../postgres/postgres.ts'
import { requireCurrentSchema } from '../../schema/schema-state.ts'
import { MoveFailed, moveRows, type Progress } from './move.ts'
import { tablesInOrder } from './plan.ts'
import { contentOf, postgresSource, postgresTarget } from './postgres-end.ts'
import { sqliteSource, sqliteTarget } from './sqlite-end.ts'

type Report = (progress: Progress) => void

export async function moveToPostgres(path: string, url: string, report: Report): Promise<number> {
  await requireCurrentSchema({ kind: 'sqlite', path })
  const targetUsable = <T>(work: () => Promise<T>) => explaining({ kind: 'postgres', url }, work, '--to')
  await targetUsable(() => requireEmpty(url))
  // Opening the storage creates the tables.
  await targetUsable(async () => (await openPostgresStorage(url, { poolSize: 1 })).close())
  await using cleanUp = new AsyncDisposableStack()
  const source = cleanUp.adopt(sqliteSource(path), end => end.close())
  const target = cleanUp.adopt(await postgresTarget(url), end => end.close())
  return await moveRows(tablesInOrder(source.database), source, target, report)
}

export async function moveToSqlite(url: string, path: string, report: Report): Promise<number> {
  if (existsSync(path)) throw new MoveFailed(`${path} already exists. Choose another file.`)
  await requireCurrentSchema({ kind: 'postgres', url })
  await using cleanUp = new AsyncDisposableStack()
  const source = cleanUp.adopt(await postgresSource(url), end => end.close())
  const target = cleanUp.adopt(await explaining({ kind: 'sqlite', path }, () => sqliteTarget(path)), end =>
    end.close(),
  )
  return await moveRows(tablesInOrder(target.database), source, target, report)
}

async function requireEmpty(url: string): Promise<void> {
  const { tables, filled } = await contentOf(url)
  if (tables.length > 0 && !tables.includes('migrations'))
    throw new MoveFailed(
      `The target contains tables of another program (${tables.slice(0, 3).join(', ')}). Create an empty database.`,
    )
  if (filled.length > 0)
    throw new MoveFailed(
      `The target already contains data (${filled.slice(0, 3).join(', ')}). Create an empty database.`,
    )
}
