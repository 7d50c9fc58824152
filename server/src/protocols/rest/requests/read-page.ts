// Reads one page of a list in batches, limited in items and bytes, so that a long list cannot exhaust the memory.

import { Semaphore } from '../../../platform/kernel/concurrency/semaphore.ts'
import { type LazyPage, type Page, type PageRequest, pageSize } from '../../../platform/kernel/page.ts'

export interface ReadPage<T> {
  items: T[]
  /** The items as JSON, in the same order. */
  texts: string[]
  /** The cursor after the last item that fit; absent on the last page. */
  next?: string
}

export interface PageBounds {
  /** A response ends before the item that would exceed this size, but contains at least one item. */
  bytes: number
  /** The number of items in the first batch, which suffices for most lists. Later batches have up to `larger` items. */
  first: number
  larger: number
}

const BOUNDS: PageBounds = { bytes: 8 * 1024 * 1024, first: 500, larger: 1_000 }
/** Limits the number of batches, because a batch can be empty although more items follow. */
const MAX_BATCHES = 32
/** Limits the rows that all requests together load at the same time, because one row may have 44 KB. */
const rowsInMemory = new Semaphore(3_000)

/** Reads a list in batches, each with the cursor of the previous one. */
export async function readPage<T>(
  asked: PageRequest,
  read: (batch: PageRequest) => Promise<Page<T>>,
  bounds: PageBounds = BOUNDS,
): Promise<ReadPage<T>> {
  const wanted = pageSize(asked)
  const answer = new Filling<T>(bounds.bytes)
  let cursor = asked.cursor
  let size = Math.min(bounds.first, wanted)
  for (let batches = 1; ; batches++) {
    const batch = { limit: size, ...(cursor !== undefined && { cursor }) }
    const page = await rowsInMemory.run(size, () => read(batch))
    const taken = answer.take(page.items)
    if (taken < page.items.length) return answer.end(taken === 0 ? cursor : page.cursorAfter(taken - 1))
    const left = Math.min(wanted - answer.items.length, answer.room)
    if (page.next === undefined || left <= 0 || batches === MAX_BATCHES) return answer.end(page.next)
    cursor = page.next
    size = Math.min(bounds.larger, left)
  }
}

/** Reads a page whose items are known, but whose content is loaded in parts. */
export async function readLazyPage<T>(page: LazyPage<T>, bytes = BOUNDS.bytes): Promise<ReadPage<T>> {
  const answer = new Filling<T>(bytes)
  for (const part of page.parts) {
    const items = await rowsInMemory.run(part.rows, part.load)
    if (answer.take(items) < items.length) return answer.end(page.cursorAfter(answer.items.length - 1))
  }
  return answer.end(page.next)
}

/** Collects items until the response is full. */
class Filling<T> {
  readonly items: T[] = []
  readonly #texts: string[] = []
  readonly #most: number
  #bytes = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Adds items as long as they fit; returns how many were added. */
  take(items: readonly T[]): number {
    for (const [at, item] of items.entries()) {
      const text = JSON.stringify(item)
      const bytes = Buffer.byteLength(text) + 1
      if (this.#bytes + bytes > this.#most && this.items.length > 0) return at
      this.#bytes += bytes
      this.items.push(item)
      this.#texts.push(text)
    }
    return items.length
  }

  /**
   * Estimates from the average size how many more items fit, plus one to detect a next page. Returns 0 if the only item
   * exceeds the limit.
   */
  get room(): number {
    if (this.items.length === 0) return Number.POSITIVE_INFINITY
    const average = this.#bytes / this.items.length
    return Math.floor((this.#most - this.#bytes) / average) + 1
  }

  end(next: string | undefined): ReadPage<T> {
    return { items: this.items, texts: this.#texts, ...(next !== undefined && { next }) }
  }
}
