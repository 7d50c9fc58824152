// Translates errors from both databases into problems that the protocols can present.
import { conflict, Problem, unavailable } from '../kernel/errors.ts'

const UNAVAILABLE = 'The database cannot be reached at the moment. Please try again.'
/** Clients may choose the ids of new items, so an insert can fail with an existing id. */
const TAKEN = 'This id is already in use. Choose another one.'
const FULL = 'The server has run out of disk space. Nothing was changed. Ask the operator of this server.'
const READ_ONLY = 'The database is read-only at the moment. Nothing was changed. Try again later.'

// SQLite's primary result codes: BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN.
const SQLITE_UNAVAILABLE = new Set([5, 6, 8, 10, 13, 14])
const SQLITE_READ_ONLY = 8
const SQLITE_FULL = 13
// READONLY, IOERR, FULL, CANTOPEN.
const SQLITE_UNWRITABLE = new Set([8, 10, 13, 14])
// PostgreSQL's SQLSTATE codes: connection errors, insufficient resources, operator intervention (such as a statement
// timeout), system errors, lock timeouts, and read-only transactions.
const POSTGRES_UNAVAILABLE = /^(08|53|57|58|55P03|25006)/
const POSTGRES_READ_ONLY = '25006'
const POSTGRES_FULL = '53100'
const POSTGRES_UNWRITABLE = new Set([POSTGRES_READ_ONLY, POSTGRES_FULL, '58030'])
const SOCKET_TROUBLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])
const POOL_TROUBLE =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable/

/** Turns a known database error into a problem, the same one for both databases. Returns all other errors unchanged. */
export function translate(error: unknown): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error
  const { errcode, code, syscall } = error as { errcode?: number; code?: string; syscall?: string }
  if (errcode !== undefined) {
    const primary = errcode & 0xff
    if (primary === SQLITE_FULL) return unavailable(FULL, error)
    if (primary === SQLITE_READ_ONLY) return unavailable(READ_ONLY, error)
    if (isUniqueViolation(error)) return conflict(TAKEN)
    return SQLITE_UNAVAILABLE.has(primary) ? unavailable(UNAVAILABLE, error) : error
  }
  if (isUniqueViolation(error)) return conflict(TAKEN)
  if (code === POSTGRES_FULL) return unavailable(FULL, error)
  if (code === POSTGRES_READ_ONLY) return unavailable(READ_ONLY, error)
  const isSocketMissing = code === 'ENOENT' && syscall === 'connect'
  const known =
    code !== undefined && (isSocketMissing || SOCKET_TROUBLE.has(code) || POSTGRES_UNAVAILABLE.test(code))
  return known || POOL_TROUBLE.test(error.message) ? unavailable(UNAVAILABLE, error) : error
}

/** True if the database may still answer reads but refuses writes: its disk is full or broken, or it is read-only. */
export function isUnwritable(error: unknown): boolean {
  const fault: unknown = error instanceof Problem ? error.cause : error
  const { errcode, code } = (fault ?? {}) as { errcode?: number; code?: string }
  return errcode === undefined ? POSTGRES_UNWRITABLE.has(code ?? '') : SQLITE_UNWRITABLE.has(errcode & 0xff)
}

/** True for a deadlock or serialization failure, after which the same work may succeed. */
export function isRetryable(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code
  return code === '40001' || code === '40P01'
}

function isUniqueViolation(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: number; code?: string }
  return errcode === 2067 || errcode === 1555 || code === '23505'
}
