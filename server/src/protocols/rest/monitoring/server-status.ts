// The server state that administrators see, such as storage, queue, backups and health.
import type { ServerStatus } from '@daymark/contract/accounts/administration'
import type { Readiness } from '@daymark/contract/accounts/server-info'
import type { Config } from '../../../config/config.ts'
import type { KindFigures } from '../../../platform/jobs/store.ts'
import type { Zone } from '../../../platform/kernel/time/zone.ts'
import type { StorageSize } from '../../../platform/observability/storage-size.ts'

export interface StatusParts {
  config: Config
  version: string
  database: ServerStatus['database']
  size(): Promise<StorageSize>
  jobs(): Promise<readonly KindFigures[]>
  backup: (() => { last_at: number | undefined; isOverdue: boolean }) | undefined
  health(): Promise<Readiness>
}

export async function serverStatus(
  { config, version, database, ...parts }: StatusParts,
  zone: Zone,
): Promise<Omit<ServerStatus, 'people'>> {
  const [size, jobs, health] = await Promise.all([parts.size(), parts.jobs(), parts.health()])
  const backup = parts.backup?.()
  return {
    version,
    database,
    storage: {
      database_bytes: size.database ?? null,
      disk_free_bytes: size.disk?.free ?? null,
      disk_total_bytes: size.disk?.total ?? null,
    },
    jobs: jobs
      .filter(({ due }) => due > 0)
      .map(({ kind, due, oldest }) => ({
        kind,
        due,
        oldest_at: oldest === null ? null : zone.format(oldest),
      })),
    backup: backup
      ? {
          last_at: backup.last_at === undefined ? null : zone.format(backup.last_at),
          overdue: backup.isOverdue,
        }
      : null,
    sends_mail: config.SMTP_URL !== undefined,
    signup: config.OIDC_ISSUER_URL === undefined ? config.ACCOUNTS_SIGNUP : 'closed',
    health,
  }
}
