// Creating, changing and deleting entries: shown at once, taken back with the server's sentence when it refuses.
import type { Schedule } from '@daymark/contract/planning/schedule'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { flushRemovals, pendingIds, useRemoval } from '../../design/deleting/use-removal.ts'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import type { EntryBody } from '../dialog/entry-form.ts'
import { calendarTexts } from '../texts.ts'
import { type ApplyTo, addressOf, rowIdOf } from './address.ts'
import { entryCache } from './entry-cache.ts'
import { removalId } from './gone.ts'
import { moveId, movesIn } from './pending-moves.ts'
import { relocations } from './relocations.ts'

type Times = Pick<EntryBody, 'start_time' | 'end_time'>

export interface EntryChanges {
  create(body: EntryBody): Promise<Schedule>
  /** Rejects, after taking the change back, when the server refuses. */
  change(entry: Schedule, body: Partial<EntryBody>, applyTo?: ApplyTo): Promise<void>
  /** Moves one entry. Gives the way back, which is false when the series itself has moved since. */
  moveOne(entry: Schedule, times: Times): Promise<() => Promise<boolean>>
  /** Moves several occurrences: shown at once, sent when the time for "Undo" is over. */
  moveSeries(entry: Schedule, times: Times, applyTo: 'following' | 'all'): void
  /** Hidden at once, deleted when the time for "Undo" is over. */
  remove(entry: Schedule, applyTo?: ApplyTo): void
}

// Of the whole window: the calendar is left and opened again while something can still be undone.
const places = relocations()

export function useEntryChanges(): EntryChanges {
  const client = useClient()
  const queries = useQueryClient()
  const later = useRemoval('schedules', 'todos')
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

    /** Sends what is pending for the series first: afterwards its occurrences have other addresses. */
    async function settled(entry: Schedule): Promise<Schedule> {
      const since = places.now()
      const waits = movesIn(pendingIds()).some(({ series }) => series === rowIdOf(entry))
      if (waits) await flushRemovals()
      return places.resolve(entry, since)
    }

    async function update(entry: Schedule, { tag_ids, ...body }: Partial<EntryBody>, applyTo?: ApplyTo) {
      const answer = await client.schedules.update({
        ...addressOf(entry, applyTo),
        body: { ...body, ...(tag_ids && { tag_ids }) },
      })
      if (entry.instance_start === null || applyTo === undefined || applyTo === 'this') return
      const original = Date.parse(entry.instance_start)
      places.add({
        series: rowIdOf(entry),
        from: applyTo === 'all' ? Number.NEGATIVE_INFINITY : original,
        to: answer.id,
        shift: body.start_time === undefined ? 0 : Date.parse(body.start_time) - original,
      })
    }

    async function change(known: Schedule, body: Partial<EntryBody>, applyTo?: ApplyTo): Promise<Schedule> {
      const entry = await settled(known)
      const { tag_ids: _tags, ...shown } = body
      await attempt({ ...entry, ...shown, recurrence_rule: entry.recurrence_rule }, () =>
        update(entry, body, applyTo),
      )
      return entry
    }

    return {
      async create(body) {
        const created = await client.schedules.create({ body: { ...body, timezone: zone } })
        void cache.refresh()
        return created
      },
      async change(entry, body, applyTo) {
        await change(entry, body, applyTo)
      },
      async moveOne(known, times) {
        const entry = await change(known, times)
        const since = places.now()
        return async () => {
          const now = places.resolve(entry, since)
          if (now.instance_start !== entry.instance_start) return false
          const { start_time, end_time } = known
          await change({ ...now, ...times }, { start_time, end_time })
          return true
        }
      },
      async moveSeries(known, times, applyTo) {
        const entry = await settled(known)
        const since = places.now()
        const move = { series: rowIdOf(entry), at: entry.instance_start ?? entry.start_time, ...times }
        later({
          id: moveId({ ...move, following: applyTo === 'following' }),
          text: t.movedSeries[applyTo](entry.title),
          undo: t.undo,
          run: () => update(places.resolve(entry, since), times, applyTo),
        })
      },
      async remove(known, applyTo) {
        const entry = await settled(known)
        const since = places.now()
        later({
          id: removalId(entry, applyTo),
          text: t.deleted(entry.title),
          undo: t.undo,
          run: () => client.schedules.remove(addressOf(places.resolve(entry, since), applyTo)),
        })
      },
    }
  }, [client, queries, later, t])
}
