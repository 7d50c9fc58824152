import type { Schedule } from '@daymark/contract/planning/schedule'
import { useMemo } from 'react'
import { messageOf } from '../../design/message.ts'
import { useToast } from '../../design/toast.tsx'
import { useTexts } from '../../session/language.tsx'
import { useClient } from '../../session/provider.tsx'
import { isDate, startOfDay } from '../../session/region/zone-time.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { shownOf, useSync } from '../../sync/context.ts'
import type { Sync } from '../../sync/sync.ts'
import { useAction } from '../../sync/use-write.ts'
import type { EntryBody } from '../dialog/entry-form.ts'
import { calendarTexts } from '../texts.ts'
import { type ApplyTo, addressOf, rowIdOf } from './address.ts'
import { type Relocation, relocated } from './relocations.ts'

type Times = Pick<EntryBody, 'start_time' | 'end_time'> & { all_day?: boolean }

export interface EntryChanges {
  create(body: EntryBody): void
  change(entry: Schedule, body: Partial<EntryBody>, applyTo?: ApplyTo, movesDeadline?: boolean): void
  /** `movesDeadline` also moves the linked todo's deadline, in the same undoable action. */
  move(entry: Schedule, times: Times, applyTo: ApplyTo, movesDeadline?: boolean): void
  remove(entry: Schedule, applyTo?: ApplyTo): void
}

/** Known relocations, keyed by write. They have module scope, so that they survive leaving the calendar page. */
const relocations = new Map<string, Relocation>()

export function useEntryChanges(): EntryChanges {
  const client = useClient()
  const sync = useSync()
  const act = useAction()
  const toast = useToast()
  const t = useTexts(calendarTexts)
  return useMemo(() => {
    /**
     * Returns the entry with its current address. A change to "this and following" entries or to all entries of a
     * series may change the addresses of its occurrences, even while the user is dragging one of them or answering a
     * question about it. Waits for the server's response to such changes. Throws if one cannot be sent because the
     * device is offline.
     */
    async function located(entry: Schedule): Promise<Schedule> {
      const awaited = new Set<string>()
      for (;;) {
        const found = [...relocations.values()].reduce(relocated, entry)
        const splits = sync ? shownSplits(sync, rowIdOf(found)) : []
        const isWaiting = splits.some(({ state }) => state === 'waiting')
        if (isWaiting && sync?.live.status.state === 'offline') throw new Error(t.splitOffline)
        const next = splits.find(({ key }) => !awaited.has(key))
        if (!next) return found
        awaited.add(next.key)
        // If the server rejects the change, nothing is relocated.
        await sync?.answerTo(next.key)?.catch(() => {})
      }
    }
    const at = (entry: Schedule, work: (located: Schedule) => void) =>
      void located(entry).then(work, (error: unknown) => toast(messageOf(error)))

    const change = (
      known: Schedule,
      { tag_ids, ...body }: Partial<EntryBody>,
      applyTo: ApplyTo | undefined,
      { said, movesDeadline = false }: { said?: string; movesDeadline?: boolean | undefined } = {},
    ) =>
      at(known, entry =>
        act(live => {
          const write = live.write(client.schedules.update, {
            ...addressOf(entry, applyTo),
            body: { ...body, ...(tag_ids && { tag_ids }) },
          })
          void write.done.then(
            answer => note(write.key, entry, applyTo, body.start_time, answer),
            () => {},
          )
          if (!movesDeadline || entry.source_todo_id === null || body.start_time === undefined) return write
          const params = { todo_id: entry.source_todo_id }
          return [write, live.write(client.todos.update, { params, body: { deadline: body.start_time } })]
        }, said),
      )
    return {
      create: body =>
        act(
          live => live.write(client.schedules.create, { body: { timezone: timezone(), ...body } }),
          t.created(body.title),
        ),
      change: (entry, body, applyTo, movesDeadline) => change(entry, body, applyTo, { movesDeadline }),
      move: (entry, times, applyTo, movesDeadline) => {
        const isSameStart = instantOfStart(times.start_time) === Date.parse(entry.start_time)
        const done = isSameStart && times.all_day === undefined ? t.resized : t.moved
        change(entry, times, applyTo, { said: done(entry.title) + t.ofSeries[applyTo], movesDeadline })
      },
      remove: (known, applyTo) =>
        at(known, entry =>
          act(
            live => live.write(client.schedules.remove, addressOf(entry, applyTo)),
            t.deleted(entry.title) + t.ofSeries[applyTo ?? 'this'],
          ),
        ),
    }
  }, [client, sync, act, toast, t])
}

/** Returns the pending writes that may change the addresses of the series' occurrences. */
const shownSplits = (sync: Sync, series: string) =>
  shownOf(sync.live.outbox.entries).filter(
    ({ id, query, operation }) => id === series && isWide(query) && operation.startsWith('PATCH '),
  )

const isWide = ({ apply_to }: Readonly<Record<string, unknown>>): boolean =>
  apply_to === 'following' || apply_to === 'all'

const instantOfStart = (start: string): number =>
  isDate(start) ? startOfDay(start, timezone()) : Date.parse(start)

function note(
  key: string,
  entry: Schedule,
  applyTo: ApplyTo = 'this',
  start: string | undefined,
  { id, version = 0 }: Schedule,
): void {
  if (entry.instance_start === null || applyTo === 'this') return
  const original = Date.parse(entry.instance_start)
  relocations.set(key, {
    series: rowIdOf(entry),
    from: applyTo === 'all' ? Number.NEGATIVE_INFINITY : original,
    to: id,
    version,
    shift: start === undefined ? 0 : instantOfStart(start) - original,
  })
}
