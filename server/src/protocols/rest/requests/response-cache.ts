// Caches responses to repeated requests, so that an unchanged response is sent without running its query.

export interface CachedResponse {
  readonly text: string
  readonly etag: string | undefined
  /** The cursor of the next page. */
  readonly next: string | undefined
}

interface Entry {
  /** The position in the caller's change log before the response was made; undefined if nobody looked it up. */
  readonly position: string | undefined
  /** Undefined if only the request was noted, because most responses are requested only once. */
  readonly response: CachedResponse | undefined
}

/** Longer requests are not cached, because clients choose their length. */
const LONGEST_KEY = 2_048
/** The approximate memory of a cached response besides its strings. */
const ENTRY_BYTES = 300
/** The part of the memory that a single response may fill. */
const LARGEST_PART = 1 / 4

export class ResponseCache {
  readonly #most: number
  /** In the order of last use. */
  readonly #entries = new Map<string, Entry>()
  #bytes = 0
  #hits = 0

  /** With zero bytes, nothing is cached. */
  constructor(mostBytes: number) {
    this.#most = mostBytes
  }

  /** For the metrics: the memory in use, and how many responses were found. */
  get figures(): { bytes: number; hits: number } {
    return { bytes: this.#bytes, hits: this.#hits }
  }

  /** True if the request was made before, so that looking up the position in the change log may pay off. */
  knows(key: string): boolean {
    return this.#entries.has(key)
  }

  /** Returns the response if the change log has not grown since it was made. */
  find(key: string, position: string): CachedResponse | undefined {
    const entry = this.#entries.get(key)
    if (entry?.response === undefined || entry.position !== position) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    this.#hits++
    return entry.response
  }

  /** Notes a request. Also caches its response if it was noted before and the log is not known to have grown since. */
  note(key: string, position: string | undefined, make: () => CachedResponse): void {
    const previous = this.#entries.get(key)
    const isRepeated =
      previous !== undefined && (previous.position === undefined || previous.position === position)
    const entry = { position, response: isRepeated && position !== undefined ? make() : undefined }
    if (previous) this.#remove(key, previous)
    const bytes = sizeOf(key, entry)
    if (key.length > LONGEST_KEY || bytes > this.#most * LARGEST_PART) return
    this.#entries.set(key, entry)
    this.#bytes += bytes
    for (const [oldest, old] of this.#entries) {
      if (this.#bytes <= this.#most) break
      this.#remove(oldest, old)
    }
  }

  #remove(key: string, entry: Entry): void {
    this.#entries.delete(key)
    this.#bytes -= sizeOf(key, entry)
  }
}

/** Counts two bytes per character, which is the most that a string needs. */
const sizeOf = (key: string, { response }: Entry): number =>
  ENTRY_BYTES + 2 * (key.length + (response ? response.text.length + (response.next?.length ?? 0) : 0))
