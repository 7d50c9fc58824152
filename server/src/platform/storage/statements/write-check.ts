// Makes a storage's `check` fail while the database answers reads but refuses writes.
import { randomBytes } from 'node:crypto'
import { isUnwritable } from '../errors.ts'
import type { Storage, Tx } from '../unit-of-work.ts'

/**
 * After a write failed because the database refuses writes, for example on a full disk, `check` also writes until its
 * own write succeeds. It cannot wait for a person's next write, because load balancers send no requests to a server
 * that is not ready.
 */
export function withWriteCheck(storage: Storage): Storage {
  let mayBeUnwritable = false
  return {
    ...storage,
    write: (keys, work) =>
      storage.write(keys, work).catch(error => {
        mayBeUnwritable ||= isUnwritable(error)
        throw error
      }),
    check: async () => {
      await storage.check()
      if (!mayBeUnwritable) return
      await storage.write([], probe)
      mayBeUnwritable = false
    },
  }
}

const PROBE_BYTES = 49_152

/**
 * Inserts and deletes a row in one transaction, so that nobody else sees it. This needs disk space like any other
 * change.
 */
async function probe({ sql }: Tx): Promise<void> {
  const position = -1
  // PostgreSQL would compress a repetitive string to almost nothing.
  const name = randomBytes(PROBE_BYTES).toString('base64')
  await sql.insertInto('migrations').values({ position, name, checksum: '' }).execute()
  await sql.deleteFrom('migrations').where('position', '=', position).execute()
}
