// Creates ids: UUIDv7, so that rows created together are adjacent in an index. No other module creates ids.
import { randomUUID } from 'node:crypto'

/** The 12 bits after the version count the ids of a millisecond, as RFC 9562 suggests. */
const MAX_COUNT = 0xfff
/** Where the variant and the 62 random bits of a version 4 UUID begin. */
const RANDOM_PART = 19

/**
 * Each id sorts after all earlier ids of this process, so that items of the same millisecond are listed in the order of
 * their creation.
 */
export const newId = orderedIds(Date.now)

export function orderedIds(clock: () => number): () => string {
  let time = 0
  let count = 0
  return () => {
    const now = clock()
    if (now > time) {
      time = now
      count = 0
    } else if (++count > MAX_COUNT) {
      time++
      count = 0
    }
    const stamp = time.toString(16).padStart(12, '0')
    const counted = `7${count.toString(16).padStart(3, '0')}`
    return `${stamp.slice(0, 8)}-${stamp.slice(8)}-${counted}-${randomUUID().slice(RANDOM_PART)}`
  }
}
