// Streams an archive of a person's data from one snapshot, only as fast as the client reads.
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Actor } from '../../platform/kernel/actor.ts'
import { HeavyWork } from '../../platform/kernel/concurrency/heavy-work.ts'
import type { Clock } from '../../platform/kernel/time/clock.ts'
import { personalArchive } from '../../platform/storage/copies/personal/personal-archive.ts'
import type { UnitOfWork } from '../../platform/storage/unit-of-work.ts'
import type { RequestSource } from '../audit/audit-entry.ts'
import { record } from '../audit/record.ts'
import { calendarFile } from './calendar-file.ts'

export interface ExportParts {
  uow: UnitOfWork
  clock: Clock
  heavy: HeavyWork
  /** The Daymark version. */
  version: string
  stall_ms?: number
  /** How long an export waits in line. */
  wait_ms?: number
}

/** Limits open snapshots, because each one delays database cleanup and, on PostgreSQL, takes a connection. */
const SNAPSHOTS = { at_once: 4, per_person: 1 }
/** A client that reads nothing for this long is disconnected, because an open snapshot delays database cleanup. */
const STALL_MS = 30_000

export type ExportService = ReturnType<typeof exportService>

export function exportService(parts: ExportParts) {
  const { uow, clock, heavy, version, stall_ms = STALL_MS, wait_ms } = parts
  const snapshots = new HeavyWork({ ...SNAPSHOTS, ...(wait_ms !== undefined && { wait_ms }) })

  return {
    /** Rejects if the database cannot be reached, so that the client gets an error instead of a partial archive. */
    async archiveOf(
      actor: Actor,
      { history, account }: { history: boolean; account: boolean },
      source: RequestSource,
    ): Promise<Readable> {
      const snapshot = await snapshots.enter(actor.id)
      const place = await heavy.enter(actor.id).catch((error: unknown) => {
        snapshot.leave()
        throw error
      })
      const output = new PassThrough()
      const free = () => {
        place.leave()
        snapshot.leave()
      }
      // Leaves before the snapshot is closed, because the client may start another export right after the last byte.
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
          const archive = place.stream(personalArchive(db, request))
          await pipeline(unlessStalled(archive, output, stall_ms), output)
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
