// Computes the id of an occurrence. The id is the same on every read, although it is not stored.
import { hash } from 'node:crypto'

const ID_BYTES = 16
const name = Buffer.alloc(ID_BYTES + 24)
let named = ''

/** Returns a UUIDv5 in the namespace of the series. The name is the original start in epoch milliseconds. */
export function occurrenceId(seriesId: string, instanceStart: number): string {
  // Reuses the namespace of the previous call, because a list may have thousands of occurrences of one series.
  if (seriesId !== named) name.write(seriesId.replaceAll('-', ''), 'hex')
  named = seriesId
  const length = ID_BYTES + name.write(String(instanceStart), ID_BYTES, 'latin1')
  const hex = hash('sha1', name.subarray(0, length), 'hex')
  const variant = VARIANTS[Number.parseInt(hex.charAt(16), 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const VARIANTS = ['8', '9', 'a', 'b']
