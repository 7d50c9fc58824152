// Queries and actions for tag groups.
import type { TagGroup } from '@daymark/contract/planning/tags'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateOf } from '../design/format.ts'
import { useServerChange } from '../design/use-server-change.ts'
import { useLanguage } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { firstDayOfWeek } from '../session/region/regional.ts'
import { timezone } from '../session/storage/preferences.ts'
import { weekStart } from './week.ts'

const GROUPS = ['tags', 'groups']

export function useTagGroups() {
  const client = useClient()
  return useQuery({ queryKey: GROUPS, queryFn: () => client.tags.listGroups() })
}

export function useWeekTimers() {
  const client = useClient()
  const { language } = useLanguage()
  const start_date = weekStart(dateOf(), firstDayOfWeek(language))
  return useQuery({
    queryKey: ['timers', 'week', start_date, timezone()],
    queryFn: () =>
      client.timers.list({
        query: { start_date, timezone: timezone(), tag_include_mode: 'inherit_from_schedule' },
      }),
  })
}

/** One after another, so that the last change wins. */
export const useTagChange = () => useServerChange('tags', 'tags')

/** Updates while the slider moves and saves when it is released. */
export function useGoals(group: TagGroup) {
  const client = useClient()
  const change = useTagChange()
  // Keeps the value until the server has stored it, so that an earlier response does not reset the slider.
  const [draft, setDraft] = useState<Record<string, number>>()
  const ratios = draft ?? group.goal_ratios ?? {}
  return {
    ratios,
    show: (tagId: string, ratio: number) => setDraft({ ...ratios, [tagId]: ratio }),
    save: () => {
      if (!draft) return
      const write = () =>
        client.tags.updateGroup({ params: { group_id: group.id }, body: { goal_ratios: draft } })
      change.mutate(write, {
        onSettled: () => setDraft(current => (current === draft ? undefined : current)),
      })
    },
  }
}
