// Prepares change log entries for clients: adds the current state of the changed resource to each entry.
import type { ChangeKind } from '@daymark/contract/changes'
import type { Entry } from '../../platform/changes/change.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import type { Presenter, ResourceReaders } from './resources.ts'

const NONE: ReadonlySet<ChangeKind> = new Set()

export interface DeliveredChange extends Entry {
  /** Undefined if the change is a deletion. */
  readonly present: Presenter | undefined
  /**
   * The kinds of the later entries of the same batch, except entries on this page that `deliver` has dropped. Complete
   * only if `deliver` was called with the kinds after the page, as the sockets do to find the end of a batch.
   */
  readonly later_kinds: ReadonlySet<ChangeKind>
}

/**
 * Drops all entries of a resource that no longer exists, except its deletion. Keeps those of a deleted timer, whose
 * earlier states can be read from the log. `rest` are the kinds of the entries after this page that belong to the batch
 * of its last entry.
 *
 * No change of a batch has `batch_end` if all of the batch's entries on its last page are dropped. Clients then notice
 * the end by the next batch, such as the deletion of these resources, or by `synced`.
 */
export async function deliver(
  db: Db,
  ownerId: string,
  readers: ResourceReaders,
  entries: readonly Entry[],
  now: number,
  rest: ReadonlySet<ChangeKind> = NONE,
): Promise<DeliveredChange[]> {
  const presenters = await readAll(db, ownerId, readers, entries, now)
  const shown = entries.filter(entry => entry.action === 'deleted' || presenters.has(nameOf(entry)))
  const later = laterKinds(shown, entries.at(-1)?.batch_id, rest)
  return shown.map((entry, at) => ({
    ...entry,
    batch_end: shown[at + 1]?.batch_id !== entry.batch_id && endsHere(entries, entry.batch_id),
    present: entry.action === 'deleted' ? undefined : presenters.get(nameOf(entry)),
    later_kinds: later[at] ?? NONE,
  }))
}

function laterKinds(
  entries: readonly Entry[],
  lastBatch: string | undefined,
  rest: ReadonlySet<ChangeKind>,
): ReadonlySet<ChangeKind>[] {
  const later: ReadonlySet<ChangeKind>[] = []
  let kinds = NONE
  for (let at = entries.length - 1; at >= 0; at--) {
    const [entry, next] = [entries[at], entries[at + 1]]
    if (entry?.batch_id !== next?.batch_id) kinds = entry?.batch_id === lastBatch ? rest : NONE
    else kinds = kinds.union(new Set([next?.kind as ChangeKind]))
    later[at] = kinds
  }
  return later
}

const nameOf = ({ kind, id }: Entry): string => `${kind} ${id}`

/** Returns false if the batch continues on the next page. */
function endsHere(entries: readonly Entry[], batchId: string): boolean {
  const last = entries.at(-1)
  return last?.batch_id !== batchId || last.batch_end
}

async function readAll(
  db: Db,
  ownerId: string,
  readers: ResourceReaders,
  entries: readonly Entry[],
  now: number,
): Promise<Map<string, Presenter>> {
  const wanted = Map.groupBy(
    entries.filter(entry => entry.action !== 'deleted'),
    entry => entry.kind as ChangeKind,
  )
  const found = new Map<string, Presenter>()
  const reading = { now, since: entries[0]?.seq ?? 0 }
  for (const [kind, group] of wanted) {
    const ids = [...new Set(group.map(entry => entry.id))]
    for (const [id, present] of await readers[kind](db, ownerId, ids, reading))
      found.set(`${kind} ${id}`, present)
  }
  return found
}

/** Keeps only the last of consecutive entries of one resource. */
export const fold = (entries: readonly Entry[]): Entry[] =>
  entries.filter((entry, at) => {
    const next = entries[at + 1]
    return !next || next.kind !== entry.kind || next.id !== entry.id
  })
