// Notices an upgrade even if nobody writes, or if all connections of the pool wait for the upgrade.
import type pg from 'pg'
import { type Fence, SCHEMA_POSITION, WATCH_MS } from '../schema/fence.ts'
import { HostsClient } from './hosts-client.ts'

/** Reading the schema would wait for a running upgrade, so this looks for its lock first. */
const IS_UPGRADING = `select exists (select from pg_locks
  where relation = 'migrations'::regclass and mode = 'AccessExclusiveLock'
    and database = (select oid from pg_database where datname = current_database())) as upgrading`

const CONNECT_MS = 5_000

export function watchSchema(url: string, fence: Fence): { stop(): Promise<void> } {
  let client: pg.Client | undefined
  let looking: Promise<void> | undefined

  async function look(): Promise<void> {
    client ??= await connect()
    const { rows } = await client.query<{ upgrading: boolean }>(IS_UPGRADING)
    if (rows[0]?.upgrading) return fence.raise()
    const position = await client.query({ text: `select ${SCHEMA_POSITION}`, rowMode: 'array' })
    fence.require(position.rows[0]?.[0])
  }

  async function connect(): Promise<pg.Client> {
    const fresh = new HostsClient({
      connectionString: url,
      application_name: 'daymark',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: WATCH_MS,
    })
    // Without a listener, a lost connection would end the process.
    fresh.on('error', () => {})
    await fresh.connect()
    return fresh
  }

  const timer = setInterval(() => {
    looking ??= look()
      // Connects again next time. Writes report why the database cannot be reached.
      .catch(() => disconnect())
      .finally(() => {
        looking = undefined
      })
  }, WATCH_MS).unref()

  async function disconnect(): Promise<void> {
    const old = client
    client = undefined
    await old?.end().catch(() => {})
  }

  return {
    async stop() {
      clearInterval(timer)
      await looking
      await disconnect()
    },
  }
}
