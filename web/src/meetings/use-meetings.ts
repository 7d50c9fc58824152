// Queries and actions for meetings.
import { ApiError } from '@daymark/client'
import type { Availability, Meeting } from '@daymark/contract/meetings/meeting'
import { useQuery } from '@tanstack/react-query'
import { useServerChange } from '../design/use-server-change.ts'
import { useClient } from '../session/provider.tsx'
import { addDays } from '../session/region/zone-time.ts'
import { publicFrom } from '../sharing/whose.ts'

/** How often to fetch others' changes while the page is visible. */
const LOOK_AGAIN_MS = 8000

export const availabilityKey = (id: string) => ['meetings', 'availability', id]

/** `shared`: polls of friends, shared with me, or joined. `discover`: all public polls. */
export type PollsFrom = 'mine' | 'shared' | 'discover'

export function useMeetings(from: PollsFrom, enabled = true) {
  const client = useClient()
  return useQuery({
    queryKey: ['meetings', 'list', from],
    enabled,
    queryFn: async () => {
      if (from === 'mine') return client.meetings.list({ query: { limit: 500 } })
      const discover = from === 'discover'
      const query = { scope: 'shared', ...publicFrom(discover), limit: 500 } as const
      const meetings = await client.meetings.list({ query })
      return discover ? meetings.filter(meeting => meeting.visibility_level === 'public') : meetings
    },
  })
}

export function useMeeting(id: string) {
  const client = useClient()
  return useQuery({
    queryKey: ['meetings', 'one', id],
    queryFn: () => client.meetings.get({ params: { meeting_id: id } }),
    retry: (count, error) => !(error instanceof ApiError) && count < 2,
    refetchInterval: query => (query.state.error ? false : LOOK_AGAIN_MS),
  })
}

export function useAvailability(id: string) {
  const client = useClient()
  return useQuery({
    queryKey: availabilityKey(id),
    queryFn: () => client.meetings.availability.all({ params: { meeting_id: id } }),
    refetchInterval: LOOK_AGAIN_MS,
  })
}

/** The user's own entries on the shown days, in the meeting's time zone. */
export function useOwnEntries(days: readonly string[], timezone: string) {
  const client = useClient()
  const [first, last] = [days[0], days.at(-1)]
  return useQuery({
    queryKey: ['schedules', 'behind-poll', first, last, timezone],
    enabled: first !== undefined,
    queryFn: () =>
      client.schedules.list({
        query: { start_date: first ?? '', end_date: addDays(last ?? '', 1), timezone, limit: 500 },
      }),
  })
}

export const useMeetingChange = () => useServerChange('meetings')

export const isMine = (meeting: Meeting): boolean => !meeting.is_shared

export const ownPart = (all: readonly Availability[] | undefined, userId: string | undefined) =>
  all?.find(each => each.participant.user_id === userId)
