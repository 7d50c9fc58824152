// A part of a transaction that fails alone, with a savepoint.
import type { Notice } from '../kernel/notice.ts'
import { translate } from './errors.ts'
import type { Execute } from './statements/execute.ts'

interface Attempting {
  execute: Execute
  /** The notices that the transaction has emitted so far. */
  notices: Notice[]
  /** Returns a function that forgets the row changes which were captured in between. */
  mark(): () => void
}

/** Runs a part. If it fails, rolls back what it wrote, captured and emitted, and throws the error of the part. */
export async function attemptIn<T>(
  { execute, notices, mark }: Attempting,
  part: () => Promise<T>,
): Promise<T> {
  const emitted = notices.length
  await execute('savepoint attempt', [])
  const forget = mark()
  try {
    const value = await part()
    await execute('release savepoint attempt', [])
    return value
  } catch (error) {
    try {
      await execute('rollback to savepoint attempt', [])
      await execute('release savepoint attempt', [])
    } catch {
      // The database has rolled back the whole transaction, for example because the disk is full.
    }
    notices.length = emitted
    forget()
    throw translate(error)
  }
}
