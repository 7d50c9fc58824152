// Reads the data for the store, page by page.
import type { ChangeKind } from '@daymark/contract/changes'
import { backoff } from '../backoff.ts'
import { call } from '../call.ts'
import type { Connection } from '../connection.ts'
import { Forbidden, InvalidRequest, NotFound, Unauthorized } from '../errors.ts'
import { itemsOf } from '../pages.ts'
import { pause } from '../retry.ts'
import { UNKNOWN_ZONE } from '../socket/reconnecting-socket.ts'
import type { Lists } from './store.ts'

export interface LoadOptions {
  readonly timezone: string
  /** The range to load, at most 400 days. Schedules outside it arrive only when they change. */
  readonly schedules?: { readonly start_date: string; readonly end_date: string }
  readonly signal: AbortSignal
}

const DAY_MS = 86_400_000

function defaultRange(now = Date.now()) {
  const dateAt = (days: number) => new Date(now + days * DAY_MS).toISOString().slice(0, 10)
  return { start_date: dateAt(-92), end_date: dateAt(308) }
}

interface Source {
  readonly kind: ChangeKind
  readonly path: string
  readonly query?: Record<string, unknown>
  /** The field that contains the id of an item; `id` if not set. */
  readonly id?: string
}

const SOURCES: readonly Source[] = [
  { kind: 'tag_group', path: '/v1/tags/groups' },
  { kind: 'tag', path: '/v1/tags' },
  { kind: 'todo', path: '/v1/todos' },
  // Timers in the change log include tags, so the list must too.
  { kind: 'timer', path: '/v1/timers', query: { tag_include_mode: 'timer_only' } },
  { kind: 'meeting', path: '/v1/meetings' },
  { kind: 'notification', path: '/v1/notifications' },
  { kind: 'friend', path: '/v1/friends', id: 'friendship_id' },
  { kind: 'friend_request', path: '/v1/friends/requests/received' },
  { kind: 'friend_request', path: '/v1/friends/requests/sent' },
  { kind: 'block', path: '/v1/friends/blocks', id: 'user_id' },
]

type Item = Record<string, unknown>

/**
 * Retries until the load succeeds. Returns undefined if it was aborted or nobody is signed in. Throws if the server
 * rejects the time zone or the range, because every retry would fail.
 */
export async function loadLists(connection: Connection, options: LoadOptions): Promise<Lists | undefined> {
  const pauses = backoff()
  const patient = patiently(connection)
  for (;;) {
    try {
      const lists = await readLists(patient, options)
      return options.signal.aborted ? undefined : lists
    } catch (error) {
      if (options.signal.aborted || error instanceof Unauthorized) return undefined
      if (error instanceof InvalidRequest) throw rejectionOf(error)
      await pause(pauses.next(), options.signal).catch(() => {})
    }
  }
}

/** Returns the error for `ready` when the server rejects an option of the connection. */
export const rejectionOf = (error: InvalidRequest): Error =>
  error.errors.some(({ path }) => path.includes('timezone')) ? new RangeError(UNKNOWN_ZONE) : error

/** The minimum of `longestWaitMs` during a load, because the default rate limit's window is one minute. */
const LONGEST_WAIT_MS = 90_000

/**
 * Retries a rejected request instead of restarting the load. The data may need more requests than the server allows
 * per minute, so a load that restarts after every 429 would never finish.
 */
function patiently(connection: Connection): Connection {
  const options = connection.retry || {}
  const longestWaitMs = Math.max(options.longestWaitMs ?? 0, LONGEST_WAIT_MS)
  return { ...connection, retry: { ...options, retries: Number.POSITIVE_INFINITY, longestWaitMs } }
}

/** Reads the kinds of items that the token may read. */
async function readLists(connection: Connection, options: LoadOptions): Promise<Lists> {
  const zone = { timezone: options.timezone }
  const lists: { [K in ChangeKind]?: Map<string, Item> } = {}
  const read = async (kind: ChangeKind, items: AsyncIterable<[string, Item]>) => {
    try {
      const list = lists[kind] ?? new Map<string, Item>()
      for await (const [id, item] of items) list.set(id, item)
      lists[kind] = list
    } catch (error) {
      if (!(error instanceof Forbidden)) throw error
    }
  }
  for (const source of SOURCES) await read(source.kind, itemsFrom(connection, source, zone, options.signal))
  await read('schedule', schedulesOf(connection, options, zone))
  await read('preferences', preferencesOf(connection, options))
  await read('focus', focusOf(connection, options, zone))
  return lists as unknown as Lists
}

async function* itemsFrom(
  connection: Connection,
  { path, query, id = 'id' }: Source,
  zone: object,
  signal: AbortSignal,
): AsyncGenerator<[string, Item]> {
  for await (const item of itemsOf(
    connection,
    { method: 'GET', path },
    inputOf({ ...query, ...zone }, signal),
  ))
    yield [String((item as Item)[id]), item as Item]
}

/** Yields single schedules as listed. Replaces a series' occurrences with the series, which it reads once. */
async function* schedulesOf(
  connection: Connection,
  { schedules = defaultRange(), signal }: LoadOptions,
  zone: object,
): AsyncGenerator<[string, Item]> {
  const series = new Set<string>()
  const source: Source = { kind: 'schedule', path: '/v1/schedules', query: { ...schedules } }
  for await (const [id, item] of itemsFrom(connection, source, zone, signal)) {
    if (item['instance_start'] === null) yield [id, item]
    else series.add(String(item['parent_id']))
  }
  for (const schedule_id of series) {
    const target = { method: 'GET' as const, path: '/v1/schedules/{schedule_id}' }
    const one = await call(connection, target, {
      params: { schedule_id },
      query: { ...zone },
      signal,
    }).catch(error => {
      // The series has been deleted since it was listed. The change log reports the deletion.
      if (error instanceof NotFound) return undefined
      throw error
    })
    if (one) yield [schedule_id, one.data as Item]
  }
}

/** Always yields one item: the server returns default preferences if the person has set none. */
async function* preferencesOf(
  connection: Connection,
  { signal }: LoadOptions,
): AsyncGenerator<[string, Item]> {
  const target = { method: 'GET' as const, path: '/v1/users/me/preferences' }
  const { data } = await call(connection, target, { signal })
  yield [String((data as Item)['id']), data as Item]
}

async function* focusOf(
  connection: Connection,
  { signal }: LoadOptions,
  zone: object,
): AsyncGenerator<[string, Item]> {
  const target = { method: 'GET' as const, path: '/v1/focus' }
  try {
    const { data } = await call(connection, target, inputOf({ ...zone }, signal))
    yield [String((data as Item)['id']), data as Item]
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
  }
}

const inputOf = (query: Record<string, unknown>, signal: AbortSignal) => ({ query, signal })
