// Reads the change log over HTTP.
import type { Change, ChangePayload, Changes } from '@daymark/contract/changes'
import { call } from '../call.ts'
import type { Connection } from '../connection.ts'
import { ApiError, InvalidRequest, NetworkError } from '../errors.ts'

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

export interface ChangesPage {
  readonly batches: readonly Batch[]
  readonly seq: number
  readonly has_more: boolean
}

/**
 * Returns undefined if the server cannot return all changes after this position. All data must then be read again.
 * Throws `InvalidRequest` if the server rejects anything else, such as the time zone.
 */
export async function changesAfter(
  connection: Connection,
  since: number,
  timezone: string,
): Promise<ChangesPage | undefined> {
  const query = { since, limit: 1000, timezone }
  try {
    const { changes, seq, has_more } = (await get(connection, '/v1/changes', query)).data as Changes
    return { batches: batchesOf(changes), seq, has_more }
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

/**
 * Reads the log position from the ETag of a list of your own items. Lists that include shared items have no such
 * ETag.
 */
export async function currentSeq(connection: Connection): Promise<number> {
  const { response } = await get(connection, '/v1/tags', { limit: 1 })
  const seq = /^W\/"(\d+)"$/.exec(response.headers.get('etag') ?? '')?.[1]
  if (seq === undefined) throw new NetworkError('The server did not report its log position.')
  return Number(seq)
}

export async function whoAmI(connection: Connection): Promise<string> {
  return ((await get(connection, '/v1/users/me', {})).data as { id: string }).id
}

const get = (connection: Connection, path: string, query: Record<string, unknown>) =>
  call(connection, { method: 'GET', path }, { query })

function batchesOf(changes: readonly Change[]): Batch[] {
  const batches: { batch_id: string; reply_to: undefined; changes: LiveChange[] }[] = []
  for (const change of changes) {
    const last = batches.at(-1)
    if (last?.batch_id === change.batch_id) last.changes.push(change)
    else batches.push({ batch_id: change.batch_id, reply_to: undefined, changes: [change] })
  }
  return batches
}
