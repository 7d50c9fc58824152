// Streams an archive of a person's data from one snapshot, only as fast as the client reads.
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Actor } from '../../platform/kernel/actor.ts'
import { limited, overloaded } from '../../platform/kernel/errors.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { personalArchive } from '../../platform/storage/copies/personal/personal-archive.ts'
import type { UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { RequestSource } from '../audit/audit-entry.ts'
import { record } from '../audit/record.ts'
import { calendarFile } from './calendar-file.ts'

export interface ExportParts {
  uow: UnitOfWork
  clock: Clock
  /** The Daymark version. */
  version: string
  stall_ms?: number
}

/** Limits concurrent exports, because each one holds a snapshot open, and on PostgreSQL a connection. */
const MAX_TOGETHER = 2
/** A client that reads nothing for this long is disconnected, because an open snapshot delays database cleanup. */
const STALL_MS = 30_000
const RETRY_S = 30

export type ExportService = ReturnType<typeof exportService>

export function exportService({ uow, clock, version, stall_ms = STALL_MS }: ExportParts) {
  const running = new Map<string, Readable>()

  return {
    /** Rejects if the database cannot be reached, so that the client gets an error instead of a partial archive. */
    async archiveOf(
      actor: Actor,
      { history, account }: { history: boolean; account: boolean },
      source: RequestSource,
    ): Promise<Readable> {
      if (running.has(actor.id))
        throw limited('An export of your data is already running. Wait until it has finished.', RETRY_S)
      if (running.size >= MAX_TOGETHER)
        throw overloaded('Too many exports are running. Try again in 30 seconds.', RETRY_S)
      const output = new PassThrough()
      running.set(actor.id, output)
      const free = () => {
        if (running.get(actor.id) === output) running.delete(actor.id)
      }
      // Frees the slot before the snapshot is closed, because the client may start another export right after the last
      // byte.
      output.once('end', free)
      // An error before reading starts would otherwise end the process. The reader reports later errors.
      output.on('error', () => {})
      const started = Promise.withResolvers<void>()
      const request = {
        user_id: actor.id,
        version,
        now: clock.now(),
        history,
        account,
        extra: [calendarFile],
      }
      uow
        .snapshot(async db => {
          started.resolve()
          await pipeline(unlessStalled(personalArchive(db, request), output, stall_ms), output)
        })
        .catch((error: Error) => {
          started.reject(error)
          output.destroy(error)
        })
        .finally(free)
      await started.promise
      await uow.write([actor.id], tx =>
        record(tx, { owner_id: actor.id, event: 'data_exported', at: request.now, source }),
      )
      return output
    },
  }
}

/** Yields the content, and destroys `output` if its reader stalls. */
async function* unlessStalled(
  content: AsyncIterable<Buffer>,
  output: PassThrough,
  ms: number,
): AsyncGenerator<Buffer> {
  const stalled = () => output.destroy(new Error('The client stopped reading the export.'))
  let timer: NodeJS.Timeout | undefined
  try {
    for await (const chunk of content) {
      // While `output` is full, the pipeline requests no further chunk, so the timer runs on.
      timer = setTimeout(stalled, ms)
      yield chunk
      clearTimeout(timer)
    }
  } finally {
    clearTimeout(timer)
  }
}
