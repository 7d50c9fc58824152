// Collects all data of the user in one document.
import { type Client, RateLimited } from '@daymark/client'
import type { Schedule } from '@daymark/contract/planning/schedule'

/** How many years of entries are exported. A limit is needed, because the API lists entries by range. */
export const YEARS_BACK = 10
export const YEARS_AHEAD = 5
const WINDOW_DAYS = 366
const DAY_MS = 86_400_000

/** Splits the exported years into ranges without gaps; the ends are exclusive. */
export function windowsAround(now: number): { start_date: string; end_date: string }[] {
  const date = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const count = YEARS_BACK + YEARS_AHEAD
  const first = now - YEARS_BACK * WINDOW_DAYS * DAY_MS
  return Array.from({ length: count }, (_, index) => ({
    start_date: date(first + index * WINDOW_DAYS * DAY_MS),
    end_date: date(first + (index + 1) * WINDOW_DAYS * DAY_MS),
  }))
}

/** Removes duplicates, because an entry that spans two ranges is in both. */
export const withoutRepeats = (schedules: readonly Schedule[]): Schedule[] => [
  ...new Map(schedules.map(each => [`${each.id} ${each.instance_start}`, each])).values(),
]

export const seriesIds = (schedules: readonly Schedule[]): string[] => [
  ...new Set(schedules.flatMap(each => (each.parent_id === null ? [] : [each.parent_id]))),
]

export const exportName = (now: number): string => `daymark-${new Date(now).toISOString().slice(0, 10)}.json`

export async function gather(client: Client, now: number) {
  const schedules = withoutRepeats(
    (await inTurn(windowsAround(now), query => schedulesIn(client, query))).flat(),
  )
  const meetings = await patiently(() => client.meetings.list.all())
  const read = <T>(list: () => Promise<T>): Promise<T> => patiently(list)
  return {
    format: 'daymark-export-1',
    exported_at: new Date(now).toISOString(),
    profile: await read(() => client.users.me()),
    preferences: await read(() => client.users.preferences()),
    tag_groups: await read(() => client.tags.listGroups.all()),
    todos: await read(() => client.todos.list.all()),
    schedules,
    series: await inTurn(seriesIds(schedules), schedule_id =>
      patiently(() => client.schedules.get({ params: { schedule_id } })),
    ),
    timers: await read(() => client.timers.list.all({ query: { tag_include_mode: 'timer_only' } })),
    meetings,
    meeting_availability: await inTurn(meetings, ({ id }) =>
      patiently(() => client.meetings.availability.all({ params: { meeting_id: id } })),
    ),
    friends: await read(() => client.friends.list.all()),
    blocked: await read(() => client.friends.blocks.all()),
    tokens: await read(() => client.tokens.list.all()),
  }
}

const schedulesIn = (client: Client, range: { start_date: string; end_date: string }) =>
  patiently(() => client.schedules.list.all({ query: { ...range, timezone: 'UTC' } }))

/** Runs requests one after another, so that the export does not exhaust the user's rate limit. */
async function inTurn<T, R>(items: readonly T[], read: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of items) results.push(await read(item))
  return results
}

/** Repeats a request that was rejected with 429, after the time in `Retry-After`. */
async function patiently<T>(read: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof RateLimited)) throw error
      await new Promise(resolve => setTimeout(resolve, error.retryAfter * 1000))
    }
  }
}
