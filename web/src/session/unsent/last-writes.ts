// Writes of a page that is being closed: kept in this browser until it is known that the server has taken them.
import { ApiError } from '@daymark/client'
import type { Target } from '@daymark/client/call'
import { randomId } from '@daymark/client/random-id'
import { openCache, storage } from '../storage/browser-storage.ts'
import { lastSession } from '../storage/last-session.ts'

export interface LastWrite {
  id: string
  /** Whose it is; nobody else may send it. */
  account: string
  method: Target['method']
  /** With its query. */
  path: string
  /** JSON. */
  body: string | undefined
  at: number
}

const KEY = 'daymark.last-writes'
/** Where the service worker notes what it has delivered. Its name stands in the service worker too. */
const DELIVERED = 'daymark-delivered'
const MOST = 100
const DAY_MS = 86_400_000

/** Done at once, because a page that is being closed cannot wait for anything. Gives its id. */
export function keepWrite(url: string, { method, body }: RequestInit): string {
  const { pathname, search } = new URL(url)
  const write: LastWrite = {
    id: randomId(),
    account: lastSession()?.account ?? '',
    method: (method ?? 'GET') as Target['method'],
    path: pathname + search,
    body: typeof body === 'string' ? body : undefined,
    at: Date.now(),
  }
  save([...all(), write].slice(-MOST))
  return write.id
}

export const dropWrite = (id: string): void => save(all().filter(write => write.id !== id))

/** Sends what is left of an earlier page. Says how much of it is done now. */
export async function sendLastWrites(
  account: string,
  send: (write: LastWrite) => Promise<unknown>,
): Promise<number> {
  let done = 0
  for (const write of all().filter(each => each.account === account)) {
    try {
      if (!isOutdated(write) && !(await wasDelivered(write.id))) await send(write)
    } catch (error) {
      if (!(error instanceof ApiError && isFinal(error.status))) return done
    }
    dropWrite(write.id)
    done++
  }
  return done
}

/** What cannot change any more by asking again. Deleting something twice is such an answer. */
export const isFinal = (status: number): boolean =>
  status < 500 && status !== 401 && status !== 408 && status !== 429

/** Deleting is wanted for ever; anything else may have been changed elsewhere since. */
const isOutdated = ({ method, at }: LastWrite): boolean => method !== 'DELETE' && Date.now() - at > DAY_MS

async function wasDelivered(id: string): Promise<boolean> {
  const cache = await openCache(DELIVERED)
  return (await cache?.delete(`/delivered/${id}`)) ?? false
}

function all(): LastWrite[] {
  try {
    return JSON.parse(storage.getItem(KEY) ?? '[]') as LastWrite[]
  } catch {
    return []
  }
}

function save(writes: readonly LastWrite[]): void {
  if (writes.length === 0) storage.removeItem(KEY)
  else storage.setItem(KEY, JSON.stringify(writes))
}
