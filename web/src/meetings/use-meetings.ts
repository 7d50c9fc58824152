// What the UI calls a poll is a meeting in the API.
import { ApiError, type OutboxEntry } from '@daymark/client'
import type { Availability, Meeting } from '@daymark/contract/meetings/meeting'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useClient } from '../session/provider.tsx'
import { addDays } from '../session/region/zone-time.ts'
import { publicFrom } from '../sharing/whose.ts'
import { useShownEntries } from '../sync/context.ts'
import { listWith, loadedOr } from '../sync/overlay/lists.ts'

export const availabilityKey = (id: string) => ['meetings', 'availability', id]

/**
 * `shared` means other people's polls that are shared with the user or that the user joined. `discover` means other
 * people's public polls.
 */
export type PollsFrom = 'mine' | 'shared' | 'discover'

export function useMeetings(from: PollsFrom, enabled = true) {
  const client = useClient()
  const query = useQuery({
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
  const entries = useShownEntries()
  const loaded = from === 'mine' ? loadedOr(query, 'meeting', entries) : query.data
  const data = useMemo(
    () => loaded && (from === 'mine' ? listWith('meeting', loaded, entries) : loaded),
    [loaded, entries, from],
  )
  return { ...query, data }
}

export function useMeeting(id: string) {
  const client = useClient()
  const query = useQuery({
    queryKey: ['meetings', 'one', id],
    queryFn: () => client.meetings.get({ params: { meeting_id: id } }),
    retry: (count, error) => !(error instanceof ApiError) && count < 2,
  })
  const entries = useShownEntries()
  const data = useMemo(
    () => (query.data ? listWith('meeting', [query.data], entries) : []).find(meeting => meeting.id === id),
    [query.data, entries, id],
  )
  return { ...query, data }
}

const PUT = 'PUT /v1/meetings/{meeting_id}/availability'

/** Applies the user's unsent answers to the loaded availability. */
export const availabilityWith = (
  all: readonly Availability[],
  entries: readonly OutboxEntry[],
  meetingId: string,
): readonly Availability[] =>
  entries
    .filter(({ operation, params }) => operation === PUT && params['meeting_id'] === meetingId)
    .reduce(
      (shown, { query, body }) =>
        shown.map(each =>
          each.participant.id === query['participant_id']
            ? { ...each, ...splitAnswer(body as AnswerSlot[]) }
            : each,
        ),
      all,
    )

type AnswerSlot = Availability['time_slots'][number] & { if_need_be?: boolean }

const splitAnswer = (slots: readonly AnswerSlot[]) => ({
  time_slots: slots.filter(slot => !slot.if_need_be),
  if_need_be: slots.filter(slot => slot.if_need_be),
})

/** Reloads regularly, because changes by other participants and guests are not in the user's change log. */
const REFRESH_MS = 15_000

export function useAvailability(id: string) {
  const client = useClient()
  const query = useQuery({
    queryKey: availabilityKey(id),
    queryFn: () => client.meetings.availability.all({ params: { meeting_id: id } }),
    refetchInterval: REFRESH_MS,
  })
  const entries = useShownEntries()
  const data = useMemo(
    () => query.data && availabilityWith(query.data, entries, id),
    [query.data, entries, id],
  )
  return { ...query, data }
}

/**
 * Loads the user's own and subscribed entries on the visible days, in the meeting's time zone. Omits entries that are
 * marked as free.
 */
export function useOwnEntries(days: readonly string[], timezone: string) {
  const client = useClient()
  const [first, last] = [days[0], days.at(-1)]
  return useQuery({
    queryKey: ['schedules', 'behind-poll', first, last, timezone],
    enabled: first !== undefined,
    queryFn: () =>
      client.schedules.list({
        query: {
          start_date: first ?? '',
          end_date: addDays(last ?? '', 1),
          timezone,
          limit: 500,
          include_subscriptions: true,
        },
      }),
    select: entries => entries.filter(entry => entry.is_free !== true),
  })
}

export const isMine = (meeting: Meeting): boolean => !meeting.is_shared

export const ownPart = (all: readonly Availability[] | undefined, userId: string | undefined) =>
  all?.find(each => each.participant.user_id === userId)
