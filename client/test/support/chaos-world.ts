// Lets histories in chaos use servers in this process, and reads what has happened from their database.
import type { Storage } from '../../../server/src/platform/storage/unit-of-work.ts'
import { inProcessFetch, type TestApp } from '../../../server/test/support/app.ts'
import { listening } from '../../../server/test/support/device.ts'
import {
  type ChaosResult,
  type ChaosRun,
  type ChaosWorld,
  chaosHistory,
  type LogEntry,
} from './chaos-history.ts'

/** Runs a history and compares it with the log. Returns the faults. */
export async function runChaos(servers: readonly TestApp[], run: ChaosRun): Promise<ChaosResult> {
  const [first] = servers
  if (!first) throw new Error('There is no server.')
  const pruned: LogEntry[] = []
  const instances = await Promise.all(
    servers.map(async ({ app }) => ({ url: `http://${await listening(app)}`, fetch: inProcessFetch(app) })),
  )
  const world: ChaosWorld = {
    instances,
    tokenOf: sub => first.issuer.token({ sub, name: sub }, { now: first.clock.now() }),
    prune: person =>
      first.storage.write([person], async db => {
        // Retention keeps the log for longer than a timer command may be repeated.
        const timers = await db.sql
          .selectFrom('changes')
          .select(({ fn }) => fn.min('seq').as('first'))
          .where('owner_id', '=', person)
          .where('kind', '=', 'timer')
          .executeTakeFirst()
        const end = Number(timers?.first ?? Number.MAX_SAFE_INTEGER)
        const [own, old] = [['owner_id', '=', person] as const, ['seq', '<', end] as const]
        pruned.push(
          ...(await db.sql
            .selectFrom('changes')
            .select(FIELDS)
            .where(...own)
            .where(...old)
            .execute()),
        )
        await db.sql
          .deleteFrom('changes')
          .where(...own)
          .where(...old)
          .execute()
      }),
  }
  const result = await chaosHistory(world, run)
  const log = [...pruned, ...(await logOf(first.storage, run.person))]
  return { ...result, faults: [...result.faults, ...result.check(log)] }
}

const FIELDS = ['reply_to', 'batch_id', 'resource_id', 'action'] as const

export const logOf = (storage: Storage, person: string): Promise<LogEntry[]> =>
  storage.read(db => db.sql.selectFrom('changes').select(FIELDS).where('owner_id', '=', person).execute())
