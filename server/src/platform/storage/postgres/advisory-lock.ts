// The numbers of PostgreSQL's advisory locks, which serialize work by key on all instances.
import { createHash } from 'node:crypto'

export const lockNumber = (key: string): bigint => createHash('sha256').update(key).digest().readBigInt64BE()
