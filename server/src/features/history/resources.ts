// Reads the resources of log entries as their owner sees them, all resources of one kind together.
import type { ChangeKind } from '@daymark/contract/changes'
import type { Entry } from '../../platform/changes/change.ts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'

/** Presents the current resource in a time zone. With `asOf`, a timer is presented as it was at that log entry. */
export type Presenter = (zone: Zone, asOf?: Entry) => object

export interface Reading {
  readonly now: number
  /** The sequence number of the oldest entry to show. */
  readonly since: number
}

/** Returns the owner's resources with these ids. Of deleted resources, returns only timers that the log contains. */
export type ReadResources = (
  db: Db,
  ownerId: string,
  ids: readonly string[],
  reading: Reading,
) => Promise<ReadonlyMap<string, Presenter>>

export type ResourceReaders = Record<ChangeKind, ReadResources>
