// Removes a person from the logs, stored responses, webhook deliveries and jobs of others, in short steps.
import { sql } from 'kysely'
import type { Db, Tx } from '../storage/unit-of-work.ts'
import type { StoredRow } from './change.ts'
import { type Mention, mentionStore, NAMING_KINDS } from './mentions.ts'
import { eraseOutcomes } from './outcome-store.ts'
import { creditHistory, type Paid } from './shares.ts'

const FORGOTTEN = JSON.stringify({
  detail: 'The request succeeded. Its response was erased because it named a deleted account.',
})

/** How far a person has been forgotten. */
export interface Forgotten {
  /** The position in the log of the first item that still names the person. */
  seq: number
  /** How many rows the step has read. */
  done: number
}

/**
 * Forgets a user id or an address in about `most` rows. Returns undefined if nothing is left. An item that was shared
 * with the person, or a poll that the person answered, can still be restored, but without the mentions; other entries
 * that mention the person can no longer be undone.
 */
export async function forgetStep(
  tx: Tx,
  name: string,
  { seq: from, most, only }: { seq: number; most: number; only?: 'jobs' | undefined },
): Promise<Forgotten | undefined> {
  const store = mentionStore(tx)
  const some = await (only === 'jobs' ? store.nextJobs(name, most) : store.next(name, most))
  if (some.length === 0) return undefined
  let done = 0
  let seq = from
  for (const mention of some) {
    if (done >= most) break
    done++
    if (mention.place === 'item') {
      const read = await forgetInLog(tx, mention, seq, most)
      done += read.done
      seq = read.seq
      if (seq > 0) break
      const erased = await forgetDeliveries(tx, mention, most)
      done += erased
      if (erased === most) break
    } else await forgetElsewhere(tx, mention)
    await store.remove(mention)
  }
  return { seq, done }
}

/** Returns 0 as the position if the whole history of the item has been read. */
async function forgetInLog(
  db: Db,
  { name, owner_id, ref }: Mention,
  after: number,
  most: number,
): Promise<Forgotten> {
  const { rows } = await sql<Paid & { seq: number; kind: string; content: string | null }>`
    select seq, kind, content, owner_id, actor_id, charged_to, resource_id from changes
    where resource_id = ${ref} and owner_id = ${owner_id} and seq > ${after}
    order by seq limit ${most}`.execute(db.sql)
  const quoted = JSON.stringify(name)
  for (const { seq, kind, content, ...paid } of rows) {
    const { actor_id } = paid
    const isNamed = content?.includes(quoted)
    const isBlocked = kind === 'block' && ref === name
    if (!isNamed && !isBlocked && actor_id !== name) continue
    const rest = isNamed && content ? contentWithout(content, quoted) : content
    const freed = Buffer.byteLength(content ?? '') - Buffer.byteLength(rest ?? '')
    if (freed > 0) await creditHistory(db, paid, freed)
    await sql`
      update changes set content = ${rest}, actor_id = ${actor_id === name ? null : actor_id},
        resource_id = ${isBlocked ? '' : ref}
      where owner_id = ${owner_id} and seq = ${seq}`.execute(db.sql)
  }
  return { seq: rows.length < most ? 0 : (rows.at(-1)?.seq ?? 0), done: rows.length }
}

/** Tables whose rows can be removed from an entry, because each of them is only about one person or address. */
const OF_ONE_PERSON = new Set(['visibility_users', 'visibility_emails', 'meeting_participants'])

/** Returns null if a row that names the person cannot be removed, or if no row would be left. */
function contentWithout(content: string, quoted: string): string | null {
  const rows = JSON.parse(content) as StoredRow[]
  const names = (row: StoredRow) => JSON.stringify(row).includes(quoted)
  const rest = rows.filter(row => !names(row))
  const isRemovable = rows.every(row => OF_ONE_PERSON.has(row.table) || !names(row))
  return rest.length > 0 && isRemovable ? JSON.stringify(rest) : null
}

async function forgetDeliveries(db: Db, { name, owner_id, ref }: Mention, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries set body = null, response_excerpt = null, next_attempt_at = null,
      status = case when status = 'pending' then 'canceled' else status end
    where id in (select id from webhook_deliveries
      where owner_id = ${owner_id} and kind in (${NAMING_KINDS}) and resource_id = ${ref}
        and ${db.dialect.position(sql.ref('body'), JSON.stringify(name))} > 0 limit ${most})`.execute(db.sql)
  return Number(numAffectedRows ?? 0)
}

async function forgetElsewhere(db: Db, { owner_id, place, ref }: Mention): Promise<void> {
  const [of = '', detail = ''] = place.split(' ')
  if (of === 'outcome')
    await eraseOutcomes(db, sql`owner_id = ${owner_id} and channel = ${detail} and key = ${ref}`, {
      status: 410,
      body: FORGOTTEN,
    })
  else await sql`delete from jobs where kind = ${detail} and key = ${ref}`.execute(db.sql)
}
