// Lets libraries run their own queries on the server's database connections.
import { CompiledQuery, type Kysely } from 'kysely'
import { boundKysely } from '../statements/bound-kysely.ts'
import type { Tables } from '../tables.ts'
import type { Db, Storage } from '../unit-of-work.ts'

/**
 * On SQLite, a library must not open its own connection: while the server's connection holds the write lock, a second
 * connection in this process would block the thread that has to release it. So library reads use the server's reader,
 * and each library write is a job in the server's queue. Transactions are not supported. A library must not be
 * called inside `write`, because the write would wait for the library's job, which waits behind it in the queue.
 */
export function libraryKysely(storage: Storage): Kysely<Tables> {
  const { name } = storage.dialect
  return boundKysely(name, (text, parameters) => {
    const run = (db: Db) => db.sql.executeQuery(CompiledQuery.raw(text, [...parameters]))
    return name === 'sqlite' && !READS.test(text) ? storage.write([], run) : storage.read(run)
  })
}

const READS = /^\s*select\b/i
