// Reads a person's change log and data over HTTP.
import type { Change, ChangeKind, ChangePayload, Changes, Snapshot } from '@daymark/contract/changes'
import { call } from '../call.ts'
import type { Connection } from '../connection.ts'
import { ApiError, InvalidRequest } from '../errors.ts'

export type LiveChange = ChangePayload & { readonly seq: number }

/** Changes that were made together, for example by one request, and must be applied together. */
export interface Batch {
  readonly batch_id: string
  /**
   * The `Idempotency-Key` or message id of the request that caused the batch, on this or another device. Undefined if
   * there was none, and while polling.
   */
  readonly reply_to: string | undefined
  readonly changes: readonly LiveChange[]
}

/** All changes after the position `from` up to the position `to`. */
export interface Delivery {
  readonly from: number
  readonly to: number
  readonly batches: readonly Batch[]
}

/** What a read needs. */
export interface Source {
  readonly connection: Connection
  readonly signal: AbortSignal
  readonly speed: number
}

const LONGEST_READ_MS = 60_000
const PAGE = 1000

/**
 * Returns undefined if the server cannot return all changes after this position. All data must then be read again.
 * Throws `InvalidRequest` if the server rejects anything else, such as the time zone.
 */
export async function changesAfter(
  source: Source,
  since: number,
  timezone: string,
): Promise<(Delivery & { readonly has_more: boolean }) | undefined> {
  try {
    const page = (await get(source, '/v1/changes', { since, limit: PAGE, timezone })) as Changes
    const { changes, has_more } = page
    const to = has_more ? (changes.at(-1)?.seq ?? since) : page.seq
    return { from: since, to, batches: batchesOf(changes), has_more }
  } catch (error) {
    if (isPositionLost(error)) return undefined
    throw error
  }
}

/**
 * 410: the log no longer reaches back to `since`. 422 of `since`: the log ends before it, for example after a backup
 * was restored.
 */
const isPositionLost = (error: unknown): boolean =>
  error instanceof InvalidRequest
    ? error.errors.some(({ path }) => path === 'since')
    : error instanceof ApiError && error.status === 410

/** Resources by id, as they were at the position `seq` or later. */
export interface Copy {
  readonly seq: number
  readonly kinds: ReadonlyMap<ChangeKind, ReadonlyMap<string, object>>
}

export interface CopyOptions {
  readonly timezone: string
  readonly kinds: readonly ChangeKind[]
}

/** A load of all data. A failed `read` can be repeated and continues with the page that failed. */
export class CopyLoad {
  readonly #kinds: Map<ChangeKind, Map<string, object>>
  #seq: number | undefined
  #cursor: string | null | undefined

  constructor({ kinds }: CopyOptions) {
    this.#kinds = new Map(kinds.map(kind => [kind, new Map()]))
  }

  async read(source: Source, { timezone, kinds }: CopyOptions): Promise<Copy> {
    while (this.#cursor !== null) {
      const query = {
        kinds,
        timezone,
        limit: PAGE,
        ...(this.#cursor !== undefined && { cursor: this.#cursor }),
      }
      const page = (await get(source, '/v1/changes/snapshot', query)) as Snapshot
      // What changes while later pages are read follows after the position of the first one.
      this.#seq ??= page.seq
      this.#cursor = page.next
      for (const { kind, id, resource } of page.items) this.#kinds.get(kind)?.set(id, resource)
    }
    return { seq: this.#seq ?? 0, kinds: this.#kinds }
  }
}

export async function currentSeq(source: Source): Promise<number> {
  const page = (await get(source, '/v1/changes/snapshot', { limit: 1 })) as Snapshot
  return page.seq
}

export async function whoAmI(source: Source): Promise<string> {
  return ((await get(source, '/v1/users/me', {})) as { id: string }).id
}

async function get(
  { connection, signal, speed }: Source,
  path: string,
  query: Record<string, unknown>,
): Promise<unknown> {
  return (
    await call(connection, { method: 'GET', path }, { query, signal, limitMs: LONGEST_READ_MS / speed })
  ).data
}

function batchesOf(changes: readonly Change[]): Batch[] {
  const batches: { batch_id: string; reply_to: undefined; changes: LiveChange[] }[] = []
  for (const change of changes) {
    const last = batches.at(-1)
    if (last?.batch_id === change.batch_id) last.changes.push(change)
    else batches.push({ batch_id: change.batch_id, reply_to: undefined, changes: [change] })
  }
  return batches
}
