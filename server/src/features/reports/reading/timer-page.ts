// A page of timers as reports read them.

/** The data that a report reads about timers. `tags` includes the links, because tags are also inherited. */
export type TimerNeeds = 'times' | 'links' | 'tags'

/** Timers that are not canceled, as columns with a value per timer. */
export interface TimerPage {
  count: number
  /** Empty if no timer of the page has a todo. */
  todo_ids: readonly string[]
  /** Empty if no timer of the page has a schedule. */
  schedule_ids: readonly string[]
  /** The timers' own tags. Timers with the same tags share a list. */
  tag_ids: readonly (readonly string[])[]
  /** The stored texts of the histories, one line per timer. */
  histories: string
}
