// The only source of new ids: UUIDv7, so that keys created together are adjacent in an index.
import { randomUUIDv7 } from 'node:crypto'

export const newId = (): string => randomUUIDv7()
