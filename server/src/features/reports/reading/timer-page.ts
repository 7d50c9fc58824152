// A page of timers as reports read them.

/** What a report reads of timers besides their times. Tags are also inherited, so they need the links. */
export type TimerNeeds = 'times' | 'links' | 'tags'

/** Timers that are not canceled, as columns with a value per timer. */
export interface TimerPage {
  count: number
  /** Empty if no timer of the page has a todo. */
  todo_ids: readonly string[]
  /** Empty if no timer of the page has a schedule. */
  schedule_ids: readonly string[]
  /** Their own tags. Timers with the same tags share a list. */
  tag_ids: readonly (readonly string[])[]
  /** The stored texts of the histories, a line for each. */
  histories: string
}
