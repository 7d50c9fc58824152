// Writes imported times as completed timers. Recognizes timers from earlier imports by their ids.
import { joining } from '../../../platform/changes/joining.ts'
import type { RecordedStorage } from '../../../platform/changes/recording/recorded-storage.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { pauses } from '../../../platform/kernel/concurrency/in-turns.ts'
import { isRefusal } from '../../../platform/kernel/errors.ts'
import { existingItems } from '../../icalendar/imports/existing-store.ts'
import type { ImportContext } from '../../icalendar/imports/service.ts'
import { addRecord } from '../../timers/corrections/corrections.ts'
import { derivedId } from '../archive/derived-id.ts'
import type { TimerItem } from '../sources/source-item.ts'
import { ownTimers } from './timer-store.ts'

interface Parts {
  storage: RecordedStorage
}

export interface TimerCounts {
  created: number
  updated: number
  unchanged: number
}

/** Returns a function that writes timers and returns how many it created. */
export function timerImport(
  { storage }: Parts,
  actor: Actor,
  { dry_run, tags, skip }: ImportContext,
  counts: () => TimerCounts,
): (items: readonly TimerItem[]) => Promise<number> {
  const breathe = pauses()
  const seen = new Set<string>()

  async function writeAll(items: readonly TimerItem[]): Promise<number> {
    if (items.length === 0) return 0
    const before = counts().created
    const ids = items.map(({ uid }) => derivedId(`${actor.id} ${uid}`))
    const known = await storage.read(db => ownTimers(db, actor.id, ids))
    const uids = [...new Set(items.flatMap(({ todo_uid }) => todo_uid ?? []))]
    const todos = await storage.read(db => existingItems(db, actor.id, 'todo', uids))
    for (const [at, item] of items.entries()) {
      const id = ids[at] ?? ''
      if (known.has(id) || seen.has(id)) counts().unchanged++
      else if (dry_run) {
        tags.expect(item.tags)
        counts().created++
      } else if (await write(id, item, todos.get(item.todo_uid ?? '')?.id ?? null)) counts().created++
      seen.add(id)
      await breathe()
    }
    return counts().created - before
  }

  async function write(id: string, item: TimerItem, todo_id: string | null): Promise<boolean> {
    const { title, description, start, end } = item
    try {
      await tags.need(item.tags)
      const tag_ids = [...new Set(item.tags.flatMap(name => tags.ids.get(name) ?? []))].slice(0, MAX_TAGS)
      const record = { id, title, description, todo_id, tag_ids, segments: [{ start, end }] }
      await joining(storage, actor, tx => addRecord(tx, record, {}))
      return true
    } catch (error) {
      if (!isRefusal(error)) throw error
      skip(item.line, error.message, title)
      return false
    }
  }

  return writeAll
}

const MAX_TAGS = 100
