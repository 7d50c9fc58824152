// Everything that opens an account, or carries data out of it. Each feature that has such things is one source.
import type { AuditEvent, OpeningKind } from '@daymark/contract/accounts/security'
import type { Actor } from '../../../platform/kernel/actor.ts'
import type { Clock } from '../../../platform/kernel/time/clock.ts'
import { someAccessEnded } from '../../../platform/sign-in/access-notice.ts'
import type { Db, Tx, UnitOfWork } from '../../../platform/storage/unit-of-work.ts'
import type { RequestSource } from '../../audit/audit-entry.ts'
import type { RecordChange } from '../../audit/record.ts'

export interface Found {
  id: string
  name: string | null
  last_used_at: number | null
}

export interface OpeningSource {
  kind: OpeningKind
  /** The audit event of one that ends. */
  event: AuditEvent
  list(db: Db, ownerId: string): Promise<Found[]>
  end(tx: Tx, ownerId: string, id: string): Promise<void>
}

export interface Opening extends Found {
  kind: OpeningKind
  /** What an app proposes to end. */
  ticked: boolean
}

const TICKED: readonly OpeningKind[] = ['session', 'token']

export interface OpeningParts {
  uow: UnitOfWork
  clock: Clock
  sources: readonly OpeningSource[]
  record: RecordChange
}

export type Openings = ReturnType<typeof openings>

export function openings({ uow, clock, sources, record }: OpeningParts) {
  /** `currentId` is the session that asks, which is not listed. */
  async function listed(db: Db, ownerId: string, currentId: string | undefined) {
    const found: (Opening & { from: OpeningSource })[] = []
    for (const from of sources)
      for (const { id, name, last_used_at } of await from.list(db, ownerId)) {
        const { kind } = from
        if (id !== currentId)
          found.push({ id, name, last_used_at, kind, ticked: TICKED.includes(kind), from })
      }
    return found
  }

  /** Ends those of these openings that still exist, and returns how many that were. */
  async function end(
    tx: Tx,
    ownerId: string,
    isEnded: (opening: Opening) => boolean,
    source: RequestSource,
    currentId?: string,
  ): Promise<number> {
    const ended = (await listed(tx, ownerId, currentId)).filter(isEnded)
    const at = clock.now()
    for (const { from, id, name } of ended) {
      await from.end(tx, ownerId, id)
      await record(tx, { owner_id: ownerId, event: from.event, at, source, subject: { id, name } })
    }
    if (ended.length > 0) tx.emit(someAccessEnded(ownerId))
    return ended.length
  }

  return {
    list: (actor: Actor, currentId: string | undefined): Promise<Opening[]> =>
      uow.read(async db =>
        (await listed(db, actor.id, currentId)).map(({ from: _from, ...opening }) => opening),
      ),

    end: (
      actor: Actor,
      ids: readonly string[],
      currentId: string | undefined,
      source: RequestSource,
    ): Promise<number> => {
      const chosen = new Set(ids)
      return uow.write([actor.id], tx => end(tx, actor.id, ({ id }) => chosen.has(id), source, currentId))
    },

    /** Runs in another feature's transaction. */
    endAll: (tx: Tx, ownerId: string, source: RequestSource): Promise<number> =>
      end(tx, ownerId, () => true, source),
  }
}
