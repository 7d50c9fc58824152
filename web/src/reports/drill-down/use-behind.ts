// Loads the timers that make up a number in a report, most recently started first.
import type { Client } from '@daymark/client'
import type { Timer } from '@daymark/contract/timers/timer'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../../session/provider.tsx'
import { addDays, localOf } from '../../session/region/zone-time.ts'
import { timezone } from '../../session/storage/preferences.ts'
import { useShownEntries } from '../../sync/context.ts'
import { listWith } from '../../sync/overlay/lists.ts'
import { useTagOf } from '../../tags/use-tags.ts'
import { useServerNow } from '../../timers/live/live.tsx'
import { type Slice, sliceMs, treeOf } from './slice.ts'

/**
 * The server selects timers by their start, so requests begin this many days before the range. A forgotten timer may
 * have started weeks earlier.
 */
const DAYS_BEFORE = 31

/** A longer list would be hard to read. */
export const MOST_BEHIND = 200

/** Iterates over the timers of the todo or entry, or otherwise over the timers that may have time in the range. */
function candidates(
  client: Client,
  { from, to, todo, schedule }: Slice,
  zone: string,
  signal: AbortSignal,
): AsyncIterable<Timer> {
  const query = {
    ...{ timezone: zone, tag_include_mode: 'timer_only' as const, limit: MOST_BEHIND },
    ...{ include_todo: true, include_schedule: true },
  }
  if (todo !== undefined && todo !== 'no_todo')
    return client.timers.ofTodo.each({ params: { todo_id: todo }, query, signal })
  if (schedule !== undefined && schedule !== 'no_schedule')
    return client.timers.ofSchedule.each({ params: { schedule_id: schedule }, query, signal })
  const start_date = addDays(localOf(from, zone).date, -DAYS_BEFORE)
  const end_date = localOf(to - 1, zone).date
  return client.timers.list.each({ query: { ...query, start_date, end_date }, signal })
}

interface BehindTimer {
  timer: Timer
  /** The part of the timer that counts, in milliseconds. */
  ms: number
}

export function useBehind(slice: Slice) {
  const client = useClient()
  const zone = timezone()
  const now = useServerNow()
  const query = useQuery({
    queryKey: ['timers', 'behind', slice, zone],
    queryFn: async ({ signal }) => {
      const found: Timer[] = []
      for await (const timer of candidates(client, slice, zone, signal)) {
        if (sliceMs(timer, slice, zone, now()) > 0) found.push(timer)
        if (found.length > MOST_BEHIND) break
      }
      return found
    },
  })
  const entries = useShownEntries()
  const tag = useTagOf()
  const data =
    query.data &&
    listWith('timer', query.data, entries, { tag })
      .map((timer): BehindTimer => ({ timer, ms: sliceMs(timer, slice, zone, now()) }))
      .filter(({ ms }) => ms > 0)
      .slice(0, MOST_BEHIND)
  return { ...query, data, isCut: (query.data?.length ?? 0) > MOST_BEHIND }
}

/**
 * Returns the ids of the todo and its descendants, and only that todo until the others have loaded. Undefined without a
 * todo.
 */
export function useTodoTree(todo: string | undefined): readonly string[] | undefined {
  const client = useClient()
  const { data } = useQuery({
    queryKey: ['todos', 'parents'],
    queryFn: async () => (await client.todos.list.all()).map(({ id, parent_id }) => ({ id, parent_id })),
    enabled: todo !== undefined,
  })
  return useMemo(() => (todo === undefined ? undefined : treeOf(data ?? [], todo)), [data, todo])
}
