// A whole list: page after page, as the server announces them.
import type { ResponseOf, Route } from '@daymark/contract/route'
import { type Connection, call } from './call.ts'

interface ListInput {
  query?: Record<string, unknown>
}

/** Half-read lists are of no use: an error on any page is the error of the whole. */
export async function callAll<R extends Route>(
  connection: Connection,
  route: R,
  input: ListInput = {},
): Promise<ResponseOf<R>> {
  const items: unknown[] = []
  let cursor: string | undefined
  do {
    const query = { limit: 500, ...input.query, ...(cursor !== undefined && { cursor }) }
    const { data, response } = await call(connection, route, { ...input, query })
    items.push(...(data as unknown[]))
    cursor = nextCursor(response.headers.get('link'))
  } while (cursor !== undefined)
  return items as ResponseOf<R>
}

export function nextCursor(link: string | null): string | undefined {
  const target = /<([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '')?.[1]
  return target === undefined
    ? undefined
    : (new URLSearchParams(target.slice(target.indexOf('?'))).get('cursor') ?? undefined)
}
