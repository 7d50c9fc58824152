// Maps each resource kind to the first parts of the query keys of lists that show it.
import type { ChangeKind } from '@daymark/contract/changes'

const HEADS: Record<ChangeKind, readonly string[]> = {
  tag_group: ['tags', 'reports'],
  tag: ['tags', 'reports'],
  todo: ['todos', 'todo-totals', 'reports'],
  // Todos show linked calendar entries.
  schedule: ['schedules', 'todos', 'reports'],
  timer: ['timers', 'todo-totals', 'reports'],
  meeting: ['meetings'],
  // A friend's items appear and disappear with the friendship.
  friend: ['friends', 'todos', 'schedules', 'meetings', 'timers'],
  friend_request: ['friends'],
  block: ['friends', 'todos', 'schedules', 'meetings'],
  // Preferences decide when a report's days and weeks start.
  preferences: ['preferences', 'reports'],
  focus: ['focus'],
  notification: ['notifications'],
}

/** Always includes visibility and the history, which lists every change. */
export const headsOf = (kinds: Iterable<ChangeKind>): ReadonlySet<string> =>
  new Set(['history', 'visibility', ...[...kinds].flatMap(kind => HEADS[kind] ?? [])])
