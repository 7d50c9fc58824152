// Advisory locks serialize work per key across all instances.
import { createHash } from 'node:crypto'

export const lockNumber = (key: string): bigint => createHash('sha256').update(key).digest().readBigInt64BE()
