// UUIDv7 keeps rows that are created together adjacent in an index.
import { randomUUID } from 'node:crypto'

/** The 12 bits after the version number count the ids of one millisecond, as RFC 9562 suggests. */
const MAX_COUNT = 0xfff
/** The offset of the variant and the 62 random bits in a version 4 UUID. */
const RANDOM_PART = 19

/**
 * Each id sorts after all earlier ids from this process, so that items from the same millisecond are listed in creation
 * order.
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
