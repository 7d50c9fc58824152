// Runs a benchmark on SQLite and on a real PostgreSQL with durable commits.
import { startPostgres } from '../../scripts/services/postgres.ts'

export async function onBothDatabases(
  measure: (database: string, postgresUrl?: string) => Promise<void>,
): Promise<void> {
  await measure('SQLite')
  const postgres = await startPostgres({ durable: true })
  await measure('PostgreSQL', postgres.url)
  await postgres.discard()
}
