// Creates ids: UUIDv7, so that rows created together are adjacent in an index. No other module creates ids.
import { randomUUIDv7 } from 'node:crypto'

export const newId = (): string => randomUUIDv7()
