// Finds the first items of a search in steps, so that an account with a million items does not block other requests.
import { pauses } from '../../platform/kernel/concurrency/in-turns.ts'
import type { Db } from '../../platform/storage/unit-of-work.ts'
import { byPlace, type Place } from './hit.ts'
import { lastFriendOfStep, startOfStep } from './step-store.ts'
import { findIn, friendsBranches, othersBranches, ownBranches, type Search, type StepSize } from './store.ts'

/**
 * SQLite reads a step in about 10 ms. PostgreSQL does not block other requests, but with steps, a search can end early
 * and each statement stays within its time limit. PostgreSQL reads all friends in one step, because each step would
 * read their items again.
 */
const STEPS: Record<Db['dialect']['name'], StepSize> = {
  sqlite: { texts: 20_000, friends: 500 },
  postgres: { texts: 50_000, friends: 1_000_000 },
}

export async function findItems(db: Db, search: Search): Promise<Place[]> {
  if (search.kinds.length === 0) return []
  const { scope } = search.filter
  const step = search.step ?? STEPS[db.dialect.name]
  const own = scope === 'shared' ? [] : await findOwn(db, search, step)
  const shared = scope === 'mine' ? [] : await findShared(db, search, step)
  return best([...own, ...shared], search)
}

const best = (places: Place[], { limit }: Search): Place[] => places.sort(byPlace).slice(0, limit)

/** Reads the viewer's texts, newest first. Ends early once no older item can come before the found items. */
async function findOwn(db: Db, search: Search, step: StepSize): Promise<Place[]> {
  const { viewer, limit, after } = search
  const breathe = pauses()
  let found: Place[] = []
  for (let before: number | undefined; ; ) {
    // Older items come after newer items with the same rank.
    const below = found.length < limit ? undefined : found.at(-1)?.rank
    if (below !== undefined && below <= (after?.[0] ?? 0)) return found
    const from = await startOfStep(db, viewer.id, before, step.texts)
    const branches = ownBranches(db, search, { from, before, below })
    found = best([...found, ...(await findIn(db, search, branches))], search)
    if (from === undefined) return found
    before = from
    await breathe()
  }
}

/** Reads items that friends share, some friends per step, then items that are shared in other ways. */
async function findShared(db: Db, search: Search, step: StepSize): Promise<Place[]> {
  const breathe = pauses()
  let found: Place[] = []
  for (let after = ''; ; ) {
    const upTo = await lastFriendOfStep(db, search.viewer.id, after, step.friends)
    const branches = friendsBranches(db, search, { after, upTo })
    const more = upTo === undefined ? othersBranches(db, search) : []
    found = best([...found, ...(await findIn(db, search, [...branches, ...more]))], search)
    if (upTo === undefined) return found
    after = upTo
    await breathe()
  }
}
