// Fails over or disturbs the services behind two workers under load. No acknowledged write may be lost or repeated:
//   npm run bench:failover                    all services
//   npm run bench:failover -- postgres        only some: postgres, network, pgbouncer, sentinel, cluster
// `postgres` needs `pg_basebackup`, for example from Debian's package postgresql-15.
import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '../../scripts/services/postgres.ts'
import { startRedis } from '../../scripts/services/redis.ts'
import { type RedisGroup, startCluster, startSentinels } from '../../scripts/services/redis-groups.ts'
import { startIssuer } from '../../server/test/support/issuer.ts'
import { runProgram, startProgram } from '../../server/test/support/process.ts'
import { LoadedPerson } from '../../server/test/support/sdk-load.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { startRelay } from '../support/relay.ts'
import { RepeatingPerson } from '../support/repeating-writers.ts'

const PEOPLE = 4
const DROP_MS = 30_000

const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1)
const at = (url: string, port: number) => {
  const other = new URL(url)
  other.port = String(port)
  return other.href
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(statement).finally(() => client.end())
  return rows
}

interface Load {
  /** Resolves when the server has acknowledged `count` more writes by each person. */
  more(count: number): Promise<void>
  acknowledged(): number
}

/** Runs `fault` while people write to two workers. Afterward, every acknowledged write must exist exactly once. */
async function underLoad(
  settings: Record<string, string>,
  fault: (load: Load) => Promise<string>,
  Person: typeof LoadedPerson | typeof RepeatingPerson = RepeatingPerson,
): Promise<string> {
  const issuer = await startIssuer()
  const server = await startProgram({
    ...{ WORKERS: '2', WS_RATE_LIMIT_ENABLED: 'false', LOG_LEVEL: 'fatal', ...issuer.settings, ...settings },
  })
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, i) => {
      const person = new Person(server.url, await issuer.token({ sub: `person-${i}` }))
      await person.begin()
      return person
    }),
  )
  const sum = () => people.reduce((total, person) => total + person.acknowledged, 0)
  const load: Load = {
    acknowledged: sum,
    async more(count) {
      const goals = people.map(person => person.acknowledged + count)
      while (people.some((person, i) => person.acknowledged < (goals[i] ?? 0))) await pause(10)
    },
  }
  try {
    await load.more(60)
    const found = await fault(load)
    await load.more(60)
    await Promise.all(people.map(person => person.finish()))
    for (const person of people) await person.check()
    return `${found}; ${sum()} acknowledged writes, 0 lost or repeated`
  } finally {
    for (const person of people) person.close()
    await server.stop()
    await issuer.close()
  }
}

async function postgresFailover(): Promise<string> {
  const programs = process.env['TEST_POSTGRES_BIN'] ?? globSync('/usr/lib/postgresql/*/bin').sort().at(-1)
  if (programs === undefined || !existsSync(join(programs, 'pg_basebackup')))
    throw new Error('pg_basebackup is missing. Install postgresql, or name its folder in TEST_POSTGRES_BIN.')
  process.env['TEST_POSTGRES_BIN'] = programs
  await using redis = await startRedis()
  await using primary = await startPostgres({ durable: true })
  await using standby = await startPostgres({ durable: true, standbyOf: primary.url })
  await ask(primary.url, "alter system set synchronous_standby_names = '*'")
  await ask(primary.url, 'select pg_reload_conf()')
  const isSynchronous = "select 1 from pg_stat_replication where sync_state = 'sync'"
  while ((await ask(primary.url, isSynchronous)).length === 0) await pause(50)
  await using relay = await startRelay(primary.port)
  const settings = { DATABASE_URL: at(primary.url, relay.port), REDIS_URL: redis.url }
  return await underLoad(settings, async load => {
    const killed = performance.now()
    await primary.kill()
    // The new primary has no standby, so its commits must not wait for one.
    await ask(standby.url, 'select pg_promote()')
    await ask(standby.url, "alter system set synchronous_standby_names = ''")
    await ask(standby.url, 'select pg_reload_conf()')
    relay.target(standby.port)
    const promotion = seconds(killed)
    const promoted = performance.now()
    await load.more(1)
    return `primary killed, standby promoted after ${promotion} s, every person writes again ${seconds(promoted)} s later`
  })
}

async function droppedPackets(): Promise<string> {
  await using redis = await startRedis()
  await using postgres = await startPostgres({ durable: true })
  await using toPostgres = await startRelay(postgres.port)
  await using toRedis = await startRelay(redis.port)
  const settings = {
    DATABASE_URL: at(postgres.url, toPostgres.port),
    REDIS_URL: at(redis.url, toRedis.port),
  }
  return await underLoad(settings, async load => {
    toPostgres.drop()
    toRedis.drop()
    await pause(DROP_MS)
    toPostgres.heal()
    toRedis.heal()
    const healed = performance.now()
    await load.more(1)
    return `all packets dropped for ${DROP_MS / 1000} s, every person writes again ${seconds(healed)} s after that`
  })
}

async function pgBouncer(): Promise<string> {
  await using redis = await startRedis()
  await using postgres = await startPostgres({ durable: true })
  await using bouncer = await startPgBouncer(postgres.url)
  if (!bouncer.keepsPrepared) await expectRefusal(bouncer.url)
  const settings = {
    DATABASE_URL: bouncer.url,
    REDIS_URL: redis.url,
    DATABASE_PREPARED_STATEMENTS: String(bouncer.keepsPrepared),
  }
  return await underLoad(settings, async load => {
    await load.more(60)
    await bouncer.restart()
    const restarted = performance.now()
    await load.more(1)
    return `PgBouncer ${bouncer.version} in transaction mode with ${bouncer.poolSize} connections; restarted, every person writes again ${seconds(restarted)} s later`
  })
}

/**
 * Fails unless the doctor command reports that `DATABASE_PREPARED_STATEMENTS=false` is missing, because requests
 * through this pooler would fail without it.
 */
async function expectRefusal(url: string): Promise<void> {
  const { code, out } = await runProgram('commands/doctor.ts', [], { DATABASE_URL: url, PORT: '0' })
  assert.equal(code, 1)
  assert.match(out, /loses prepared statements/)
}

const redisFailover = (title: string, start: () => Promise<RedisGroup>) => async (): Promise<string> => {
  await using group = await start()
  await using postgres = await startPostgres({ durable: true })
  const fault = async (load: Load) => {
    const killed = performance.now()
    await group.servers[0]?.kill()
    await load.more(1)
    return `${title}: one server killed, every person writes again ${seconds(killed)} s later, and all sockets caught up`
  }
  return await underLoad({ DATABASE_URL: postgres.url, REDIS_URL: group.url }, fault, LoadedPerson)
}

const PARTS: Record<string, () => Promise<string>> = {
  postgres: postgresFailover,
  network: droppedPackets,
  pgbouncer: pgBouncer,
  sentinel: redisFailover('Redis Sentinel', startSentinels),
  cluster: redisFailover('Redis Cluster', startCluster),
}

const wanted = process.argv.slice(2)
for (const name of wanted.length > 0 ? wanted : Object.keys(PARTS)) {
  const part = PARTS[name]
  if (!part) throw new Error(`There is no part ${name}. Parts: ${Object.keys(PARTS).join(', ')}`)
  console.log(`- ${await part()}; load ${loadavg()[0]?.toFixed(1)}`)
}
