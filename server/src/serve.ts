import type { Logger } from 'pino'
import { announce } from './announce.ts'
import { buildApp } from './app.ts'
import type { Config } from './config/config.ts'
import { configWarnings } from './config/config-warnings.ts'
import { systemClock } from './platform/kernel/time/clock.ts'
import type { Tracing } from './platform/kernel/trace.ts'
import { freeStartupMemory } from './platform/observability/free-startup-memory.ts'
import { closeLog, logFormat, openLog, openLogStream } from './platform/observability/log.ts'
import type { OpenTracing } from './platform/observability/tracing.ts'
import { newestBackups } from './platform/storage/copies/archive/claim.ts'
import { openStorage } from './platform/storage/open.ts'
import { Outdated } from './platform/storage/schema/fence.ts'
import type { UpgradeReport } from './platform/storage/schema/migration.ts'
import { rememberServer, requireSameServer } from './platform/storage/server-id.ts'
import { tracedStatements, tracedStorage } from './platform/storage/traced.ts'
import type { Storage } from './platform/storage/unit-of-work.ts'
import { whenReachable } from './platform/storage/wait-for-database.ts'
import { EXIT_OUTDATED } from './platform/workers/exit-codes.ts'
import { supervised } from './platform/workers/supervised.ts'
import { drain, type Refuse } from './protocols/rest/drain.ts'
import { toFailure } from './protocols/rest/errors.ts'

/** Container runtimes usually send SIGKILL after 10 seconds, so a longer shutdown is aborted. */
const SHUTDOWN_MS = 9_000
/** Clients whose requests are still unfinished this long after shutdown began are disconnected. */
const LAST_REQUESTS_MS = 8_000
/**
 * A busy keep-alive connection becomes idle only after its response, so shutdown closes idle connections repeatedly.
 */
const CLOSE_IDLE_MS = 100

export async function serve(config: Config): Promise<void> {
  const workers = supervised()
  let tracing: OpenTracing | undefined
  const output = openLogStream(logFormat(config.LOG_FORMAT))
  const log = openLog(config.LOG_LEVEL, config.tracing ? () => tracing?.ids() ?? {} : undefined, output)
  if (config.tracing) tracing = await openTracingFor(config, log)
  if (workers?.isFirst ?? true)
    for (const { what, advice } of configWarnings(config)) log.warn(`${what} ${advice}`)
  const outdated = Promise.withResolvers<void>()
  const storage = await openStorageFor(config, log, {
    tracing,
    flush: () => output.flush(),
    outdated: outdated.resolve,
  })
  const app = await buildApp({ config, storage, clock: systemClock, log, tracing, workers })
  const address = await app.listen({ host: config.HOST, port: config.PORT })
  const setup = await app.setupCode()
  if (workers) workers.listening(address, setup)
  else announce(config, { address, setup }, output)
  freeStartupMemory()

  let stopping = false
  const stop = async ({ code = 0, refuse }: { code?: number; refuse?: Refuse } = {}) => {
    if (stopping) return
    stopping = true
    const leave = async (code: number) => {
      await closeLog(output)
      process.exit(code)
    }
    setTimeout(() => void leave(code || 1), SHUTDOWN_MS).unref()
    setTimeout(() => app.server.closeAllConnections(), LAST_REQUESTS_MS).unref()
    // A single instance skips this, because no other instance could take its requests.
    if (refuse) await drain(app.server, { refuse })
    else if (config.REDIS_URL !== undefined) await drain(app.server)
    setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_MS).unref()
    await app.close()
    await storage.close()
    await tracing?.close()
    await workers?.leave()
    await leave(code)
  }
  const obey = (signal: string, code = 0) => {
    if (!stopping) log.info({ signal }, 'stopping')
    void stop({ code })
  }
  void outdated.promise.then(() => {
    log.error(ENDS_OUTDATED)
    void stop({ code: EXIT_OUTDATED, refuse: refuseOutdated })
  })
  process.on('SIGTERM', signal => obey(signal))
  process.on('SIGINT', signal => obey(signal))
  // Workers ignore SIGHUP, because the supervisor acts on it. A single process cannot be replaced without a pause. It
  // exits with a failure, so that `systemctl reload` makes systemd start it again.
  process.on('SIGHUP', signal => !workers && obey(signal, 129))
}

const ENDS_OUTDATED = `The database is being upgraded, or was upgraded, by a newer version of Daymark. This instance finishes its requests and ends with code ${EXIT_OUTDATED}. Start the newer version in its place.`

const refuseOutdated: Refuse = response => {
  const { status, body } = toFailure(new Outdated())
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'retry-after': String(body.retry_after),
  }
  response.writeHead(status, headers).end(JSON.stringify(body))
}

/** Imports the tracing libraries only if tracing is enabled. */
async function openTracingFor(config: Config, log: Logger): Promise<OpenTracing> {
  const { openTracing } = await import('./platform/observability/tracing.ts')
  return openTracing(config, log)
}

interface StorageParts {
  tracing: Tracing | undefined
  outdated(): void
  /** Writes the log immediately, because a long SQLite statement blocks this thread. */
  flush(): void
}

async function openStorageFor(
  config: Config,
  log: Logger,
  { tracing, flush, outdated }: StorageParts,
): Promise<Storage> {
  const options = {
    poolSize: config.DATABASE_POOL_SIZE,
    prepares: config.DATABASE_PREPARED_STATEMENTS,
    upgrade: upgradeLog(log, flush),
    outdated,
    publishFailed: (error: unknown) => log.error({ err: error }, 'a committed change could not be published'),
  }
  const around = tracing && tracedStatements(tracing)
  const patience = {
    waitSeconds: config.DATABASE_WAIT_S,
    retrying: (reason: string) =>
      log.warn(`${reason} Trying again for up to ${config.DATABASE_WAIT_S} s (DATABASE_WAIT_S).`),
  }
  const storage = await whenReachable(patience, async () => {
    await requireSameServer(config, () => newestBackups(config, systemClock.now()))
    return openStorage(config.database, { ...options, ...(around && { around }) })
  })
  await rememberServer(config, storage)
  return tracing ? tracedStorage(storage, tracing) : storage
}

const upgradeLog = (log: Logger, flush: () => void): UpgradeReport => ({
  warn: fault => log.warn(fault),
  waiting: () => log.info('another instance is upgrading the database; waiting for it'),
  begin: ({ pending, isNew }) =>
    log.info({ pending }, isNew ? 'creating the tables of a new database' : 'upgrading the database'),
  step({ name, number, total, isNew }) {
    // Creating a new database takes only milliseconds, so its steps are not logged.
    if (isNew) return
    log.info({ migration: name, number, total }, 'running a migration')
    flush()
  },
  end: ({ ms }) => log.info({ ms }, 'all migrations have run'),
})
