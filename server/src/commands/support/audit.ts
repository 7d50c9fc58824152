// Commands leave entries in the audit trail, so that operators know afterwards who did what from where.
import { hostname } from 'node:os'
import type { Config } from '../../config/config.ts'
import { byCommand, type RequestSource } from '../../features/audit/audit-entry.ts'
import { record } from '../../features/audit/record.ts'
import { systemClock } from '../../platform/kernel/time/clock.ts'
import { openStorage } from '../../platform/storage/open.ts'
import { schemaState } from '../../platform/storage/schema/schema-state.ts'
import type { UnitOfWork } from '../../platform/storage/unit-of-work.ts'

export const commandSource = (command: string): RequestSource => byCommand(`${command} on ${hostname()}`)

/** For commands without an event of their own. `owner_id` is the person whom the command is about. */
export const recordCommand = (uow: UnitOfWork, command: string, owner_id: string | null = null) =>
  uow.write(owner_id === null ? [] : [owner_id], tx =>
    record(tx, {
      ...{ owner_id, event: 'command_run', at: systemClock.now() },
      source: commandSource(command),
      subject: { id: null, name: command },
    }),
  )

/**
 * For commands that work on a whole database, which may be full, damaged or of another version: what they do matters
 * more than the entry about it.
 */
export async function recordCommandIn(config: Pick<Config, 'database'>, command: string): Promise<void> {
  try {
    const { isMissing, pending } = await schemaState(config.database)
    if (isMissing || pending.length > 0) return
    const storage = await openStorage(config.database, { shared: true, poolSize: 1, schema: 'as-is' })
    try {
      await recordCommand(storage, command)
    } finally {
      await storage.close()
    }
  } catch (error) {
    console.error(`The audit log has no entry about this: ${(error as Error).message}`)
  }
}
