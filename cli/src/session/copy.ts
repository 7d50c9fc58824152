// The local copy of the user's data: a snapshot of the store, upcoming entries, and the last printed todo list.
import { join } from 'node:path'
import type { Schedule, Snapshot } from '@daymark/client'
import { readJson, writePrivate } from './private-files.ts'

const DAY_MS = 86_400_000
/** The kinds of items that commands read from the local copy. */
export const COPIED = ['tag_group', 'tag', 'preferences', 'todo', 'timer'] as const
/** Timers that ended and todos that were completed more than this many days ago are not stored. */
export const KEPT_DAYS = 8

/** The entries in a range of dates, as the server listed them. The store contains no occurrences of series. */
export interface Upcoming {
  readonly first: string
  /** The date after the last day. */
  readonly end: string
  /** The time at which the entries were loaded, in epoch milliseconds. */
  readonly at: number
  readonly entries: readonly Schedule[]
}

export interface Copy {
  readonly snapshot: Snapshot | undefined
  readonly upcoming: Upcoming | undefined
}

const snapshotFile = (folder: string) => join(folder, 'copy.json')
const upcomingFile = (folder: string) => join(folder, 'upcoming.json')
const listFile = (folder: string) => join(folder, 'list.json')

export async function readCopy(folder: string): Promise<Copy> {
  const [snapshot, upcoming] = await Promise.all([
    readJson(snapshotFile(folder)),
    readJson(upcomingFile(folder)),
  ])
  return {
    snapshot: isSnapshot(snapshot) ? snapshot : undefined,
    upcoming: (upcoming as Upcoming | undefined)?.entries ? (upcoming as Upcoming) : undefined,
  }
}

export const saveSnapshot = (folder: string, snapshot: Snapshot): Promise<void> =>
  writePrivate(snapshotFile(folder), trimmed(snapshot, Date.now() - KEPT_DAYS * DAY_MS))

export const saveUpcoming = (folder: string, upcoming: Upcoming): Promise<void> =>
  writePrivate(upcomingFile(folder), upcoming)

/** Stores the ids of a numbered list, so that a number in a later command refers to the list that the user saw. */
export const saveList = (folder: string, ids: readonly string[]): Promise<void> =>
  writePrivate(listFile(folder), ids)

export async function readList(folder: string): Promise<readonly string[]> {
  const ids = await readJson(listFile(folder))
  return Array.isArray(ids) ? ids.map(String) : []
}

function isSnapshot(value: unknown): value is Snapshot {
  const { seq, kinds } = (value ?? {}) as Partial<Snapshot>
  return Number.isInteger(seq) && typeof kinds === 'object' && kinds !== null
}

/** Drops items that no command needs or that ended before `since`, so that the file stays small after years of use. */
export function trimmed({ seq, kinds }: Snapshot, since: number): Snapshot {
  const isRecent = (time: string | null) => time === null || Date.parse(time) >= since
  const { tag_group = [], tag = [], preferences = [], todo = [], timer = [] } = kinds
  return {
    seq,
    kinds: {
      tag_group,
      tag,
      preferences,
      todo: todo.filter(([, { status, completed_at }]) => status !== 'CANCELLED' && isRecent(completed_at)),
      timer: timer.filter(([, { ended_at }]) => isRecent(ended_at)),
    },
  }
}
