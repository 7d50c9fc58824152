/** `tags` includes the links, because timers inherit tags through them. */
export type TimerNeeds = 'times' | 'links' | 'tags'

/** Columns with one value per timer. Omits canceled timers. */
export interface TimerPage {
  count: number
  /** Empty if no timer on the page has a todo, or if links are not needed. */
  todo_ids: readonly string[]
  /** Empty if no timer on the page has a schedule, or if links are not needed. */
  schedule_ids: readonly string[]
  /** The timers' own tags. Timers with the same tags share a list. Empty if tags are not needed. */
  tag_ids: readonly (readonly string[])[]
  /** The stored texts of the histories, one line per timer. */
  histories: string
}
