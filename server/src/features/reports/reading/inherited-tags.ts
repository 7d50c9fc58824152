// Timers and schedules inherit tags. Reads the tags of each todo and schedule once per report.
import type { LabelStore } from './label-store.ts'
import { TagLists } from './tag-lists.ts'

type Tags = Map<string, readonly string[]>
const NONE: readonly string[] = []

export class InheritedTags {
  readonly #store: LabelStore
  readonly #ofTodo: Tags = new Map()
  readonly #ofSchedule: Tags = new Map()
  readonly #lists = new TagLists()

  constructor(store: LabelStore) {
    this.#store = store
  }

  /** Reads tags that are not loaded yet, in at most two statements. Ignores ids that are null or empty. */
  async load(
    todoIds: Iterable<string | null | undefined>,
    scheduleIds: Iterable<string | null | undefined>,
  ): Promise<void> {
    await this.#fill(this.#ofTodo, todoIds, ids => this.#store.tagsOfTodos(ids))
    await this.#fill(this.#ofSchedule, scheduleIds, ids => this.#store.tagsOfSchedules(ids))
  }

  ofTodo = (id: string | null): readonly string[] => listOf(this.#ofTodo, id)

  ofSchedule = (id: string | null): readonly string[] => listOf(this.#ofSchedule, id)

  async #fill(
    known: Tags,
    wanted: Iterable<string | null | undefined>,
    read: (ids: string[]) => Promise<{ id: string; tag_id: string }[]>,
  ): Promise<void> {
    const ids = new Set<string>()
    for (const id of wanted) if (id && !known.has(id)) ids.add(id)
    if (ids.size === 0) return
    for (const id of ids) known.set(id, NONE)
    for (const { id, tag_id } of await read([...ids])) {
      const before = known.get(id) ?? NONE
      known.set(id, this.#lists.ofText(before.length === 0 ? tag_id : `${before.join()},${tag_id}`))
    }
  }
}

/** Skips the lookup if the map is empty, because hashing a million ids is slow. */
const listOf = (lists: Tags, id: string | null): readonly string[] =>
  id === null || lists.size === 0 ? NONE : (lists.get(id) ?? NONE)
