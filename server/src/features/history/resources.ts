// Reads the resources of log entries as their owner sees them: one statement per kind, however many entries.
import type { ChangeKind } from '@daymark/contract/changes'
import type { Entry } from '../../platform/changes/change.ts'
import type { Zone } from '../../platform/kernel/time/zone.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'

/** Writes a resource in a zone: as it is now, or for a timer as it was when the entry was made. */
export type Presenter = (zone: Zone, asOf?: Entry) => object

export interface Reading {
  readonly now: number
  /** The oldest position among the entries to show. */
  readonly since: number
}

/** The resources with these ids that the owner has; deleted ones are left out. */
export type ReadResources = (
  db: Db,
  ownerId: string,
  ids: readonly string[],
  reading: Reading,
) => Promise<ReadonlyMap<string, Presenter>>

export type ResourceReaders = Record<ChangeKind, ReadResources>
