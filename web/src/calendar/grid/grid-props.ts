// The props and methods of the grid, and what a click on it shows.
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
  /** Removes the mark of the selected time. */
  unselect(): void
}

export interface Props {
  ref: Ref<GridHandle>
  view: View
  initialDate: string | undefined
  /** True to show public entries of strangers as well. */
  discover: boolean
  /** Ids of the subscriptions to show. */
  subscribed: ReadonlySet<string>
  holidays: boolean
  /** Todos with a deadline. */
  todos: ReadonlyMap<string, Todo>
  /** False while the agenda lacks entries of its dates. The agenda then does not say that there are no entries. */
  isKnown: boolean
  /** Changes when entries or holidays were reloaded. */
  version: string
  onDates: (dates: Dates, title: string) => void
  /** Without an anchor, the form opens instead of a popover. */
  onPlan: (span: Span, anchor?: Anchor) => void
  onShow: (shown: Shown, anchor: Anchor) => void
  /** Called when a todo is dropped on the grid. */
  onTodo: (id: string, dropped: { dateStr: string; allDay: boolean }) => void
  /** The ids of the selected entries; set in the agenda while selecting is on. */
  selected: ReadonlySet<string> | undefined
  /** Returns true if the click selects the entry instead of opening it. */
  onSelect: (event: MouseEvent, entry: Schedule) => boolean
}

/** What was clicked: an entry, an entry of a subscription, or a deadline with or without an entry. */
export interface Shown {
  entry?: Schedule
  subscribed?: Schedule
  todo?: Todo
}
