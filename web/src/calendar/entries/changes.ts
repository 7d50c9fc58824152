// Creating, changing and deleting entries: shown at once, sent through the outbox, undone by the server.
import type { Schedule } from '@daymark/contract/planning/schedule'
import { useMemo } from 'react'
import { messageOf } from '../../design/message.ts'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { timezone } from '../../session/storage/preferences.ts'
import { useSync } from '../../sync/context.ts'
import type { Sync } from '../../sync/sync.ts'
import { useAction } from '../../sync/use-write.ts'
import type { EntryBody } from '../dialog/entry-form.ts'
import { calendarTexts } from '../texts.ts'
import { type ApplyTo, addressOf, rowIdOf } from './address.ts'
import { relocations } from './relocations.ts'

type Times = Pick<EntryBody, 'start_time' | 'end_time'>

export interface EntryChanges {
  create(body: EntryBody): void
  change(entry: Schedule, body: Partial<EntryBody>, applyTo?: ApplyTo): void
  move(entry: Schedule, times: Times, applyTo: ApplyTo): void
  remove(entry: Schedule, applyTo?: ApplyTo): void
}

// Of the whole window: the calendar is left and opened again while a series is being split.
const places = relocations()

export function useEntryChanges(): EntryChanges {
  const client = useClient()
  const sync = useSync()
  const act = useAction()
  const toast = useToast()
  const t = useTexts(calendarTexts)
  return useMemo(() => {
    /** Gives the entry at its address of now: after a split its occurrences belong to another series. */
    async function located(entry: Schedule): Promise<Schedule> {
      const since = places.now()
      const splits = sync ? unfinishedSplits(sync, rowIdOf(entry)) : []
      if (splits.length > 0 && sync?.live.status.state === 'offline') throw new Error(t.splitOffline)
      await Promise.all(splits)
      return places.resolve(entry, since)
    }
    const at = (entry: Schedule, work: (located: Schedule) => void) =>
      void located(entry).then(work, (error: unknown) => toast(messageOf(error)))

    const change = (
      known: Schedule,
      { tag_ids, ...body }: Partial<EntryBody>,
      applyTo: ApplyTo | undefined,
      said?: string,
    ) =>
      at(known, entry =>
        act(live => {
          const write = live.write(client.schedules.update, {
            ...addressOf(entry, applyTo),
            body: { ...body, ...(tag_ids && { tag_ids }) },
          })
          void write.done.then(
            answer => relocate(entry, applyTo, body.start_time, answer.id),
            () => {},
          )
          return write
        }, said),
      )
    return {
      create: body =>
        act(
          live => live.write(client.schedules.create, { body: { ...body, timezone: timezone() } }),
          t.created(body.title),
        ),
      change: (entry, body, applyTo) => change(entry, body, applyTo),
      move: (entry, times, applyTo) =>
        change(
          entry,
          times,
          applyTo,
          applyTo === 'this' ? t.moved(entry.title) : t.movedSeries[applyTo](entry.title),
        ),
      remove: (known, applyTo) =>
        at(known, entry =>
          act(live => live.write(client.schedules.remove, addressOf(entry, applyTo)), t.deleted(entry.title)),
        ),
    }
  }, [client, sync, act, toast, t])
}

/** The answers to writes that give the occurrences of a series other addresses. */
const unfinishedSplits = (sync: Sync, series: string): Promise<unknown>[] =>
  sync.live.outbox.entries
    .filter(({ id, query, operation }) => id === series && isWide(query) && operation.startsWith('PATCH '))
    .flatMap(({ key }) => sync.answerTo(key) ?? [])

const isWide = ({ apply_to }: Readonly<Record<string, unknown>>): boolean =>
  apply_to === 'following' || apply_to === 'all'

function relocate(entry: Schedule, applyTo: ApplyTo = 'this', start: string | undefined, to: string): void {
  if (entry.instance_start === null || applyTo === 'this') return
  const original = Date.parse(entry.instance_start)
  places.add({
    series: rowIdOf(entry),
    from: applyTo === 'all' ? Number.NEGATIVE_INFINITY : original,
    to,
    shift: start === undefined ? 0 : Date.parse(start) - original,
  })
}
