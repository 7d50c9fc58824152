import { perText } from '@daymark/contract/planning/entry-texts'
import type { Todo } from '@daymark/contract/planning/todos'
import type { EntryBody } from '../dialog/entry-form.ts'

interface Slot {
  /** In epoch milliseconds. */
  from: number
  /** In epoch milliseconds. */
  until: number
}

/** Returns the start of the first free slot of this length at or after `from`. */
export function freeFrom(planned: readonly Slot[], from: number, length: number): number {
  let at = from
  for (const block of planned.toSorted((a, b) => a.from - b.from)) {
    if (block.from >= at + length) break
    at = Math.max(at, block.until)
  }
  return at
}

/** Returns an entry that plans time for the todo but is not linked to the todo, so that the todo keeps its deadline. */
export const entryOf = (
  { title, tags }: Pick<Todo, 'title' | 'tags'>,
  times: Pick<EntryBody, 'start_time' | 'end_time'> & { all_day?: boolean },
): EntryBody => ({
  ...{ title, ...perText(() => null), all_day: false, state: 'PLANNED', recurrence_rule: null },
  ...times,
  tag_ids: tags.map(tag => tag.id),
})
