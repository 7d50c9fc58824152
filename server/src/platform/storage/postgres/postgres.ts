// Uses a bounded pool, named prepared statements, and advisory locks for writes that share a key.
import pg from 'pg'
import { unavailable } from '../../kernel/errors.ts'
import type { Notice } from '../../kernel/notice.ts'
import { attemptIn } from '../attempt.ts'
import { postgresDialect } from '../dialect.ts'
import { isRetryable, translate } from '../errors.ts'
import { markingTransactions } from '../inside-transaction.ts'
import { probe } from '../probe.ts'
import { Publisher } from '../publisher.ts'
import { type Fence, openFence, SCHEMA_POSITION } from '../schema/fence.ts'
import { boundDb, untraced } from '../statements/bound-kysely.ts'
import type { Execute } from '../statements/execute.ts'
import { withWriteCheck } from '../statements/write-check.ts'
import type { Db, Storage, StorageOptions, Tx } from '../unit-of-work.ts'
import { lockNumber } from './advisory-lock.ts'
import { PostgresCapture } from './capture-postgres.ts'
import { HostsClient } from './hosts-client.ts'
import { migratePostgres } from './migrate-postgres.ts'
import { Pipeline, pipelined } from './pipeline.ts'
import { watchSchema } from './schema-watch.ts'
import { statementName } from './statement-name.ts'
import { writeTurns } from './write-turns.ts'

export interface PostgresOptions extends StorageOptions {
  poolSize?: number
  /** The maximum number of units of work that wait for a connection. Further units of work fail immediately. */
  queueSize?: number
  connectTimeoutMs?: number
  statementTimeoutMs?: number
  /**
   * False behind a pooler that may run each transaction on another server connection, where the prepared statements do
   * not exist.
   */
  prepares?: boolean
}

interface Start {
  text: string
  isWrite: boolean
}

const SNAPSHOT: Start = { text: 'begin isolation level repeatable read read only', isWrite: false }

/** The last statement reads the schema together with a lock, so that the check costs no statement. */
const startOf = (begin: string, locks: readonly string[], { isThere }: Fence): Start => {
  const last = [isThere ? SCHEMA_POSITION : 'null', ...locks.slice(-1)].join(', ')
  const statements = [begin, ...locks.slice(0, -1).map(lock => `select ${lock}`), `select ${last}`]
  return { text: statements.join('; '), isWrite: true }
}

const MAX_ATTEMPTS = 4
const POOL_SIZE = 10
/** The first server version where `returning` can name the old row. */
const RETURNS_OLD_ROWS = 180_000

export async function openPostgresStorage(url: string, options: PostgresOptions = {}): Promise<Storage> {
  if (options.schema !== 'as-is') {
    await migratePostgres(url, client => dbOf(client, options), options.upgrade).catch(error => {
      throw translate(error)
    })
  }
  const pool = openPool(url, options)
  const fence = openFence(await positionOf(pool), options.outdated)
  const watch = options.outdated && watchSchema(url, fence)
  /** When each running write began. */
  const writing = new Set<{ since: number }>()
  const mostAtOnce = (options.poolSize ?? POOL_SIZE) + (options.queueSize ?? 500)
  let atOnce = 0
  const publisher = new Publisher(options)
  let begin = 'begin'
  let isCapturing = false
  let returnsOldRows: boolean | undefined
  const forClient = clientDb(options)
  const poolDb = dbOf(pool, options)

  /** Limits concurrent units of work. The pool's own count lags behind a burst of calls. */
  async function admitted<T>(work: () => Promise<T>): Promise<T> {
    if (atOnce >= mostAtOnce) throw unavailable('The server is busy. Try again in a moment.')
    atOnce++
    try {
      return await work()
    } catch (error) {
      throw translate(error)
    } finally {
      atOnce--
    }
  }

  async function transaction<T>(keys: readonly string[], work: (tx: Tx) => Promise<T>): Promise<T> {
    const notices: Notice[] = []
    // Takes all locks in one round trip. They are sorted, so that two writes with the same keys cannot deadlock.
    const locks = [...new Set(keys)].sort().map(lockOf)
    const value = await onClient(startOf(begin, locks, fence), async ({ client, db, captured, pipeline }) => {
      captured.begin(isCapturing)
      if (isCapturing) returnsOldRows ??= await pipeline.run(canReturnOldRows(client))
      const tx: Tx = {
        ...db,
        emit: notice => notices.push(notice),
        attempt: part => attemptIn({ ...db, notices, mark: () => captured.mark() }, part),
        ...(isCapturing && { capture: row => captured.add(row), returnsOldRows }),
        takeCaptured: () => captured.take(),
      }
      return work(tx)
    })
    publisher.publish(notices)
    return value
  }

  async function onClient<T>(start: Start, work: (client: ClientDb) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    const running = { since: performance.now() }
    if (start.isWrite) writing.add(running)
    let broken: Error | undefined
    try {
      const own = forClient(client)
      own.begin(start, fence)
      const value = await work(own)
      await own.pipeline.flush()
      const { command } = await client.query('commit')
      // PostgreSQL answers the commit of a failed transaction with a rollback, not with an error.
      if (command !== 'COMMIT')
        throw new Error('A statement in this transaction failed without its error being handled.')
      return value
    } catch (error) {
      await client.query('rollback').catch((trouble: Error) => {
        broken = trouble
      })
      throw error
    } finally {
      writing.delete(running)
      client.release(broken)
    }
  }

  async function withRetries<T>(keys: readonly string[], work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await transaction(keys, work)
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error
      }
    }
  }
  const turns = writeTurns()

  const storage = withWriteCheck({
    dialect: postgresDialect,
    read: work => admitted(() => work(poolDb)),
    snapshot: work => admitted(() => onClient(SNAPSHOT, ({ db }) => work(db))),
    write: (keys, work) => admitted(() => turns.run(keys, () => withRetries(keys, work))),
    publishTo: publish => publisher.publishTo(publish),
    startCapturing: () => {
      begin = "begin; set local daymark.capture = 'on'"
      isCapturing = true
    },
    load: () => ({
      connections: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount + turns.waiting(),
      writing_since: writing.values().next().value?.since,
    }),
    shrink: async () => 0,
    check: () => admitted(() => withRetries([], probe).then(() => {})),
    close: async () => {
      await watch?.stop()
      await pool.end()
    },
  })
  return markingTransactions(storage)
}

function openPool(url: string, options: PostgresOptions): pg.Pool {
  const statementTimeout = options.statementTimeoutMs ?? 15_000
  const pool = new pg.Pool({
    Client: HostsClient,
    connectionString: url,
    max: options.poolSize ?? POOL_SIZE,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeout,
    // A database server that vanished silently must not block a request forever.
    query_timeout: statementTimeout + 2_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    // Sends statements before earlier ones in the same transaction are answered.
    pipeline: true,
    application_name: 'daymark',
    types: { getTypeParser: typeParser },
  })
  // Without listeners on idle and busy connections, a connection error would end the process. The pool replaces the
  // connection, and the failed query reports the error.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

const BIGINT = 20
const NUMERIC = 1700
const JSON_TYPES = new Set([114, 3802])

function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === BIGINT || oid === NUMERIC) return Number
  // Stores parse JSON from text, as on SQLite.
  if (JSON_TYPES.has(oid)) return (text: string) => text
  return pg.types.getTypeParser(oid, format ?? 'text')
}

const executor =
  (target: pg.Pool | pg.ClientBase, { observe, prepares = true }: PostgresOptions): Execute =>
  async (text, parameters) => {
    observe?.(text)
    const name = prepares ? statementName(text) : undefined
    const result = await target.query({ text, values: [...parameters], ...(name && { name }) })
    return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

const dbOf = (target: pg.Pool | pg.ClientBase, options: PostgresOptions): Db =>
  boundDb(postgresDialect, (options.around ?? untraced)(executor(target, options)))

async function canReturnOldRows(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::integer as version",
  )
  return (rows[0]?.version ?? 0) >= RETURNS_OLD_ROWS
}

interface ClientDb {
  readonly client: pg.PoolClient
  readonly db: Db
  readonly captured: PostgresCapture
  readonly pipeline: Pipeline
  /** Begins a transaction without waiting for the response. */
  begin(start: Start, fence: Fence): void
}

function clientDb(options: PostgresOptions) {
  const known = new WeakMap<pg.PoolClient, ClientDb>()
  return (client: pg.PoolClient): ClientDb => {
    const found = known.get(client)
    if (found) return found
    const plain = dbOf(client, options).execute
    let pipeline = new Pipeline()
    const execute = pipelined(() => pipeline, plain)
    const captured = new PostgresCapture(execute)
    const observed: Execute = (text, parameters) => {
      captured.executed(text)
      return execute(text, parameters)
    }
    const send: Db['send'] = (text, parameters) => {
      captured.executed(text)
      pipeline.send(plain(text, parameters))
    }
    const made: ClientDb = {
      ...{ client, captured, db: { ...boundDb(postgresDialect, observed), send } },
      get pipeline() {
        return pipeline
      },
      begin({ text, isWrite }, fence) {
        pipeline = new Pipeline()
        const answer: Promise<unknown> = client.query({ text, rowMode: 'array' })
        pipeline.send(
          isWrite && fence.isThere ? answer.then(results => fence.require(positionIn(results))) : answer,
        )
      },
    }
    known.set(client, made)
    return made
  }
}

const lockOf = (key: string): string => `pg_advisory_xact_lock(${lockNumber(key)})`

/** One result for each statement; the last one begins with the position. */
const positionIn = (results: unknown): unknown => (results as pg.QueryArrayResult[]).at(-1)?.rows[0]?.[0]

/** Undefined before the first migration. */
async function positionOf(pool: pg.Pool): Promise<unknown> {
  const found = await pool.query(`select to_regclass('migrations') is not null as there`)
  if (!found.rows[0]?.there) return undefined
  const { rows } = await pool.query({ text: `select ${SCHEMA_POSITION}`, rowMode: 'array' })
  return rows[0]?.[0]
}
