import { renameSync, rmSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { openSqliteStorage } from '../../sqlite/sqlite.ts'
import { type MovedRow, type MovedTable, type MoveSource, type MoveTarget, ROWS_PER_PAGE } from './ends.ts'

export function sqliteSource(path: string): MoveSource & { database: DatabaseSync } {
  const database = new DatabaseSync(path, { readOnly: true })
  database.exec('begin')
  return { ...reading(database), database, close: async () => database.close() }
}

/** Writes to a temporary file beside the target and renames it at the end. */
export async function sqliteTarget(path: string): Promise<MoveTarget & { database: DatabaseSync }> {
  const part = `${path}.part`
  const removePart = () => {
    for (const end of ['', '-wal', '-shm', '.lock']) rmSync(part + end, { force: true })
  }
  removePart()
  await (await openSqliteStorage(part)).close()
  // Without foreign key checks, rows can be inserted in any order. `commit` checks all rows.
  const database = new DatabaseSync(part, { enableForeignKeyConstraints: false })
  database.exec('begin immediate')
  let isOpen = true
  const close = () => {
    if (isOpen) database.close()
    isOpen = false
  }
  return {
    ...reading(database),
    database,
    async insert({ name, columns }, rows) {
      const insert = database.prepare(
        `insert into ${name} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
      )
      for (const row of rows) insert.run(...(row as SQLInputValue[]))
    },
    link: async () => {},
    async commit() {
      const [broken] = database.prepare('pragma foreign_key_check').all()
      if (broken)
        throw new Error(`A row of ${broken['table']} references a missing row of ${broken['parent']}.`)
      // Without WAL mode, the database is a single file that can be renamed.
      database.exec('commit; pragma journal_mode = delete')
      close()
      renameSync(part, path)
    },
    async close() {
      close()
      removePart()
    },
  }
}

const reading = (database: DatabaseSync): Omit<MoveSource, 'close'> => ({
  async count({ name }) {
    const row = database.prepare(`select count(*) as total from ${name}`).get() as { total: number }
    return row.total
  },
  async *pages(table) {
    let page: MovedRow[] = []
    const select = database.prepare(selectAll(table))
    select.setReturnArrays(true)
    for (const row of select.iterate()) {
      page.push(row as unknown as MovedRow)
      if (page.length < ROWS_PER_PAGE) continue
      yield page
      page = []
    }
    if (page.length > 0) yield page
  },
})

const selectAll = ({ name, columns }: MovedTable): string => `select ${columns.join(', ')} from ${name}`
