// For libraries that write SQL of their own: a Kysely whose statements go through our storage.
import { CompiledQuery, type Kysely } from 'kysely'
import { boundKysely } from '../statements/bound-kysely.ts'
import type { Tables } from '../tables.ts'
import type { Db, Storage } from '../unit-of-work.ts'

/**
 * On SQLite a library must not open a connection: while ours holds the write lock, a second one in this process would
 * wait for it without letting it go on. So its reads use our reader and each of its writes is a job of our queue.
 * It sees no transactions; and it must not be called inside `write`, whose job would wait for itself.
 */
export function libraryKysely(storage: Storage): Kysely<Tables> {
  const { name } = storage.dialect
  return boundKysely(name, (text, parameters) => {
    const run = (db: Db) => db.sql.executeQuery(CompiledQuery.raw(text, [...parameters]))
    return name === 'sqlite' && !READS.test(text) ? storage.write([], run) : storage.read(run)
  })
}

const READS = /^\s*select\b/i
