// Reads all items of a person, in pages by kind and id. The position of the first page belongs to all pages: what has
// changed since then is in the log, so a page may be older or newer than the others.
import { CHANGE_KINDS } from '@daymark/contract/constants'
import { totalsStore } from '../../platform/changes/totals-store.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import { pauses } from '../../platform/kernel/concurrency/in-turns.ts'
import { invalid } from '../../platform/kernel/errors.ts'
import { decodeCursor, encodeCursor } from '../../platform/kernel/page.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import type { ChangeKind } from '../../platform/storage/tracked-tables.ts'
import type { UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import { heldIds, idTypeOf } from './held-store.ts'
import type { Presenter, ResourceReaders } from './resources.ts'

export interface SnapshotRequest {
  limit: number
  /** The kinds that the caller requested and may read. */
  kinds: readonly ChangeKind[]
  cursor: string | undefined
}

export interface SnapshotPage {
  /** The position of the first page in the person's log. */
  seq: number
  next: string | null
}

export interface Held {
  kind: ChangeKind
  id: string
  present: Presenter
}

/** The number of items that are read at a time. */
const STEP = 200
/** No log reaches so far. So a timer that has just been deleted is not read from the log. */
const NOW = Number.MAX_SAFE_INTEGER

/** Passes items to `take`, up to the limit or until `take` returns false because the page is full. */
export const snapshotReader =
  ({ uow, clock, readers }: { uow: UnitOfWork; clock: Clock; readers: ResourceReaders }) =>
  (actor: Actor, request: SnapshotRequest, take: (item: Held) => boolean): Promise<SnapshotPage> =>
    uow.read(async db => {
      const from = startOf(request.cursor)
      const seq = from?.seq ?? (await totalsStore(db).currentSeq(actor.id))
      const breathe = pauses()
      let { limit: left } = request
      let last = from
      for (const kind of CHANGE_KINDS.slice(from ? CHANGE_KINDS.indexOf(from.kind) : 0)) {
        if (!request.kinds.includes(kind)) continue
        for (let after = kind === from?.kind ? from.id : undefined; ; ) {
          // One more than the page takes, to know whether there is a next page.
          const asked = Math.min(STEP, left + 1)
          const ids = await heldIds(db, kind, actor.id, after, asked)
          if (ids.length === 0) break
          const found = await readers[kind](db, actor.id, ids, { now: clock.now(), since: NOW })
          for (const id of ids) {
            const present = found.get(id)
            if (!present) continue // It has just been deleted.
            if (left === 0 || !take({ kind, id, present })) return { seq, next: last ? cursorOf(last) : null }
            left--
            last = { seq, kind, id }
          }
          after = ids.at(-1)
          if (ids.length < asked) break
          await breathe()
        }
      }
      return { seq, next: null }
    })

interface Start {
  seq: number
  kind: ChangeKind
  id: string
}

const cursorOf = ({ seq, kind, id }: Start): string => encodeCursor([seq, kind, id])

function startOf(cursor: string | undefined): Start | undefined {
  const decode = (idType: 'uuid' | 'text') =>
    decodeCursor<[number, string, string]>({ ...(cursor !== undefined && { cursor }) }, [
      'number',
      'string',
      idType === 'uuid' ? 'uuid' : 'string',
    ])
  const parts = decode('text')
  if (!parts) return undefined
  const kind = CHANGE_KINDS.find(each => each === parts[1])
  if (!kind) throw invalid('cursor', 'must be a cursor that this list has returned')
  decode(idTypeOf(kind))
  return { seq: parts[0], kind, id: parts[2] }
}
