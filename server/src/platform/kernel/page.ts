import { invalid } from './errors.ts'

/** The page size if the request contains no `limit`. */
export const MAX_ITEMS = 10_000

export interface PageRequest {
  limit?: number
  cursor?: string
}

export interface Page<T> {
  items: T[]
  /** The next page's cursor. Absent on the last page. */
  next?: string
  /**
   * Returns a cursor that continues after the item at this index, for responses that reach their size limit before the
   * end of the page.
   */
  cursorAfter(at: number): string
}

/** A page whose items are known, but whose content is loaded in parts until the response is full. */
export interface LazyPage<T> {
  parts: readonly LazyPart<T>[]
  next?: string
  /** Returns the cursor after the item at this index, counted across all parts. */
  cursorAfter(at: number): string
}

export interface LazyPart<T> {
  /** The number of rows in memory while this part loads. */
  rows: number
  load(): Promise<T[]>
}

/** Larger parts would keep the event loop busy for too long. */
const MAX_IN_PART = 1_000

/**
 * Counts the rows of each part apart from its items, because several items may share a row, such as the occurrences of
 * a series.
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
    for (; end < items.length && end - start < MAX_IN_PART; end++) rows.add(rowOf(items[end] as T))
    const part = items.slice(start, end)
    parts.push({ rows: rows.size, load: () => load(part) })
    start = end
  }
  return parts
}

/** The result for callers who may see nothing. */
export const EMPTY_PAGE: Page<never> = {
  items: [],
  cursorAfter: () => {
    throw new RangeError('An empty page has no item.')
  },
}

type Key = string | number | null

export const pageSize = (request: PageRequest): number => request.limit ?? MAX_ITEMS

/** `rows` contains one row more than the page if there is a next page. Only then is `next` set. */
export function toPage<T>(rows: T[], request: PageRequest, key: (row: T) => Key[]): Page<T> {
  const size = pageSize(request)
  const items = rows.slice(0, size)
  const cursorAfter = cursorsOf(items, key)
  return rows.length > size ? { items, next: cursorAfter(size - 1), cursorAfter } : { items, cursorAfter }
}

export const cursorsOf =
  <T>(items: readonly T[], key: (item: T) => Key[]) =>
  (at: number): string =>
    encodeCursor(key(items[at] as T))

/** Lists are sorted by `value`, then by id. */
export interface Order<T> {
  value: (item: T) => number
  direction: 1 | -1
}

const createdAt = ({ created_at }: { created_at: number }): number => created_at

export const oldestFirst = { value: createdAt, direction: 1 } as const
export const newestFirst = { value: createdAt, direction: -1 } as const

/** `items` must be the complete list. */
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

/** Returns the sort key after which the page starts. `shape` lists the type of each part. */
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
 * True if a part of a key fits its shape: `number` (an integer), `string` or `uuid`, with a trailing `?` if null is
 * allowed.
 */
function kindOf(part: unknown, shape: string): boolean {
  const word = shape.replace('?', '')
  if (part === null) return word !== shape
  if (word === 'number') return Number.isSafeInteger(part)
  // PostgreSQL would reject any other string as an id and cause an internal error.
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

/** A position in a list that is sorted by creation time, newest first. */
export type NewestPosition = [created_at: number, id: string]

const NEWEST: NewestPosition = [Number.MAX_SAFE_INTEGER, 'ffffffff-ffff-ffff-ffff-ffffffffffff']

export const newestCursor = (page: PageRequest): NewestPosition =>
  decodeCursor<NewestPosition>(page, ['number', 'uuid']) ?? NEWEST

export const newestPage = <T extends { created_at: number; id: string }>(
  rows: T[],
  page: PageRequest,
): Page<T> => toPage(rows, page, ({ created_at, id }) => [created_at, id])
