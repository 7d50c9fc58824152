// Lets histories in chaos use servers in this process, and reads what has happened from their database.
import type { Db, Storage } from '../../../server/src/platform/storage/unit-of-work.ts'
import { inProcessFetch, type TestApp } from '../../../server/test/support/app.ts'
import { listening } from '../../../server/test/support/device.ts'
import { type ChaosResult, type ChaosRun, type ChaosWorld, chaosHistory, type LogEntry } from './chaos-history.ts'

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
        pruned.push(...(await read(db, person)))
        await db.sql.deleteFrom('changes').where('owner_id', '=', person).execute()
      }),
  }
  const result = await chaosHistory(world, run)
  const log = [...pruned, ...(await logOf(first.storage, run.person))]
  return { ...result, faults: [...result.faults, ...result.check(log)] }
}

export const logOf = (storage: Storage, person: string): Promise<LogEntry[]> =>
  storage.read(db => read(db, person))

const read = (db: Db, person: string): Promise<LogEntry[]> =>
  db.sql
    .selectFrom('changes')
    .select(['reply_to', 'batch_id', 'resource_id', 'action'])
    .where('owner_id', '=', person)
    .execute()
