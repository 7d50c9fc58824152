// Queries and actions for tag groups.
import type { TagGroup } from '@daymark/contract/planning/tags'
import type { Timer } from '@daymark/contract/timers/timer'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { dateOf } from '../design/format.ts'
import { useLanguage } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { firstDayOfWeek } from '../session/region/regional.ts'
import { addDays, startOfDay } from '../session/region/zone-time.ts'
import { timezone } from '../session/storage/preferences.ts'
import { useShownEntries } from '../sync/context.ts'
import { groupsWith, listWith, type TagOf, tagFinder } from '../sync/overlay/lists.ts'
import { useAction } from '../sync/use-write.ts'
import { DAYS_BEFORE, measuredBetween } from './measured.ts'
import { weekStart } from './week.ts'

const GROUPS = ['tags', 'groups']

/** Reads all groups and their tags, with pending writes applied. */
export function useTagGroups() {
  const client = useClient()
  const query = useQuery({ queryKey: GROUPS, queryFn: () => client.tags.listGroups() })
  const entries = useShownEntries()
  const data = useMemo(() => query.data && groupsWith(query.data, entries), [query.data, entries])
  return { ...query, data }
}

/** Returns a function that finds a tag by id, to show the tags of a pending write. */
export function useTagOf(): TagOf {
  const { data } = useTagGroups()
  return useMemo(() => tagFinder(data ?? []), [data])
}

const DAYS_OF_WEEK = 7

/** Timers that may have measured time this week, with pending corrections applied. */
export function useWeekTimers() {
  const client = useClient()
  const { language } = useLanguage()
  const zone = timezone()
  const first = weekStart(dateOf(), firstDayOfWeek(language))
  const start_date = addDays(first, -DAYS_BEFORE)
  const query = useQuery({
    queryKey: ['timers', 'week', start_date, zone],
    queryFn: () =>
      client.timers.list({
        query: { start_date, timezone: zone, tag_include_mode: 'inherit_from_schedule' },
      }),
  })
  const entries = useShownEntries()
  const tag = useTagOf()
  const data = useMemo(
    () => query.data && listWith('timer', query.data, entries, { tag }),
    [query.data, entries, tag],
  )
  const week = { from: startOfDay(first, zone), to: startOfDay(addDays(first, DAYS_OF_WEEK), zone) }
  return { ...query, data, measured: (timer: Timer) => measuredBetween(timer, week, Date.now()) }
}

/** The goals of a group. They change while the slider moves and are saved when it is released. */
export function useGoals(group: TagGroup) {
  const client = useClient()
  const act = useAction()
  // The values while a slider moves; undefined otherwise.
  const [draft, setDraft] = useState<Record<string, number>>()
  const ratios = draft ?? group.goal_ratios ?? {}
  return {
    ratios,
    show: (tagId: string, ratio: number) => setDraft({ ...ratios, [tagId]: ratio }),
    save: () => {
      if (!draft) return
      const params = { group_id: group.id }
      act(live => live.write(client.tags.updateGroup, { params, body: { goal_ratios: draft } }))
      setDraft(undefined)
    },
  }
}
