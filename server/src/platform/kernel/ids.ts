// The only source of new ids: UUIDv7, so that keys of one moment lie beside each other in an index.
import { randomUUIDv7 } from 'node:crypto'

export const newId = (): string => randomUUIDv7()
