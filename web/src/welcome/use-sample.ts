// Adding and removing the sample week are one action each, and both can be undone.
import type { TagGroup } from '@daymark/contract/planning/tags'
import { useCallback } from 'react'
import { dateOf } from '../design/format.ts'
import { messageOf } from '../design/message.ts'
import { useToast } from '../design/toast.tsx'
import { useTexts } from '../session/language.tsx'
import { useClient } from '../session/provider.tsx'
import { addDays } from '../session/region/zone-time.ts'
import { timezone } from '../session/storage/preferences.ts'
import { useAction } from '../sync/use-write.ts'
import { useServerNow } from '../timers/live/live.tsx'
import { type SampleTag, sampleWeek } from './sample-week.ts'
import { welcomeTexts } from './texts.ts'

const COLORS: Record<SampleTag, string> = { focus: '#2563B8', team: '#7A4FBF', health: '#4F7A1F' }

/** Finds the sample week's group by its description in any language. */
export const sampleGroup = (groups: readonly TagGroup[]): TagGroup | undefined =>
  groups.find(({ description }) =>
    [welcomeTexts.en, welcomeTexts.ko].some(({ sample }) => sample.description === description),
  )

export function useAddSample(): () => void {
  const t = useTexts(welcomeTexts)
  const client = useClient()
  const act = useAction()
  const now = useServerNow()
  return useCallback(() => {
    const today = dateOf()
    const week = sampleWeek(today, now(), timezone(), t.sample)
    act(live => {
      const { list: name, description, tags: names } = t.sample
      const group = live.write(client.tags.createGroup, {
        body: { name, description, color: '#7A4FBF', is_todo_group: true },
      })
      if (group.id === null) return group
      const group_id = group.id
      const tags = (Object.keys(COLORS) as SampleTag[]).map(tag => ({
        tag,
        write: live.write(client.tags.create, { body: { name: names[tag], color: COLORS[tag], group_id } }),
      }))
      const idOf = (wanted: SampleTag) =>
        tags.flatMap(({ tag, write }) => (tag === wanted ? (write.id ?? []) : []))
      const todos = week.todos.flatMap(({ tag, due, subtodos = [], ...fields }) => {
        const parent = live.write(client.todos.create, {
          body: {
            ...fields,
            ...(due !== undefined && { deadline: addDays(today, due) }),
            tag_group_id: group_id,
            tag_ids: idOf(tag),
          },
        })
        const children = subtodos.map(title =>
          live.write(client.todos.create, {
            body: { title, tag_group_id: group_id, parent_id: parent.id, tag_ids: idOf(tag) },
          }),
        )
        return [parent, ...children]
      })
      const entries = week.entries.map(({ title, tag, start, end }) =>
        live.write(client.schedules.create, {
          query: { timezone: timezone() },
          body: { title, start_time: start, end_time: end, tag_ids: idOf(tag) },
        }),
      )
      const records = week.records.map(({ title, tag, start, end }) =>
        live.write(client.timers.addRecord, {
          body: { title, segments: [{ start, end }], tag_ids: idOf(tag) },
        }),
      )
      return [group, ...tags.map(({ write }) => write), ...todos, ...entries, ...records]
    }, t.sampleAdded)
  }, [act, client, now, t])
}

/** Searches for sample entries by tag within half a year in each direction, because the user may have moved them. */
const DAYS_AROUND = 190

export function useRemoveSample(): (group: TagGroup) => Promise<void> {
  const t = useTexts(welcomeTexts)
  const client = useClient()
  const act = useAction()
  const toast = useToast()
  return useCallback(
    async group => {
      const today = dateOf()
      const range = { start_date: addDays(today, -DAYS_AROUND), end_date: addDays(today, DAYS_AROUND) }
      const ids = new Set(group.tags.map(tag => tag.id))
      try {
        const [todos, schedules, timers] = await Promise.all([
          client.todos.list({ query: { group_ids: [group.id] } }),
          client.schedules.list.all({ query: { ...range, timezone: timezone(), group_ids: [group.id] } }),
          client.timers.list({ query: { ...range, timezone: timezone(), tag_include_mode: 'timer_only' } }),
        ])
        // Omits entries that belong to todos, because they are deleted with their todos.
        const entries = schedules.filter(({ source_todo_id }) => source_todo_id === null)
        const records = timers.filter(timer => timer.tags.some(tag => ids.has(tag.id)))
        const change = { delete: true } as const
        act(live => {
          const idsOf = (items: readonly { id: string }[]) => ({
            body: { ids: [...new Set(items.map(({ id }) => id))], change, atomic: false },
          })
          return [
            ...(records.length > 0 ? [live.write(client.timers.bulk, idsOf(records))] : []),
            ...(entries.length > 0 ? [live.write(client.schedules.bulk, idsOf(entries))] : []),
            ...(todos.length > 0 ? [live.write(client.todos.bulk, idsOf(todos))] : []),
            live.write(client.tags.deleteGroup, { params: { group_id: group.id } }),
          ]
        }, t.sampleRemoved)
      } catch (error) {
        toast(messageOf(error))
      }
    },
    [act, client, t, toast],
  )
}
