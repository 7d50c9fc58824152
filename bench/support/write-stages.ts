// The work after every write, divided into stages that can be disabled to measure the cost of each.
import { followChanges } from '../../server/src/features/focus/follow.ts'
import { followItems } from '../../server/src/features/icalendar/objects/follow.ts'
import { netRows } from '../../server/src/platform/changes/recording/net-rows.ts'
import type { BeforeCommit } from '../../server/src/platform/changes/recording/recorder.ts'
import { keepSearchTexts } from '../../server/src/platform/changes/recording/search-texts.ts'
import { TRACKED_TABLES } from '../../server/src/platform/storage/tracked-tables.ts'
import type { Storage } from '../../server/src/platform/storage/unit-of-work.ts'

/** Each stage includes all earlier stages. `bare` writes only the rows; `notices` is the complete server. */
export const STAGES = ['bare', 'capture', 'reminders', 'search', 'log', 'notices'] as const
export type Stage = (typeof STAGES)[number]

const keys = new Map(TRACKED_TABLES.map(({ name, key }) => [name, key]))

interface Staged {
  storage: Storage
  /** Replaces the recording of changes; undefined if the server records them as usual. */
  record?: BeforeCommit
}

export function upTo(last: Stage, storage: Storage): Staged {
  const has = (stage: Stage) => STAGES.indexOf(stage) <= STAGES.indexOf(last)
  if (has('notices')) return { storage }
  // Without notices, the server does not look for webhooks and open sockets after a write.
  const quiet: Storage = { ...storage, publishTo: () => {} }
  if (has('log')) return { storage: quiet }
  if (!has('capture')) return { storage: { ...quiet, startCapturing: () => {} }, record: async () => {} }
  return {
    storage: quiet,
    async record(tx, cause) {
      const rows = await netRows(await tx.takeCaptured(), table => keys.get(table) ?? [])
      if (has('reminders')) {
        await followItems(tx, rows, cause)
        await followChanges(tx, rows, Date.now())
      }
      if (has('search')) await keepSearchTexts(tx, rows, new Set())
    },
  }
}
