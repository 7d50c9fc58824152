// REST routes of the change log, the history and the trash.

import { allows } from '@daymark/contract/accounts/scopes'
import type { Change, ChangeKind, ChangePayload, changeRoutes } from '@daymark/contract/changes'
import { CHANGE_KINDS } from '@daymark/contract/constants'
import { HISTORY_LIMIT, type HistoryItem, type historyRoutes } from '@daymark/contract/history'
import { writes } from '../../platform/changes/write.ts'
import { Semaphore } from '../../platform/kernel/concurrency/semaphore.ts'
import { invalid } from '../../platform/kernel/errors.ts'
import { JsonBuffer } from '../../platform/kernel/json-buffer.ts'
import type { LazyPage } from '../../platform/kernel/page.ts'
import { type Handlers, JsonText } from '../../platform/kernel/route-handlers.ts'
import type { Session } from '../../platform/kernel/session.ts'
import { StagedRequest } from '../../platform/kernel/staged-request.ts'
import { resolveBound, resolveInclusiveEnd, type Zone } from '../../platform/kernel/time/zone.ts'
import type { StagedKind } from '../../platform/staged/staged.ts'
import { dateText } from '../planning/schedules/all-day/dates.ts'
import type { DeliveredChange } from './delivered.ts'
import { type BatchView, presentBatch } from './present.ts'
import type { HistoryService } from './service.ts'
import type { StagedUndo } from './staged-undo.ts'

const MAX_CHANGES = 1000
const MAX_BYTES = 8 * 1024 * 1024

/** The area of the scope that is required to read each kind. */
const AREA_OF: Record<ChangeKind, string> = {
  tag_group: 'tags',
  tag: 'tags',
  todo: 'todos',
  schedule: 'schedules',
  timer: 'timers',
  meeting: 'meetings',
  friend: 'friends',
  friend_request: 'friends',
  block: 'friends',
  preferences: 'users',
  notification: 'notifications',
  focus: 'focus',
}

/** A token with scopes may be limited to some kinds. */
export const readableKinds = ({ scopes }: Pick<Session, 'scopes'>): ChangeKind[] =>
  CHANGE_KINDS.filter(kind => !scopes || allows(scopes, AREA_OF[kind], 'read'))

/** Returns those of the requested kinds that the caller may read. */
function kindsFor(session: Session, asked: readonly ChangeKind[] = CHANGE_KINDS): ChangeKind[] {
  return readableKinds(session).filter(kind => asked.includes(kind))
}

export const changeHandlers = (history: HistoryService): Handlers<typeof changeRoutes> => ({
  list: async ({ actor, session, query, zone }) => {
    const request = {
      since: query.since ?? 0,
      limit: query.limit ?? MAX_CHANGES,
      kinds: kindsFor(session, query.kinds),
    }
    const changes = new BoundedItems()
    const { seq, has_more } = await reading.run(1, () =>
      history.changes(actor, request, delivered => changes.add(presentChange(delivered, zone))),
    )
    return new JsonText(changes.end(`{"changes":[`, `],"seq":${seq},"has_more":${has_more}}`))
  },
  snapshot: async ({ actor, session, query, zone }) => {
    const request = {
      limit: query.limit ?? MAX_CHANGES,
      kinds: kindsFor(session, query.kinds),
      cursor: query.cursor,
    }
    const items = new BoundedItems()
    const { seq, next } = await reading.run(1, () =>
      history.snapshot(actor, request, ({ kind, id, present }) =>
        items.add({ kind, id, resource: present(zone) }),
      ),
    )
    return new JsonText(items.end(`{"items":[`, `],"seq":${seq},"next":${JSON.stringify(next)}}`))
  },
})

/** Limits how many pages of changes are in memory at the same time. */
const reading = new Semaphore(6)

/** The items of a page as JSON text. The page ends before the item that would exceed `MAX_BYTES`, but has at least one. */
class BoundedItems {
  readonly #json = new JsonBuffer()
  #bytes = 0

  /** Returns false if the item does not fit. */
  add(item: object): boolean {
    const text = JSON.stringify(item)
    const isFirst = this.#bytes === 0
    const bytes = this.#bytes + Buffer.byteLength(text)
    if (bytes > MAX_BYTES && !isFirst) return false
    this.#bytes = bytes
    this.#json.add(isFirst ? text : `,${text}`)
    return true
  }

  end(before: string, after: string): string | Buffer {
    const json = this.#json.end()
    if (typeof json === 'string') return before + json + after
    return Buffer.concat([Buffer.from(before), json, Buffer.from(after)])
  }
}

export function presentChange(change: DeliveredChange, zone: Zone): Change {
  return {
    seq: change.seq,
    at: zone.format(change.at),
    ...changePayload(change, zone),
    batch_id: change.batch_id,
    actor: change.actor_id,
    via: change.via as Change['via'],
    token_name: change.token_name,
  } as Change
}

/** With `asOf`, a timer is presented as it was at that change, so that all messages about one change agree. */
export const changePayload = (change: DeliveredChange, zone: Zone, asOf?: DeliveredChange): ChangePayload => {
  const resource = change.present?.(zone, asOf) ?? null
  return {
    kind: change.kind,
    id: change.id,
    action: change.action,
    resource,
    ...(change.instance_start !== null && {
      instance_start: instanceText(change.instance_start, resource, zone),
    }),
  } as ChangePayload
}

/** Identifies an occurrence of an all-day series by its date, and any other occurrence by its start time. */
const instanceText = (instanceStart: number, series: object | null, zone: Zone): string =>
  series && 'all_day' in series && series.all_day ? dateText(instanceStart) : zone.format(instanceStart)

export const historyHandlers = (history: HistoryService): Handlers<typeof historyRoutes> => ({
  list: {
    lazily: async ({ actor, query, zone }) => {
      const { start_date, end_date, limit, cursor, kind, resource_id, via } = query
      const from = start_date === undefined ? undefined : resolveBound(start_date, zone, 'start_date')
      const to = end_date === undefined ? undefined : resolveInclusiveEnd(end_date, zone, 'end_date') + 1
      if (from !== undefined && to !== undefined && to <= from)
        throw invalid('end_date', 'must not be before start_date')
      const filter = { kind, resource_id, via, from, to }
      return presentPage(actor.id, await history.list(actor, filter, paging(limit, cursor)), zone)
    },
  },
  undo: writes(
    async (tx, { actor, params, zone }) =>
      presentUndone(actor.id, await history.undo(tx, params.batch_id), zone),
    asUndo,
  ),
  trash: {
    lazily: async ({ actor, query, zone }) =>
      presentPage(actor.id, await history.trash(actor, paging(query.limit, query.cursor)), zone),
  },
  restore: writes(
    async (tx, { actor, params, zone }) =>
      presentUndone(actor.id, await history.restore(tx, params.batch_id), zone),
    asUndo,
  ),
  erase: writes(
    async (tx, { params }) => (await history.erase(tx, params.batch_id)) ?? { ok: true as const },
  ),
  empty: writes(async tx => (await history.empty(tx)) ?? { ok: true as const }),
})

/** The changes of the request are those of an undo. */
const asUndo = {
  cause: ({ params }: { params: { batch_id: string } }) =>
    ({ via: 'undo', undoes: params.batch_id }) as const,
}

const presentUndone = async (ownerId: string, outcome: BatchView | StagedRequest, zone: Zone) =>
  outcome instanceof StagedRequest ? outcome : presentBatch(ownerId, outcome, zone)

/** The undo of a large batch, which runs in steps. */
export const stagedUndoOf = (history: HistoryService): StagedKind<StagedUndo> =>
  ({
    ...history.stagedUndo,
    present: async ({ owner_id, batch_id }, _result, zone) =>
      presentBatch(owner_id, await history.shortView(owner_id, batch_id), zone),
  }) as StagedKind<StagedUndo>

const presentPage = (ownerId: string, page: LazyPage<BatchView>, zone: Zone): LazyPage<HistoryItem> => ({
  ...page,
  parts: page.parts.map(part => ({
    ...part,
    load: async () => Promise.all((await part.load()).map(view => presentBatch(ownerId, view, zone))),
  })),
})

const paging = (limit: number | undefined, cursor: string | undefined) => ({
  limit: limit ?? HISTORY_LIMIT,
  ...(cursor !== undefined && { cursor }),
})
