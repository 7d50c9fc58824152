// Tag groups and what can be done with them.
import type { TagGroup } from '@daymark/contract/tags'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { dateOf } from '../design/format.ts'
import { useToast } from '../design/toast.tsx'
import { timezone } from '../session/preferences.ts'
import { useClient } from '../session/provider.tsx'
import { mondayOf } from './week.ts'

const GROUPS = ['tags', 'groups']

export function useTagGroups() {
  const client = useClient()
  return useQuery({ queryKey: GROUPS, queryFn: () => client.tags.listGroups() })
}

export function useWeekTimers() {
  const client = useClient()
  const monday = mondayOf(dateOf())
  return useQuery({
    queryKey: ['timers', 'week', monday, timezone()],
    queryFn: () =>
      client.timers.list({
        query: { start_date: monday, timezone: timezone(), tag_include_mode: 'inherit_from_schedule' },
      }),
  })
}

/** Runs a change, then reads the groups again; a refusal is told in the server's words. */
export function useTagChange() {
  const queries = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onError: error => toast(error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: ['tags'] }),
  })
}

/** Shown at once while the slider moves, written when it is let go. */
export function useGoals(group: TagGroup) {
  const client = useClient()
  const queries = useQueryClient()
  const change = useTagChange()
  const show = (goal_ratios: Record<string, number>) =>
    queries.setQueryData<TagGroup[]>(GROUPS, all =>
      all?.map(each => (each.id === group.id ? { ...each, goal_ratios } : each)),
    )
  return {
    show: (tagId: string, ratio: number) => show({ ...group.goal_ratios, [tagId]: ratio }),
    save: () =>
      change.mutate(() =>
        client.tags.updateGroup({ params: { group_id: group.id }, body: { goal_ratios: group.goal_ratios } }),
      ),
  }
}
