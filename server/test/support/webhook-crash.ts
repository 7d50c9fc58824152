// Repeatedly kills a server while it sends webhooks, and compares the received requests with the change log.
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, createClient } from '@daymark/client'
import type { DatabaseAddress } from '../../src/platform/storage/database-name.ts'
import { openStorage } from '../../src/platform/storage/open.ts'
import { startProgram } from './process.ts'
import { LOCAL_RECEIVERS, startReceiver, verified } from './webhook-receiver.ts'

export interface CrashedWebhooks {
  changes: number
  /** Log positions of changes that never arrived. */
  lost: number[]
  /** Requests beyond the first for the same change. */
  repeated: number
  /** Items whose changes first arrived in another order than in the log. */
  disordered: string[]
}

interface Parts {
  database: DatabaseAddress
  settings: Record<string, string>
  token: string
  rounds: number
}

/** A send takes less time than this, so kills at random delays hit every phase of it. */
const MAX_DELAY_MS = 60
const WRITERS = 4

export async function crashWebhooks({ database, settings, token, rounds }: Parts): Promise<CrashedWebhooks> {
  const receiver = await startReceiver()
  const start = () => startProgram({ ...settings, ...LOCAL_RECEIVERS, QUOTA_TAG_GROUPS: '0' })
  try {
    let server = await start()
    await createClient({ baseUrl: server.url, token }).webhooks.list()
    let client = createClient({ baseUrl: server.url, token, retry: false })
    const hook = await client.webhooks.create({ body: { url: receiver.url, kinds: ['tag_group'] } })
    let changes: readonly number[] = []
    const known: { seq: number; id: string }[] = []
    /** Verifies new requests soon after they arrive, because a signature is valid for five minutes. */
    const arrived = () => {
      for (const request of receiver.received.slice(known.length)) {
        const { data } = verified(hook.secret, request)
        known.push({ seq: data.seq, id: data.id })
      }
      return known
    }
    for (let round = 0; round < rounds; round++) {
      await writeUntilKilled(client, server.kill)
      arrived()
      changes = await readLogAndPassTime(database, hook.seq)
      server = await start()
      client = createClient({ baseUrl: server.url, token, retry: false })
    }
    const isComplete = () => {
      const seqs = new Set(arrived().map(({ seq }) => seq))
      return changes.every(seq => seqs.has(seq))
    }
    // Attempts without a known outcome are repeated when their lease expires.
    for (let waits = 0; waits < 300 && !isComplete(); waits++) await pause(200)
    await server.stop()
    return compare(changes, arrived())
  } finally {
    await receiver.close()
  }
}

async function writeUntilKilled(
  client: ReturnType<typeof createClient>,
  kill: () => Promise<void>,
): Promise<void> {
  let written = 0
  let isKilled = false
  const killAfter = 2 + Math.floor(Math.random() * 20)
  const write = async () => {
    for (;;) {
      const made = await createGroup(client)
      if (!made) continue
      await client.tags.updateGroup({ params: { group_id: made.id }, body: { color: '#ffffff' } })
      if (++written !== killAfter) continue
      await pause(Math.random() * MAX_DELAY_MS)
      isKilled = true
      await kill()
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: WRITERS }, write))
  if (isKilled) return
  const reasons = ends.map(end => (end.status === 'rejected' ? String(end.reason) : end.status))
  throw new Error(`All writers failed before the server was killed: ${reasons.join(', ')}`)
}

/** Returns undefined if the server responds with 503, as it may on a busy machine. */
async function createGroup(client: ReturnType<typeof createClient>): Promise<{ id: string } | undefined> {
  try {
    return await client.tags.createGroup({ body: { name: 'crash', color: '#000000' } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 503) return undefined
    throw error
  }
}

/**
 * Returns the positions of all changes of tag groups after `since`. Also makes the dead server's jobs and deliveries
 * due, as if time had passed.
 */
async function readLogAndPassTime(database: DatabaseAddress, since: number): Promise<readonly number[]> {
  const storage = await openStorage(database)
  const rows = await storage.write([], async tx => {
    await tx.sql.updateTable('jobs').set({ claimed_until: null, claim: null }).execute()
    await tx.sql
      .updateTable('webhook_deliveries')
      .set({ next_attempt_at: 0 })
      .where('status', '=', 'pending')
      .execute()
    return tx.sql
      .selectFrom('changes')
      .select('seq')
      .where('kind', '=', 'tag_group')
      .where('seq', '>', since)
      .orderBy('seq')
      .execute()
  })
  await storage.close()
  return rows.map(({ seq }) => seq)
}

function compare(
  changes: readonly number[],
  arrived: readonly { seq: number; id: string }[],
): CrashedWebhooks {
  const first = new Map(arrived.toReversed().map(each => [each.seq, each]))
  const inOrder = arrived.filter((each, at) => arrived.findIndex(other => other.seq === each.seq) === at)
  const disordered = [...Map.groupBy(inOrder, ({ id }) => id)].flatMap(([id, list]) =>
    list.some(({ seq }, at) => seq < (list[at - 1]?.seq ?? 0)) ? [id] : [],
  )
  return {
    changes: changes.length,
    lost: changes.filter(seq => !first.has(seq)),
    repeated: arrived.length - inOrder.length,
    disordered,
  }
}
