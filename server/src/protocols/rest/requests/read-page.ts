// Reads one page of a list in batches, limited in items and bytes, so that a long list cannot exhaust the memory.

import { pauses } from '../../../platform/kernel/concurrency/in-turns.ts'
import { Semaphore } from '../../../platform/kernel/concurrency/semaphore.ts'
import { JsonBuffer } from '../../../platform/kernel/json-buffer.ts'
import { type LazyPage, type Page, type PageRequest, pageSize } from '../../../platform/kernel/page.ts'
import { isRunning } from './conditional.ts'

export interface ReadPage<T> {
  items: T[]
  /** The cursor after the last item that fit; absent on the last page. */
  next?: string
}

/** A page as the JSON text of its array. The items themselves would need several times its memory. */
export interface JsonPage {
  json: string | Buffer
  /** True if an item is a running timer. */
  has_running: boolean
  next?: string
}

export interface PageBounds {
  /** A response ends before the item that would exceed this size, but contains at least one item. */
  bytes: number
  /** The number of items in the first batch, which suffices for most lists. Later batches have up to `larger` items. */
  first: number
  larger: number
}

const MB = 1_048_576
const BOUNDS: PageBounds = { bytes: 8 * MB, first: 200, larger: 1_000 }
/** Limits the number of batches, because a batch can be empty although more items follow. */
const MAX_BATCHES = 32
/** The most that a row may need. */
const ROW_BYTES = 44_000
/** The most that a batch needs, if its items have the average size of the items before it. */
const BATCH_BYTES = 4 * MB
/** Limits what all requests together load at the same time, in bytes. */
const loading = new Semaphore(48 * MB)
/** Limits the pages that grow beyond their first batch at the same time. */
const growing = new Semaphore(6)

type Read<T> = (batch: PageRequest) => Promise<Page<T>>

/** Receives the items of a page in order. */
type Keep<T> = (item: T, text: string) => void

/** Reads a list in batches, each with the cursor of the previous one. */
export async function readPage<T>(
  asked: PageRequest,
  read: Read<T>,
  bounds: PageBounds = BOUNDS,
): Promise<ReadPage<T>> {
  const items: T[] = []
  const next = await fillPage(asked, read, item => items.push(item), bounds)
  return { items, ...(next !== undefined && { next }) }
}

export const readJsonPage = <T>(
  asked: PageRequest,
  read: Read<T>,
  bounds: PageBounds = BOUNDS,
): Promise<JsonPage> => asJson<T>(keep => fillPage(asked, read, keep, bounds))

/** Reads a page whose items are known, but whose content is loaded in parts. */
export async function readLazyPage<T>(page: LazyPage<T>, bytes = BOUNDS.bytes): Promise<ReadPage<T>> {
  const items: T[] = []
  const next = await fillLazyPage(page, item => items.push(item), bytes)
  return { items, ...(next !== undefined && { next }) }
}

export const readLazyJsonPage = <T>(page: LazyPage<T>, bytes = BOUNDS.bytes): Promise<JsonPage> =>
  asJson<T>(keep => fillLazyPage(page, keep, bytes))

async function asJson<T>(fill: (keep: Keep<T>) => Promise<string | undefined>): Promise<JsonPage> {
  const json = new JsonBuffer()
  let isFirst = true
  let has_running = false
  const next = await fill((item, text) => {
    json.add(`${isFirst ? '[' : ','}${text}`)
    isFirst = false
    has_running ||= isRunning(item)
  })
  json.add(isFirst ? '[]' : ']')
  return { json: json.end(), has_running, ...(next !== undefined && { next }) }
}

/** Returns the cursor of the next page. */
async function fillPage<T>(
  asked: PageRequest,
  read: Read<T>,
  keep: Keep<T>,
  bounds: PageBounds,
): Promise<string | undefined> {
  const wanted = pageSize(asked)
  const answer = new Filling<T>(bounds.bytes, keep)
  let cursor = asked.cursor
  let size = Math.min(bounds.first, wanted)
  let leave = () => {}
  try {
    for (let batches = 1; ; batches++) {
      if (batches === 2) leave = await growing.enter(1)
      const batch = { limit: size, ...(cursor !== undefined && { cursor }) }
      const page = await loading.run(size * (answer.average ?? ROW_BYTES), () => read(batch))
      const taken = await answer.take(page.items)
      if (taken < page.items.length) return taken === 0 ? cursor : page.cursorAfter(taken - 1)
      const left = Math.min(wanted - answer.count, answer.room)
      if (page.next === undefined || left <= 0 || batches === MAX_BATCHES) return page.next
      cursor = page.next
      size = Math.min(bounds.larger, left, answer.batch)
    }
  } finally {
    leave()
  }
}

async function fillLazyPage<T>(page: LazyPage<T>, keep: Keep<T>, bytes: number): Promise<string | undefined> {
  const answer = new Filling<T>(bytes, keep)
  let leave = () => {}
  try {
    for (const [at, part] of page.parts.entries()) {
      if (at === 1) leave = await growing.enter(1)
      const items = await loading.run(part.rows * ROW_BYTES, part.load)
      if ((await answer.take(items)) < items.length) return page.cursorAfter(answer.count - 1)
    }
    return page.next
  } finally {
    leave()
  }
}

/** Passes items on until the response is full. */
class Filling<T> {
  count = 0
  readonly #most: number
  readonly #keep: Keep<T>
  #bytes = 0

  constructor(most: number, keep: Keep<T>) {
    this.#most = most
    this.#keep = keep
  }

  /** Adds items as long as they fit; returns how many were added. */
  async take(items: readonly T[]): Promise<number> {
    const breathe = pauses()
    for (const [at, item] of items.entries()) {
      const text = JSON.stringify(item)
      const bytes = Buffer.byteLength(text) + 1
      if (this.#bytes + bytes > this.#most && this.count > 0) return at
      this.#bytes += bytes
      this.count++
      this.#keep(item, text)
      await breathe()
    }
    return items.length
  }

  /** The average size of an item so far. */
  get average(): number | undefined {
    return this.count === 0 ? undefined : this.#bytes / this.count
  }

  /**
   * Estimates from the average size how many more items fit, plus one to detect a next page. Returns 0 if the only item
   * exceeds the limit.
   */
  get room(): number {
    const { average } = this
    if (average === undefined) return Number.POSITIVE_INFINITY
    return Math.floor((this.#most - this.#bytes) / average) + 1
  }

  /** How many items of the average size a batch may have. */
  get batch(): number {
    return this.average === undefined ? 1 : Math.max(1, Math.floor(BATCH_BYTES / this.average))
  }
}
