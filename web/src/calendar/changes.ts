// Creating, changing and deleting entries: shown at once, taken back with the server's sentence when it refuses.
import type { Schedule } from '@daymark/contract/schedule'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useRemoval } from '../design/use-removal.ts'
import { useTexts } from '../session/language.tsx'
import { timezone } from '../session/preferences.ts'
import { useClient } from '../session/provider.tsx'
import { type ApplyTo, addressOf } from './address.ts'
import { entryCache } from './entry-cache.ts'
import type { EntryBody } from './entry-form.ts'
import { removalId } from './gone.ts'
import { calendarTexts } from './texts.ts'

export interface EntryChanges {
  create(body: EntryBody): Promise<Schedule>
  /** Rejects, after taking the change back, when the server refuses. */
  change(entry: Schedule, body: Partial<EntryBody>, applyTo?: ApplyTo): Promise<void>
  /** Hidden at once, deleted when the time for "Undo" is over. */
  remove(entry: Schedule, applyTo?: ApplyTo): void
}

export function useEntryChanges(): EntryChanges {
  const client = useClient()
  const queries = useQueryClient()
  const remove = useRemoval('schedules', 'todos')
  const t = useTexts(calendarTexts)
  return useMemo(() => {
    const zone = timezone()
    const cache = entryCache(queries, zone)

    async function attempt(after: Schedule, send: () => Promise<unknown>) {
      const before = await cache.put(after)
      try {
        await send()
      } catch (error) {
        cache.restore(before)
        throw error
      } finally {
        void cache.refresh()
      }
    }

    return {
      async create(body) {
        const created = await client.schedules.create({ body: { ...body, timezone: zone } })
        void cache.refresh()
        return created
      },
      change: (entry, { tag_ids, ...body }, applyTo) =>
        attempt({ ...entry, ...body, recurrence_rule: entry.recurrence_rule }, () =>
          client.schedules.update({
            ...addressOf(entry, applyTo),
            body: { ...body, ...(tag_ids && { tag_ids }) },
          }),
        ),
      remove: (entry, applyTo) =>
        remove({
          id: removalId(entry, applyTo),
          text: t.deleted(entry.title),
          undo: t.undo,
          run: () => client.schedules.remove(addressOf(entry, applyTo)),
        }),
    }
  }, [client, queries, remove, t])
}
