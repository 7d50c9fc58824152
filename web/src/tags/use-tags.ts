import type { TagGroup } from '@daymark/contract/planning/tags'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useClient } from '../session/provider.tsx'
import { FOLLOWED } from '../session/storage/followed.ts'
import { useShownEntries } from '../sync/context.ts'
import { groupsWith, loadedOr, type TagOf, tagFinder } from '../sync/overlay/lists.ts'
import { useAction } from '../sync/use-write.ts'

const GROUPS = ['tags', 'groups']

/** All groups and their tags, with pending writes applied. */
export function useTagGroups() {
  const client = useClient()
  const query = useQuery({ queryKey: GROUPS, queryFn: () => client.tags.listGroups(), ...FOLLOWED })
  const entries = useShownEntries()
  const loaded = loadedOr(query, 'tag_group', entries)
  const data = useMemo(() => loaded && groupsWith(loaded, entries), [loaded, entries])
  return { ...query, data }
}

/** Returns a function that finds a tag by its id, because pending writes contain only tag ids. */
export function useTagOf(): TagOf {
  const { data } = useTagGroups()
  return useMemo(() => tagFinder(data ?? []), [data])
}

/** The goals change while a slider moves and are saved when it is released. */
export function useGoals(group: TagGroup) {
  const client = useClient()
  const act = useAction()
  // Only set while a slider moves.
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
    /** Null removes the goal. The unit is hours per week. */
    saveHours: (tagId: string, hours: number | null) => {
      const { [tagId]: old = null, ...others } = group.goal_hours ?? {}
      if (old === hours) return
      const goals = hours === null ? others : { ...others, [tagId]: hours }
      const goal_hours = Object.keys(goals).length > 0 ? goals : null
      const params = { group_id: group.id }
      act(live => live.write(client.tags.updateGroup, { params, body: { goal_hours } }))
    },
  }
}
