// Compares the change log with the acknowledged writes of a killed server.
import { sql } from 'kysely'
import { ROOTS, type RootKind } from '../../src/platform/storage/tracked-tables.ts'
import type { Storage } from '../../src/platform/storage/unit-of-work.ts'

export interface Acknowledged {
  kind: RootKind
  id: string
  action: 'created' | 'updated'
  /** Changes with the same writer were acknowledged in sequence. */
  writer: number
}

interface LoggedEntry {
  seq: number
  kind: RootKind
  id: string
  action: string
  follow_up: boolean | 0 | 1
}

/** Returns a sentence for each contradiction between one person's log, rows and acknowledged changes. */
export async function contradictionsInLog(
  storage: Storage,
  ownerId: string,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  const { entries, seq, versions } = await storage.read(async db => {
    const log = await sql<LoggedEntry>`
      select seq, kind, resource_id as id, action, follow_up from changes
      where owner_id = ${ownerId} order by seq`.execute(db.sql)
    const totals = await sql<{
      seq: number
    }>`select seq from change_totals where owner_id = ${ownerId}`.execute(db.sql)
    const rows = new Map<string, number>()
    for (const [kind, { table }] of Object.entries(ROOTS)) {
      const found = await sql<{ id: string; version: number }>`
        select id, version from ${sql.table(table)} where owner_id = ${ownerId}`.execute(db.sql)
      for (const { id, version } of found.rows) rows.set(`${kind} ${id}`, version)
    }
    return { entries: log.rows, seq: totals.rows[0]?.seq ?? 0, versions: rows }
  })
  return [
    ...gaps(entries, seq),
    ...missingOrRepeated(entries, acknowledged),
    ...outOfOrder(entries, acknowledged),
    ...unlike(entries, versions),
  ]
}

const nameOf = ({ kind, id }: { kind: string; id: string }): string => `${kind} ${id}`

function gaps(entries: readonly LoggedEntry[], seq: number): string[] {
  const wrong = entries.flatMap((entry, at) =>
    entry.seq === at + 1 ? [] : [`entry ${at + 1} is ${entry.seq}`],
  )
  return entries.length === seq
    ? wrong
    : [...wrong, `${entries.length} entries, but the last number is ${seq}`]
}

/** Reports acknowledged changes that do not have exactly one log entry. */
function missingOrRepeated(entries: readonly LoggedEntry[], acknowledged: readonly Acknowledged[]): string[] {
  const counts = Map.groupBy(
    entries.filter(entry => !entry.follow_up),
    entry => `${nameOf(entry)} ${entry.action}`,
  )
  return acknowledged.flatMap(change => {
    const count = counts.get(`${nameOf(change)} ${change.action}`)?.length ?? 0
    return count === 1 ? [] : [`${nameOf(change)} was ${change.action} once, but has ${count} entries for it`]
  })
}

function outOfOrder(entries: readonly LoggedEntry[], acknowledged: readonly Acknowledged[]): string[] {
  const own = entries.filter(entry => !entry.follow_up)
  const seqs = new Map(own.map(entry => [`${nameOf(entry)} ${entry.action}`, entry.seq]))
  const last = new Map<number, number>()
  return acknowledged.flatMap(change => {
    const seq = seqs.get(`${nameOf(change)} ${change.action}`) ?? 0
    const isLater = seq > (last.get(change.writer) ?? 0)
    last.set(change.writer, seq)
    return isLater ? [] : [`${nameOf(change)} is out of order`]
  })
}

/**
 * Reports rows without a log entry, rows that do not have the version of their last entry, and created resources that
 * do not exist. The load deletes nothing, so all of them must exist.
 */
function unlike(entries: readonly LoggedEntry[], versions: ReadonlyMap<string, number>): string[] {
  const last = new Map(entries.map(entry => [nameOf(entry), entry.seq]))
  const created = new Set(entries.filter(({ action }) => action === 'created').map(nameOf))
  return [
    ...[...created].flatMap(name => (versions.has(name) ? [] : [`${name} has an entry, but does not exist`])),
    ...[...versions].flatMap(([name, version]) => {
      if (!created.has(name)) return [`${name} exists without an entry`]
      return last.get(name) === version ? [] : [`${name} has version ${version} instead of ${last.get(name)}`]
    }),
  ]
}
