// Maps each kind of resource to the cached lists that show it, by the first part of their query key. Pure.
import type { ChangeKind } from '@daymark/contract/changes'

const HEADS: Record<ChangeKind, readonly string[]> = {
  tag_group: ['tags'],
  tag: ['tags'],
  todo: ['todos', 'todo-totals'],
  // Todos show their linked entries.
  schedule: ['schedules', 'todos'],
  timer: ['timers', 'todo-totals'],
  meeting: ['meetings'],
  // Shared items appear and disappear with the friendship.
  friend: ['friends', 'todos', 'schedules', 'meetings', 'timers'],
  friend_request: ['friends'],
  block: ['friends', 'todos', 'schedules', 'meetings'],
  preferences: ['preferences'],
}

/** The history lists every change. */
export const headsOf = (kinds: Iterable<ChangeKind>): ReadonlySet<string> =>
  new Set(['history', 'visibility', ...[...kinds].flatMap(kind => HEADS[kind] ?? [])])
