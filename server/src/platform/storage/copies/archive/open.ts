import { join } from 'node:path'
import { unavailable } from '../../../kernel/errors.ts'
import type { Clock } from '../../../kernel/time/clock.ts'
import type { DatabaseAddress } from '../../database-name.ts'
import { scheduleBackups } from './schedule.ts'

export interface BackupSettings {
  readonly database: DatabaseAddress
  readonly DATA_DIR: string
  /** If set, the server ignores the secret file, so backups do not contain it. */
  readonly AUTH_SECRET: string | undefined
  readonly BACKUP_DIR: string | undefined
  readonly BACKUP_EVERY: number
  readonly BACKUP_KEEP: number
}

const OVERDUE = 'The last backup failed, or the newest is too old. The log of the server says why.'

interface BackupLog {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}

export function scheduledBackups(settings: BackupSettings, version: string, clock: Clock, log: BackupLog) {
  const { database, DATA_DIR, BACKUP_DIR: folder, BACKUP_EVERY: everyMs, BACKUP_KEEP: keep } = settings
  if (folder === undefined || database.kind !== 'sqlite' || database.path === ':memory:') return undefined
  const secrets = settings.AUTH_SECRET === undefined ? join(DATA_DIR, 'secrets.json') : undefined
  const source = { database: database.path, secrets, version }
  const { check, state, stop } = scheduleBackups({ source, folder, everyMs, keep }, clock, {
    made: (path, ms) => log.info({ path, ms }, 'made a backup'),
    failed: error =>
      log.error({ err: error, folder }, 'a scheduled backup failed; trying again every 10 minutes'),
  })
  const current = () => {
    const { last_at, isOverdue } = state()
    const age_s = last_at === undefined ? undefined : Math.round((clock.now() - last_at) / 1000)
    return { last_at, age_s, isOverdue }
  }
  return {
    check,
    stop,
    state: current,
    component: {
      name: 'backup',
      optional: true,
      check: async () => {
        const { isOverdue, trouble } = state()
        if (isOverdue) throw unavailable(trouble ?? OVERDUE)
      },
      age: () => current().age_s,
    },
  }
}
