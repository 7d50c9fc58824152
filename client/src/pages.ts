import { call, type Target } from './call.ts'
import type { Connection } from './connection.ts'

export interface AnyListInput {
  query?: Record<string, unknown>
}

/** Yields page by page, and requests the next page only when the caller asks for it. */
export async function* pagesOf(
  connection: Connection,
  target: Target,
  input: AnyListInput = {},
): AsyncGenerator<unknown[], void> {
  let cursor: string | undefined
  do {
    const query = { limit: 500, ...input.query, ...(cursor !== undefined && { cursor }) }
    const { data, response } = await call(connection, target, { ...input, query })
    yield data as unknown[]
    cursor = nextCursor(response.headers.get('link'))
  } while (cursor !== undefined)
}

export async function* itemsOf(
  connection: Connection,
  target: Target,
  input?: AnyListInput,
): AsyncGenerator<unknown, void> {
  for await (const page of pagesOf(connection, target, input)) yield* page
}

/** Returns the items of all pages. Rejects if any page fails, because a partial list is useless. */
export const allOf = (connection: Connection, target: Target, input?: AnyListInput): Promise<unknown[]> =>
  Array.fromAsync(itemsOf(connection, target, input))

export function nextCursor(link: string | null): string | undefined {
  const target = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1]
  return target === undefined
    ? undefined
    : (new URLSearchParams(target.slice(target.indexOf('?'))).get('cursor') ?? undefined)
}
