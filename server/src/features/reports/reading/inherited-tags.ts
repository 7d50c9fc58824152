// The tags that timers and schedules inherit. The tags of each todo and schedule are read once per report.
import type { LabelStore } from './label-store.ts'

type Tags = Map<string, string[]>
const NONE: readonly string[] = []

export class InheritedTags {
  readonly #store: LabelStore
  readonly #ofTodo: Tags = new Map()
  readonly #ofSchedule: Tags = new Map()

  constructor(store: LabelStore) {
    this.#store = store
  }

  /** Reads tags that are not loaded yet, in at most two statements. Ignores ids that are null or empty. */
  async load(
    todoIds: Iterable<string | null | undefined>,
    scheduleIds: Iterable<string | null | undefined>,
  ): Promise<void> {
    await fill(this.#ofTodo, todoIds, ids => this.#store.tagsOfTodos(ids))
    await fill(this.#ofSchedule, scheduleIds, ids => this.#store.tagsOfSchedules(ids))
  }

  ofTodo = (id: string | null): readonly string[] => (id === null ? NONE : (this.#ofTodo.get(id) ?? NONE))

  ofSchedule = (id: string | null): readonly string[] =>
    id === null ? NONE : (this.#ofSchedule.get(id) ?? NONE)
}

async function fill(
  known: Tags,
  wanted: Iterable<string | null | undefined>,
  read: (ids: string[]) => Promise<{ id: string; tag_id: string }[]>,
): Promise<void> {
  const ids = new Set<string>()
  for (const id of wanted) if (id && !known.has(id)) ids.add(id)
  if (ids.size === 0) return
  for (const id of ids) known.set(id, [])
  for (const { id, tag_id } of await read([...ids])) known.get(id)?.push(tag_id)
}
