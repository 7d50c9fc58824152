// Creating, changing and deleting entries: shown at once, taken back with the server's sentence when it refuses.
import type { Schedule } from '@daymark/contract/schedule'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import { timezone } from '../session/preferences.ts'
import { useClient } from '../session/provider.tsx'
import { type ApplyTo, addressOf } from './address.ts'
import { entryCache } from './entry-cache.ts'
import type { EntryBody } from './entry-form.ts'
import { calendarTexts } from './texts.ts'
import { undoOf } from './undo.ts'

export interface EntryChanges {
  create(body: EntryBody): Promise<Schedule>
  /** Rejects, after taking the change back, when the server refuses. */
  change(entry: Schedule, body: Partial<EntryBody>, applyTo?: ApplyTo): Promise<void>
  remove(entry: Schedule, applyTo?: ApplyTo): Promise<void>
}

export function useEntryChanges(): EntryChanges {
  const client = useClient()
  const queries = useQueryClient()
  const toast = useToast()
  const t = useTexts(calendarTexts)
  return useMemo(() => {
    const zone = timezone()
    const cache = entryCache(queries, zone)

    async function attempt(entry: Schedule, after: Schedule | undefined, send: () => Promise<unknown>) {
      const before = await cache.put(entry, after)
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
        attempt(entry, { ...entry, ...body, recurrence_rule: entry.recurrence_rule }, () =>
          client.schedules.update({
            ...addressOf(entry, applyTo),
            body: { ...body, ...(tag_ids && { tag_ids }) },
          }),
        ),
      async remove(entry, applyTo) {
        const undo = await undoOf(client, entry, applyTo)
        await attempt(entry, undefined, () => client.schedules.remove(addressOf(entry, applyTo)))
        const restore = () =>
          undo()
            .catch((error: unknown) => toast(error instanceof Error ? error.message : String(error)))
            .finally(() => void cache.refresh())
        toast(t.deleted(entry.title), { name: t.undo, run: () => void restore() })
      },
    }
  }, [client, queries, toast, t])
}
