// Appends the log entries of a transaction just before its commit, and announces them after it.
import type { Cause } from '../../kernel/cause.ts'
import { inTurns, mapInTurns } from '../../kernel/concurrency/in-turns.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { type ChangeKind, isRootKind, TRACKED_TABLES } from '../../storage/tracked-tables.ts'
import type { Db, Tx } from '../../storage/unit-of-work.ts'
import { CHANGES_NOTICE, type ChangesNotice, type Draft } from '../change.ts'
import { addGrowth, NO_GROWTH, type Quotas, requireWithinQuotas } from '../growth.ts'
import { changeStore, type NumberedDraft } from '../store.ts'
import { totalsStore } from '../totals-store.ts'
import { takeCaptured } from './captured-store.ts'
import { composeEntries, type DetailOf, type OpenDraft } from './compose.ts'
import { followUps } from './follow-ups.ts'
import { type NetRow, netRows } from './net-rows.ts'
import { peopleFollowUps } from './people-follow-ups.ts'

export type BeforeCommit = (tx: Tx, cause: Cause) => Promise<void>

const keys = new Map(TRACKED_TABLES.map(({ name, key }) => [name, key]))

export interface RecorderParts {
  clock: Clock
  details: Partial<Record<ChangeKind, DetailOf>>
  quotas: Quotas
}

export const changeRecorder =
  ({ clock, details, quotas }: RecorderParts): BeforeCommit =>
  async (tx, cause) => {
    const store = changeStore(tx)
    const captured = await takeCaptured(tx)
    if (captured.length === 0) return
    const rows = await inTurns(netRows(captured, table => keys.get(table) ?? []))
    const deleted = new Set(rows.filter(isDeletedUser).map(({ key }) => String(key['id'])))
    const composed = await composeEntries(rows, details)
    const own = composed.filter(({ owner_id }) => !deleted.has(owner_id ?? ''))
    const others = await peopleFollowUps(tx, rows)
    const open = [...own, ...(await followUps(tx, rows, own)), ...others]
    const owned = await number(tx, await complete(tx, open), quotas)
    const numbered = owned.flatMap(({ drafts }) => drafts)
    if (numbered.length > 0) await store.append(cause, clock.now(), numbered)
    if (deleted.size > 0) await store.forgetPeople([...deleted])
    for (const { id, seq } of numbered) cause.versions.set(id, seq)
    for (const { owner_id, seq, shares } of owned) {
      const body: ChangesNotice = { seq, batch_id: cause.batch_id, shares }
      tx.emit({ user_id: owner_id, kind: CHANGES_NOTICE, body })
    }
  }

const isDeletedUser = ({ table, after }: NetRow): boolean => table === 'users' && after === null

/**
 * Looks up owners and titles that the rows did not contain. A resource that was deleted with its owner has no log.
 */
async function complete(db: Db, drafts: readonly OpenDraft[]): Promise<Draft[]> {
  const missing = Map.groupBy(
    drafts.filter(draft => draft.owner_id === null && isRootKind(draft.kind)),
    draft => draft.kind,
  )
  const found = new Map<string, { owner_id: string; title: string | null }>()
  for (const [kind, group] of missing) {
    if (!isRootKind(kind)) continue
    const described = await changeStore(db).describe(
      kind,
      group.map(({ id }) => id),
    )
    for (const [id, row] of described) found.set(`${kind} ${id}`, row)
  }
  return drafts.flatMap(draft => {
    if (draft.owner_id !== null) return [{ ...draft, owner_id: draft.owner_id }]
    const row = found.get(`${draft.kind} ${draft.id}`)
    return row ? [{ ...draft, owner_id: row.owner_id, title: draft.title ?? row.title }] : []
  })
}

/** The entries of one owner, with the number of the last. */
interface Numbered {
  owner_id: string
  seq: number
  /** Whether any item of the owner is shared, or was until now. */
  shares: boolean
  drafts: NumberedDraft[]
}

/** Owners are locked in order, so that two transactions cannot deadlock on each other's numbers. */
async function number(db: Db, drafts: readonly Draft[], quotas: Quotas): Promise<Numbered[]> {
  const byOwner = Map.groupBy(drafts, draft => draft.owner_id)
  const numbered: Numbered[] = []
  for (const owner of [...byOwner.keys()].sort()) {
    const group = await mapInTurns(byOwner.get(owner) ?? [], withContent)
    const growth = group.reduce((sum, draft) => addGrowth(sum, draft.growth), NO_GROWTH)
    const totals = await totalsStore(db).add(owner, group.length, growth)
    if (totals === undefined) continue
    requireWithinQuotas(quotas, growth, totals)
    const { seq } = totals
    numbered.push({
      owner_id: owner,
      seq,
      shares: totals.shares > 0 || growth.shares < 0,
      drafts: group.map((draft, at) => ({
        ...draft,
        seq: seq - group.length + 1 + at,
        batch_end: at === group.length - 1,
      })),
    })
  }
  return numbered
}

function withContent(draft: Draft): Draft & Pick<NumberedDraft, 'content'> {
  const content = draft.rows && JSON.stringify(draft.rows)
  const history_bytes = content === null ? 0 : Buffer.byteLength(content)
  return { ...draft, content, growth: { ...draft.growth, history_bytes } }
}
