// What follows every write, as stages that can be left out one by one, to measure the cost of each.
import { followChanges } from '../../server/src/features/focus/follow.ts'
import { followItems } from '../../server/src/features/icalendar/objects/follow.ts'
import { netRows } from '../../server/src/platform/changes/recording/net-rows.ts'
import type { BeforeCommit } from '../../server/src/platform/changes/recording/recorder.ts'
import { keepSearchTexts } from '../../server/src/platform/changes/recording/search-texts.ts'
import { TRACKED_TABLES } from '../../server/src/platform/storage/tracked-tables.ts'
import type { Storage } from '../../server/src/platform/storage/unit-of-work.ts'

/** Each stage includes those before it. `bare` writes only the rows; `notices` is the whole server. */
export const STAGES = ['bare', 'capture', 'reminders', 'search', 'log', 'notices'] as const
export type Stage = (typeof STAGES)[number]

const keys = new Map(TRACKED_TABLES.map(({ name, key }) => [name, key]))

interface Staged {
  storage: Storage
  /** Undefined if the server records changes as usual. */
  record?: BeforeCommit
}

export function upTo(last: Stage, storage: Storage): Staged {
  const has = (stage: Stage) => STAGES.indexOf(stage) <= STAGES.indexOf(last)
  if (has('notices')) return { storage }
  // Without notices, nothing looks for webhooks and open sockets.
  const quiet: Storage = { ...storage, publishTo: () => {} }
  if (has('log')) return { storage: quiet }
  if (!has('capture')) return { storage: { ...quiet, startCapturing: () => {} }, record: async () => {} }
  return {
    storage: quiet,
    async record(tx) {
      const rows = await netRows(await tx.takeCaptured(), table => keys.get(table) ?? [])
      if (has('reminders')) {
        await followItems(tx, rows)
        await followChanges(tx, rows, Date.now())
      }
      if (has('search')) await keepSearchTexts(tx, rows, new Set())
    },
  }
}
