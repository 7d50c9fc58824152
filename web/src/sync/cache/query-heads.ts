// Which cached lists show a kind of resource. The first word of every query key names what the list is about. Pure.
import type { ChangeKind } from '@daymark/contract/changes'

const HEADS: Record<ChangeKind, readonly string[]> = {
  tag_group: ['tags'],
  tag: ['tags'],
  todo: ['todos'],
  // Todos show the entries that they are linked to.
  schedule: ['schedules', 'todos'],
  timer: ['timers'],
  meeting: ['meetings'],
  // What friends share appears and disappears with the friendship.
  friend: ['friends', 'todos', 'schedules', 'meetings', 'timers'],
  friend_request: ['friends'],
  block: ['friends', 'todos', 'schedules', 'meetings'],
}

/** The history lists every change. */
export const headsOf = (kinds: Iterable<ChangeKind>): ReadonlySet<string> =>
  new Set(['history', 'visibility', ...[...kinds].flatMap(kind => HEADS[kind] ?? [])])
