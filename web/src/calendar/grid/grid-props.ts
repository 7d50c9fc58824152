import type { Schedule } from '@daymark/contract/planning/schedule'
import type { Todo } from '@daymark/contract/planning/todos'
import type { Ref } from 'react'
import type { Anchor } from '../../design/popover/anchor.ts'
import type { Span } from '../dialog/entry-form.ts'
import type { Dates } from '../entries/entries.ts'
import type { View } from '../view.ts'

export interface GridHandle {
  today(): void
  previous(): void
  next(): void
  goTo(date: string): void
  unselect(): void
}

export interface Props {
  ref: Ref<GridHandle>
  view: View
  initialDate: string | undefined
  /** True to show strangers' public entries too. */
  discover: boolean
  /** The ids of visible subscriptions. */
  subscribed: ReadonlySet<string>
  holidays: boolean
  /** Only todos with a deadline, keyed by id. */
  todos: ReadonlyMap<string, Todo>
  /** False in the agenda until its entries have loaded, so that it does not show its empty message too early. */
  isKnown: boolean
  /** Changes whenever cached entries, holidays or subscribed entries change. */
  version: string
  onDates: (dates: Dates, title: string) => void
  /** Opens a form instead of a popover if there is no anchor. */
  onPlan: (span: Span, anchor?: Anchor) => void
  onShow: (shown: Shown, anchor: Anchor) => void
  /** Handles a todo dropped on the grid. */
  onTodo: (id: string, dropped: { dateStr: string; allDay: boolean }) => void
  /** Undefined unless multi-select is on in the agenda. */
  selected: ReadonlySet<string> | undefined
  /** Returns true if the click changed the selection. The click must then not open the entry. */
  onSelect: (event: MouseEvent, entry: Schedule) => boolean
}

/** The clicked item. For a deadline, `todo` is set, and also `entry` if an entry marks the deadline. */
export interface Shown {
  entry?: Schedule
  subscribed?: Schedule
  todo?: Todo
}
