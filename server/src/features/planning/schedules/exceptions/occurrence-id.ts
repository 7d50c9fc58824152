// The stable id of an occurrence: the same on every read.
import { hash } from 'node:crypto'

const ID_BYTES = 16
const name = Buffer.alloc(ID_BYTES + 24)
let named = ''

/** UUIDv5 in the namespace of the series; the name is the original start in epoch milliseconds. */
export function occurrenceId(seriesId: string, instanceStart: number): string {
  // A list has thousands of them, mostly of few series: the namespace is written only when it changes.
  if (seriesId !== named) name.write(seriesId.replaceAll('-', ''), 'hex')
  named = seriesId
  const length = ID_BYTES + name.write(String(instanceStart), ID_BYTES, 'latin1')
  const hex = hash('sha1', name.subarray(0, length), 'hex')
  const variant = VARIANTS[Number.parseInt(hex.charAt(16), 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const VARIANTS = ['8', '9', 'a', 'b']
