// Metrics of the current state, such as open sockets and the size of the database. Each scrape reads it.
import type { Readiness } from '@daymark/contract/accounts/server-info'
import type { Registry } from 'prom-client'
import type { Jobs } from '../../../platform/jobs/open.ts'
import type { StorageSize } from '../../../platform/observability/storage-size.ts'
import type { Supervised } from '../../../platform/workers/supervised.ts'

export interface ServerState {
  sockets(): number
  database(): { connections: number; waiting: number }
  size(): Promise<StorageSize>
  /** The response of /health/ready. */
  health(): Promise<Readiness>
  jobs: Jobs['figures']
  /** Set if this process is one of several workers. */
  workers?: Supervised | undefined
  /** Undefined without scheduled backups. */
  backup?: (() => { last_at: number | undefined; age_s: number | undefined; isOverdue: boolean }) | undefined
}

type Read = () => number | undefined | Promise<number | undefined>

export function stateMetrics(
  { Gauge }: typeof import('prom-client'),
  register: Registry,
  state: ServerState,
): void {
  const registers = [register]
  /** Omits the metric if there is no value. Most values are the same in all workers. `sum` adds values that differ. */
  const gauge = (name: string, help: string, read: Read, aggregator: 'sum' | 'max' = 'max') =>
    new Gauge({
      name,
      help,
      aggregator,
      registers,
      async collect() {
        const value = await read()
        this.reset()
        // Without labels, `reset` sets zero, which would look like a measurement.
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  const size = async <T>(pick: (found: StorageSize) => T): Promise<T | undefined> =>
    state.size().then(pick, () => undefined)

  gauge('daymark_sockets', 'Open sockets of this instance.', state.sockets, 'sum')
  gauge(
    'daymark_database_connections',
    'Database connections in use.',
    () => state.database().connections,
    'sum',
  )
  gauge(
    'daymark_database_waiting',
    'Units of work that wait for the database.',
    () => state.database().waiting,
    'sum',
  )
  gauge('daymark_database_size_bytes', 'Size of the database.', () => size(({ database }) => database))
  gauge('daymark_database_wal_size_bytes', 'Size of the SQLite write-ahead log.', () =>
    size(({ wal }) => wal),
  )
  gauge('daymark_disk_free_bytes', 'Free space on the disk with the SQLite database.', () =>
    size(({ disk }) => disk?.free),
  )
  gauge('daymark_disk_size_bytes', 'Size of the disk with the SQLite database.', () =>
    size(({ disk }) => disk?.total),
  )
  new Gauge({
    name: 'daymark_component_up',
    help: 'Whether a component works, as /health/ready reports it: database, redis, issuer, backup.',
    labelNames: ['component'],
    aggregator: 'min',
    registers,
    async collect() {
      const { components } = await state.health()
      for (const [component, { status }] of Object.entries(components))
        this.set({ component }, Number(status === 'ok'))
    },
  })
  new Gauge({
    name: 'daymark_component_age_seconds',
    help: 'The figure of a component, as /health/ready reports it: the age of its oldest unfinished work.',
    labelNames: ['component'],
    aggregator: 'max',
    registers,
    async collect() {
      const { components } = await state.health()
      for (const [component, { age_s }] of Object.entries(components))
        if (age_s !== undefined) this.set({ component }, age_s)
    },
  })
  const { backup } = state
  if (!backup) return
  gauge('daymark_backup_timestamp_seconds', 'Time of the newest backup.', () => {
    const { last_at } = backup()
    return last_at === undefined ? undefined : last_at / 1000
  })
  gauge('daymark_backup_age_seconds', 'Age of the newest backup.', () => backup().age_s)
  gauge(
    'daymark_backup_overdue',
    'Whether the last backup failed, or the newest one is older than two intervals.',
    () => Number(backup().isOverdue),
  )
}
