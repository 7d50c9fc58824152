// Starts two instances with one PostgreSQL, one Redis and one issuer.
import { openPostgresStorage } from '../../src/platform/storage/postgres/postgres.ts'
import { startTestApp, type TestApp } from './app.ts'
import { migratedPostgresUrl } from './storages.ts'

export interface Twins {
  first: TestApp
  second: TestApp
  close(): Promise<void>
}

/** Takes one Redis URL per instance, so that each can have its own proxy in front of Redis. */
export async function startTwins(
  redisUrls: readonly [string, string],
  settings: Record<string, string> = {},
): Promise<Twins> {
  const { url, drop } = await migratedPostgresUrl()
  const first = await startTestApp(await openPostgresStorage(url), { ...settings, REDIS_URL: redisUrls[0] })
  const other = await startTestApp(await openPostgresStorage(url), {
    ...settings,
    REDIS_URL: redisUrls[1],
    OIDC_ISSUER_URL: first.issuer.url,
  })
  return {
    first,
    second: { ...other, issuer: first.issuer },
    async close() {
      await other.close()
      await first.close()
      await drop()
    },
  }
}
