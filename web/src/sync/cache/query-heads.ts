// Maps each kind of resource to the cached lists that show it, by the first part of their query key. Pure.
import type { ChangeKind } from '@daymark/contract/changes'

const HEADS: Record<ChangeKind, readonly string[]> = {
  tag_group: ['tags', 'reports'],
  tag: ['tags', 'reports'],
  todo: ['todos', 'todo-totals', 'reports'],
  // Todos show the calendar entries linked to them.
  schedule: ['schedules', 'todos', 'reports'],
  timer: ['timers', 'todo-totals', 'reports'],
  meeting: ['meetings'],
  // Items of a friend appear and disappear with the friendship.
  friend: ['friends', 'todos', 'schedules', 'meetings', 'timers'],
  friend_request: ['friends'],
  block: ['friends', 'todos', 'schedules', 'meetings'],
  // The weeks and days of reports depend on preferences.
  preferences: ['preferences', 'reports'],
  focus: ['focus'],
  notification: ['notifications'],
}

/** Always includes the history, which lists every change, and the visibility of items. */
export const headsOf = (kinds: Iterable<ChangeKind>): ReadonlySet<string> =>
  new Set(['history', 'visibility', ...[...kinds].flatMap(kind => HEADS[kind] ?? [])])
