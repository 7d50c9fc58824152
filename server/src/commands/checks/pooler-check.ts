import type { ClientConfig } from 'pg'
import { bad, type Finding, TIMEOUT_MS } from './finding.ts'

const REFUSED_PARAMETER = '08P01'
const UNKNOWN_STATEMENT = '26000'
/** The limit for each statement. A timeout proves nothing, because the pool may have only one connection. */
const PROBE_MS = 2_000

const PROBE = { name: 'daymark_doctor', text: 'select 1' }

/**
 * Finds out whether a pooler refuses the server's connection parameters or loses prepared statements. For the latter,
 * prepares a statement, lets another client take the connection, and runs the statement again. A pooler in transaction
 * mode then uses a second connection, on which the statement may be unknown.
 */
export async function checkPooler(url: string, prepares: boolean): Promise<Finding[]> {
  const { HostsClient } = await import('../../platform/storage/postgres/hosts-client.ts')
  const options: ClientConfig = {
    ...{ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: PROBE_MS },
    // Parameters that the server also sends when it opens a connection.
    ...{ statement_timeout: PROBE_MS, idle_in_transaction_session_timeout: PROBE_MS },
  }
  const clients = [new HostsClient(options), new HostsClient(options)] as const
  const [first, second] = clients
  try {
    for (const client of clients) {
      client.on('error', () => {})
      await client.connect()
    }
    if (!prepares) return []
    await first.query(PROBE)
    await second.query('begin; select 1')
    await first.query(PROBE)
    return []
  } catch (error) {
    return explained(error as { code?: string })
  } finally {
    await Promise.all(clients.map(client => client.end().catch(() => {})))
  }
}

function explained({ code }: { code?: string }): Finding[] {
  if (code === REFUSED_PARAMETER)
    return [
      bad(
        'PostgreSQL: a pooler refuses the timeouts that the server sends when it connects.',
        'Set ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout in pgbouncer.ini.',
      ),
    ]
  if (code === UNKNOWN_STATEMENT)
    return [
      bad(
        'PostgreSQL: a pooler in transaction mode loses prepared statements, so requests would fail.',
        'Set DATABASE_PREPARED_STATEMENTS=false, or max_prepared_statements = 500 in PgBouncer 1.21 or newer.',
      ),
    ]
  return []
}
