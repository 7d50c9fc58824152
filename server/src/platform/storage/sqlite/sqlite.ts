// A database file has one connection for reads, one for writes with group commit, and one for each concurrent snapshot.
// An in-memory database uses one connection for everything.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Notice } from '../../kernel/notice.ts'
import { attemptIn } from '../attempt.ts'
import { createPrivately } from '../copies/private-file.ts'
import { sqliteDialect } from '../dialect.ts'
import { translate } from '../errors.ts'
import { markingTransactions } from '../inside-transaction.ts'
import { probe } from '../probe.ts'
import { Publisher } from '../publisher.ts'
import { type Fence, openFence, SCHEMA_POSITION, WATCH_MS } from '../schema/fence.ts'
import { migrate } from '../schema/migrate.ts'
import { boundDb, untraced } from '../statements/bound-kysely.ts'
import { withWriteCheck } from '../statements/write-check.ts'
import type { Db, Storage, StorageOptions, Tx } from '../unit-of-work.ts'
import { RowCapture } from './capture-sqlite.ts'
import { whileBusy } from './sqlite-busy.ts'
import { type Checkpoints, checkpoints, noCheckpoints } from './sqlite-checkpoint.ts'
import { openSqlite, type SqliteConnection } from './sqlite-connection.ts'
import { holdServerLock } from './sqlite-lock.ts'
import { sqliteSnapshots } from './sqlite-snapshots.ts'
import { type FilePages, vacuumInSteps } from './sqlite-vacuum.ts'

const PAGES =
  'select page_count as "all", freelist_count as free from pragma_page_count(), pragma_freelist_count()'

const POSITION = `select ${SCHEMA_POSITION}`

/** Bounds how long a batch's first write waits for the commit. */
const MAX_IN_BATCH = 32

interface Job {
  work: (tx: Tx) => Promise<unknown>
  notices: Notice[]
  settle(outcome: Outcome): void
}
type Outcome = { value: unknown } | { error: unknown }

export async function openSqliteStorage(
  path: string,
  options: StorageOptions & { shared?: boolean } = {},
): Promise<Storage> {
  if (path !== ':memory:') createPrivately(path)
  const release = path === ':memory:' || options.shared ? () => {} : holdServerLock(path)
  try {
    return withWriteCheck(await openLocked(path, options, release))
  } catch (error) {
    // A later attempt in this process needs the lock.
    release()
    throw error
  }
}

async function openLocked(path: string, options: StorageOptions, release: () => void): Promise<Storage> {
  const { around = untraced } = options
  const open = () => openSqlite(path, options.observe)
  const writer = open()
  const writerDb = boundDb(sqliteDialect, around(writer.execute))
  try {
    if (options.schema !== 'as-is') await exclusively(writer, () => migrate(writerDb, options.upgrade))
  } catch (error) {
    writer.close()
    throw error
  }
  // An in-memory database has only one connection, so its reads queue with the writes.
  const reader = path === ':memory:' ? undefined : open()
  const readerDb = reader && boundDb(sqliteDialect, around(reader.execute))
  const snapshots = sqliteSnapshots(open, execute => boundDb(sqliteDialect, around(execute)))
  const publisher = new Publisher(options)
  const log = path === ':memory:' ? noCheckpoints : checkpoints(path, writer)
  const capture = new RowCapture()
  const fence = openFence(positionOf(writer), options.outdated)
  const queue = writeQueue({ connection: writer, db: writerDb, log, publisher, capture, fence })
  const watch = options.outdated && reader ? watchSchema(reader, fence) : undefined

  return markingTransactions({
    dialect: sqliteDialect,
    read: work => (readerDb ? attempt(() => work(readerDb)) : queue.enqueue(work)),
    snapshot: work => (readerDb ? attempt(() => snapshots.run(work)) : queue.enqueue(work)),
    write: (_keys, work) => queue.enqueue(work),
    publishTo: publish => publisher.publishTo(publish),
    startCapturing: () => capture.start(writer),
    load: () => ({ connections: 1, waiting: queue.waiting(), writing_since: queue.writingSince() }),
    shrink: () =>
      vacuumInSteps(
        () => queue.enqueue(async tx => (await tx.execute(PAGES, [])).rows[0] as FilePages),
        pages => queue.enqueue(async () => writer.exec(`pragma incremental_vacuum(${pages})`)),
      ),
    check: () => queue.enqueue(probe),
    close: async () => {
      clearInterval(watch)
      // The work of a snapshot may still queue writes, so snapshots close first.
      await snapshots.close()
      await queue.idle()
      await log.idle()
      reader?.close()
      writer.close()
      release()
    },
  })
}

/** Undefined before the first migration. */
function positionOf(connection: SqliteConnection): unknown {
  const tables = connection.value("select count(*) from sqlite_master where name = 'migrations'")
  return tables === 0 ? undefined : connection.value(POSITION)
}

/** Notices an upgrade even if nobody writes. */
function watchSchema(connection: SqliteConnection, fence: Fence): NodeJS.Timeout {
  return setInterval(() => {
    try {
      fence.require(connection.value(POSITION))
    } catch {
      // A write reports why the database cannot be read.
    }
  }, WATCH_MS).unref()
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw translate(error)
  }
}

async function exclusively<T>(connection: SqliteConnection, work: () => Promise<T>): Promise<T> {
  await whileBusy(() => connection.run('begin exclusive'))
  try {
    const result = await work()
    connection.run('commit')
    return result
  } catch (error) {
    rollBack(connection)
    throw error
  }
}

interface WriteQueueParts {
  connection: SqliteConnection
  db: Db
  log: Checkpoints
  publisher: Publisher
  capture: RowCapture
  fence: Fence
}

function writeQueue({ connection, db, log, publisher, capture, fence }: WriteQueueParts) {
  const waiting: Job[] = []
  let writingSince: number | undefined
  let draining: Promise<void> | undefined

  const enqueue = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const notices: Notice[] = []
      // The queue runs in the async context of the request that started it, but each job needs its own.
      const inOwnContext = AsyncLocalStorage.snapshot()
      waiting.push({
        work: tx => inOwnContext(work, tx),
        notices,
        settle: outcome =>
          'error' in outcome ? reject(translate(outcome.error)) : resolve(outcome.value as T),
      })
      draining ??= drain()
    })

  async function drain(): Promise<void> {
    // Waits for one event loop iteration, so that concurrent writes join the batch and share one fsync.
    await new Promise(resolve => setImmediate(resolve))
    while (waiting.length > 0) await runBatch()
    writingSince = undefined
    draining = undefined
  }

  async function runBatch(): Promise<void> {
    const settled: [Job, Outcome][] = []
    const asked = waiting.length
    writingSince = performance.now()
    try {
      await whileBusy(() => connection.run('begin immediate'))
      requireSchema()
    } catch (error) {
      // Fails all jobs that were queued at the start, because they have waited for the full timeout.
      for (const job of waiting.splice(0, asked)) job.settle({ error })
      return
    }
    const since = connection.boundChars()
    try {
      for (
        let job = waiting.shift();
        job;
        job = settled.length < MAX_IN_BATCH ? waiting.shift() : undefined
      ) {
        settled.push([job, { error: undefined }])
        writingSince = performance.now()
        settled[settled.length - 1] = [job, await runJob(connection, db, capture, job)]
      }
      await log.around(since, () => connection.run('commit'))
    } catch (error) {
      rollBack(connection)
      for (const [job] of settled) job.settle({ error })
      return
    }
    // Failed jobs wait for the commit too, because their failure may depend on an earlier write in the batch.
    for (const [job, outcome] of settled) {
      if ('value' in outcome) publisher.publish(job.notices)
      job.settle(outcome)
    }
  }

  /** Another process may have upgraded the file since the last batch. */
  function requireSchema(): void {
    try {
      if (fence.isThere) fence.require(connection.value(POSITION))
    } catch (error) {
      rollBack(connection)
      throw error
    }
  }

  return {
    enqueue,
    writingSince: () => writingSince,
    waiting: () => waiting.length,
    idle: async () => {
      while (draining) await draining
    },
  }
}

async function runJob(connection: SqliteConnection, db: Db, capture: RowCapture, job: Job): Promise<Outcome> {
  connection.run('savepoint job')
  // Discards changes that an earlier job captured but did not record, for example because it was rolled back.
  capture.take()
  try {
    const value = await job.work({
      ...db,
      emit: notice => job.notices.push(notice),
      attempt: part => attemptIn({ ...db, notices: job.notices, mark: () => capture.mark() }, part),
      capture: row => capture.add(row),
      takeCaptured: () => capture.take(),
    })
    connection.run('release job')
    return { value }
  } catch (error) {
    try {
      connection.run('rollback to job')
      connection.run('release job')
    } catch {
      // SQLite has rolled back the whole transaction, for example because the disk is full. The batch fails with the
      // original error.
      throw error
    }
    return { error }
  }
}

function rollBack(connection: SqliteConnection): void {
  try {
    connection.run('rollback')
  } catch {
    // SQLite has already rolled back.
  }
}
