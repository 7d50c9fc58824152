// Appends the change log entries of a transaction just before its commit, and publishes notices after it.
import type { Cause } from '../../kernel/cause.ts'
import { mapInTurns } from '../../kernel/concurrency/in-turns.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import { type ChangeKind, isRootKind, TRACKED_TABLES } from '../../storage/tracked-tables.ts'
import type { Db, Tx } from '../../storage/unit-of-work.ts'
import { CHANGES_NOTICE, type ChangesNotice, type Draft } from '../change.ts'
import { type Growth, type Quotas, requireWithinQuotas, totalGrowth } from '../growth.ts'
import { type Mention, mentionStore, mentionsIn } from '../mentions.ts'
import { actorFull, addsForOthers, chargeActor, chargedTo, chargeGuests } from '../shares.ts'
import { changeStore } from '../store.ts'
import { appendToAll } from './append-many-store.ts'
import type { Appended, NewTotals } from './append-store.ts'
import { compactAnswers } from './compact-answers.ts'
import { composeEntries, type DetailOf, type OpenDraft } from './compose.ts'
import { followUps, mayHaveFollowUps } from './follow-ups.ts'
import { type NetRow, netRows } from './net-rows.ts'
import { isRenamed, peopleFollowUps } from './people-follow-ups.ts'
import { keepSearchTexts } from './search-texts.ts'

/** Returns the number of the last new entry in the actor's log, if there is one. */
export type BeforeCommit = (tx: Tx, cause: Cause) => Promise<number | undefined>

const keys = new Map(TRACKED_TABLES.map(({ name, key }) => [name, key]))

export interface RecorderParts {
  clock: Clock
  details: Partial<Record<ChangeKind, DetailOf>>
  quotas: Quotas
  /** Does more work in the transaction, such as planning reminders. Returns true if that changed tracked rows. */
  follow?: ((tx: Tx, rows: readonly NetRow[], cause: Cause, now: number) => Promise<boolean>) | undefined
}

export const changeRecorder =
  ({ clock, details, quotas, follow }: RecorderParts): BeforeCommit =>
  async (tx, cause) => {
    const captured = await tx.takeCaptured()
    if (captured.length === 0) return undefined
    const keyOf = (table: string) => keys.get(table) ?? []
    const changed = await netRows(captured, keyOf)
    const rows = (await follow?.(tx, changed, cause, clock.now()))
      ? await netRows([...captured, ...(await tx.takeCaptured())], keyOf)
      : changed
    const deleted = deletedUsers(rows)
    const composed = await composeEntries(rows, details)
    const own =
      deleted.size === 0 ? composed : composed.filter(({ owner_id }) => !deleted.has(owner_id ?? ''))
    const others = rows.some(isRenamed) ? await peopleFollowUps(tx, rows) : []
    const following = mayHaveFollowUps(rows, own) ? await followUps(tx, rows, own) : []
    const open = following.length + others.length === 0 ? own : [...own, ...following, ...others]
    await keepSearchTexts(tx, rows, deleted)
    const drafts = open.every(isComplete) ? open : await complete(tx, open)
    const now = clock.now()
    const appended: (Appended & { growth: Growth })[] = []
    const mentions: Mention[] = []
    for (const [owner_id, ofOwner] of byOwner(drafts)) {
      const charged_to = chargedTo(cause, owner_id)
      const contents = await mapInTurns(
        ofOwner,
        ({ rows }) => rows && JSON.stringify(charged_to === null ? rows : compactAnswers(rows)),
      )
      const growth = totalGrowth(ofOwner, charged_to === null ? bytesOf(contents) : 0)
      for (const mention of mentionsIn(owner_id, cause.actor_id, ofOwner)) mentions.push(mention)
      appended.push({ cause, now, owner_id, drafts: ofOwner, contents, charged_to, growth })
    }
    const allTotals = await appendCharged(tx, appended, quotas.history_bytes)
    for (const { owner_id, drafts, growth } of appended) {
      const totals = allTotals.get(owner_id)
      if (!totals) continue
      requireWithinQuotas(quotas, growth, totals)
      for (const [at, { id }] of drafts.entries()) {
        // A friendship is in the logs of both people. The response shows the version from the actor's log.
        if (owner_id === cause.actor_id || !cause.versions.has(id))
          cause.versions.set(id, totals.seq - drafts.length + 1 + at)
      }
      const shares = totals.shares > 0 || growth.shares < 0
      const webhooks = Boolean(totals.has_webhooks)
      const body: ChangesNotice = { seq: totals.seq, batch_id: cause.batch_id, shares, webhooks }
      tx.emit({ user_id: owner_id, kind: CHANGES_NOTICE, body })
    }
    await mentionStore(tx).add(mentions)
    return allTotals.get(cause.actor_id ?? '')?.seq
  }

const deletedUsers = (rows: readonly NetRow[]): ReadonlySet<string> =>
  rows.some(isDeletedUser) ? new Set(rows.filter(isDeletedUser).map(({ key }) => String(key['id']))) : NOBODY
const NOBODY: ReadonlySet<string> = new Set()

const isDeletedUser = ({ table, after }: NetRow): boolean => table === 'users' && after === null

/**
 * Looks up owners and titles that the rows did not contain. A resource that was deleted with its owner gets no
 * entry.
 */
async function complete(db: Db, drafts: readonly OpenDraft[]): Promise<readonly Draft[]> {
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
    if (isComplete(draft)) return [draft]
    const row = found.get(`${draft.kind} ${draft.id}`)
    return row ? [{ ...draft, owner_id: row.owner_id, title: draft.title ?? row.title }] : []
  })
}

/** Appends the entries, and adds what they cost others to the share of the person or the guests who caused them. */
async function appendCharged(
  tx: Tx,
  appended: (Appended & { growth: Growth })[],
  quota: number,
): Promise<Map<string, NewTotals>> {
  const ofOthers = appended.filter(({ charged_to }) => charged_to !== null)
  const [first] = ofOthers
  if (!first) return appendToAll(tx, appended)
  if (first.charged_to === 'guests') {
    const totals = await appendToAll(tx, appended)
    for (const { drafts, contents } of ofOthers)
      for (const [at, draft] of drafts.entries()) {
        const content = contents[at]
        if (content) await chargeGuests(tx, draft, Buffer.byteLength(content))
      }
    return totals
  }
  const actor = first.cause.actor_id ?? ''
  const bytes = ofOthers.reduce((sum, { contents }) => sum + bytesOf(contents), 0)
  const own = appended.find(({ owner_id }) => owner_id === actor)
  if (own) own.growth = { ...own.growth, history_bytes: own.growth.history_bytes + bytes }
  // The rows of all people are locked in the same order by every transaction, so that two cannot deadlock.
  const isBefore = ({ owner_id }: Appended) => owner_id < actor
  const before = await appendToAll(tx, appended.filter(isBefore))
  const charged = own || bytes === 0 ? undefined : await chargeActor(tx, actor, bytes)
  const after = await appendToAll(
    tx,
    appended.filter(each => !isBefore(each)),
  )
  const totals = new Map([...before, ...after])
  const used = charged ?? totals.get(actor)?.history_bytes ?? 0
  if (quota > 0 && used > quota && ofOthers.some(({ drafts }) => drafts.some(addsForOthers)))
    throw actorFull()
  return totals
}

/** Sorts the owners. Their rows are locked in this order, so two transactions cannot deadlock. */
function byOwner(drafts: readonly Draft[]): [owner: string, drafts: readonly Draft[]][] {
  const [first] = drafts
  if (!first) return []
  if (drafts.every(({ owner_id }) => owner_id === first.owner_id)) return [[first.owner_id, drafts]]
  return [...Map.groupBy(drafts, ({ owner_id }) => owner_id)].sort(([a], [b]) => (a < b ? -1 : 1))
}

const isComplete = (draft: OpenDraft): draft is Draft => draft.owner_id !== null

const bytesOf = (texts: readonly (string | null)[]): number =>
  texts.reduce((sum, text) => sum + (text === null ? 0 : Buffer.byteLength(text)), 0)
