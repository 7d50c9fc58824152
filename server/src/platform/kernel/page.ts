// Pages of lists: request, result, and the opaque cursor that links pages.
import { invalid } from './errors.ts'

/** A list without `limit` returns at most this many items. */
export const MAX_ITEMS = 10_000

export interface PageRequest {
  limit?: number
  cursor?: string
}

export interface Page<T> {
  items: T[]
  /** The cursor of the next page; absent on the last page. */
  next?: string
  /**
   * Returns a cursor that continues after the item at this index. Used if the response reaches its size limit
   * before the end of the page.
   */
  cursorAfter(at: number): string
}

/** A page whose items are known, but whose content is loaded in parts until the response is full. */
export interface LazyPage<T> {
  parts: readonly LazyPart<T>[]
  next?: string
  /** Returns the cursor after the item at this index, counted over all parts. */
  cursorAfter(at: number): string
}

export interface LazyPart<T> {
  /** The number of rows in memory while this part is loaded. */
  rows: number
  load(): Promise<T[]>
}

const MAX_ROWS_IN_PART = 1_000

/**
 * Divides a list into parts with a limited number of rows. Several items may come from one row, like the
 * occurrences of a series.
 */
export function partsOf<T, U>(
  items: readonly T[],
  rowOf: (item: T) => string,
  load: (part: T[]) => Promise<U[]>,
): LazyPart<U>[] {
  const parts: LazyPart<U>[] = []
  for (let start = 0; start < items.length; ) {
    const rows = new Set<string>()
    let end = start
    for (; end < items.length && rows.size < MAX_ROWS_IN_PART; end++) rows.add(rowOf(items[end] as T))
    const part = items.slice(start, end)
    parts.push({ rows: rows.size, load: () => load(part) })
    start = end
  }
  return parts
}

/** The result of a list in which the caller may see nothing. */
export const EMPTY_PAGE: Page<never> = {
  items: [],
  cursorAfter: () => {
    throw new RangeError('An empty page has no item.')
  },
}

type Key = string | number | null

export const pageSize = (request: PageRequest): number => request.limit ?? MAX_ITEMS

/** Expects one row more than requested. Returns the page, with a cursor if the extra row exists. */
export function toPage<T>(rows: T[], request: PageRequest, key: (row: T) => Key[]): Page<T> {
  const size = pageSize(request)
  const items = rows.slice(0, size)
  const cursorAfter = cursorsOf(items, key)
  return rows.length > size ? { items, next: cursorAfter(size - 1), cursorAfter } : { items, cursorAfter }
}

/** Returns a function that encodes the cursor after the item at an index. */
export const cursorsOf =
  <T>(items: readonly T[], key: (item: T) => Key[]) =>
  (at: number): string =>
    encodeCursor(key(items[at] as T))

/** The order of a list: by a number, then by id. */
export interface Order<T> {
  value: (item: T) => number
  direction: 1 | -1
}

const createdAt = ({ created_at }: { created_at: number }): number => created_at

export const oldestFirst = { value: createdAt, direction: 1 } as const
export const newestFirst = { value: createdAt, direction: -1 } as const

/** Returns a page of a short list that is completely in memory. */
export function pageOf<T extends { id: string }>(
  items: readonly T[],
  request: PageRequest,
  { value, direction }: Order<NoInfer<T>>,
): Page<T> {
  const after = decodeCursor<[number, string]>(request, ['number', 'uuid'])
  const key = (item: T): [number, string] => [value(item), item.id]
  const compare = ([a, idA]: [number, string], [b, idB]: [number, string]) =>
    direction * (a - b || (idA < idB ? -1 : Number(idA > idB)))
  const rest = after ? items.filter(item => compare(key(item), after) > 0) : items
  return toPage(
    rest.toSorted((a, b) => compare(key(a), key(b))),
    request,
    key,
  )
}

export const mapPage = <T, U>(page: Page<T>, to: (item: T) => U): Page<U> => ({
  ...page,
  items: page.items.map(to),
})

export const mapLazyPage = <T, U>(page: LazyPage<T>, to: (item: T) => U): LazyPage<U> => ({
  ...page,
  parts: page.parts.map(part => ({ ...part, load: async () => (await part.load()).map(to) })),
})

export const encodeCursor = (key: Key[]): string => Buffer.from(JSON.stringify(key)).toString('base64url')

/** Returns the sort key after which the page starts. `shape` contains the type of each part of the key. */
export function decodeCursor<T extends Key[]>(request: PageRequest, shape: readonly string[]): T | undefined {
  if (request.cursor === undefined) return undefined
  const key = parse(request.cursor)
  const fits =
    Array.isArray(key) && key.length === shape.length && key.every((part, i) => kindOf(part, shape[i] ?? ''))
  if (!fits) throw invalid('cursor', 'must be a cursor that this list has returned')
  return key as T
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Checks one part of a cursor. A shape is `number` (an integer), `string` or `uuid`, followed by `?` if null is
 * allowed.
 */
function kindOf(part: unknown, shape: string): boolean {
  const word = shape.replace('?', '')
  if (part === null) return word !== shape
  if (word === 'number') return Number.isSafeInteger(part)
  // PostgreSQL rejects any other text as an id, which would cause an internal error.
  if (word === 'uuid') return typeof part === 'string' && UUID.test(part)
  return typeof part === 'string' && !part.includes('\u0000')
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

/** A position in a list that is ordered by creation, newest first. */
export type NewestPosition = [created_at: number, id: string]

const NEWEST: NewestPosition = [Number.MAX_SAFE_INTEGER, 'ffffffff-ffff-ffff-ffff-ffffffffffff']

/** Returns the position after which the page begins. */
export const newestCursor = (page: PageRequest): NewestPosition =>
  decodeCursor<NewestPosition>(page, ['number', 'uuid']) ?? NEWEST

export const newestPage = <T extends { created_at: number; id: string }>(
  rows: T[],
  page: PageRequest,
): Page<T> => toPage(rows, page, ({ created_at, id }) => [created_at, id])
