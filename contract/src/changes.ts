// The change log: the changes to a person's items, in order.
import Type from 'typebox'
import type { ChangeKind } from './constants.ts'
import { FocusRun } from './focus/focus.ts'
import { Meeting } from './meetings/meeting.ts'
import { Notification } from './notifications/notification.ts'
import { BlockedUser, Friend, FriendRequest } from './people/friends.ts'
import { Preferences } from './people/preferences.ts'
import { Schedule } from './planning/schedule.ts'
import { Tag, TagGroup } from './planning/tags.ts'
import { Todo } from './planning/todos.ts'
import { routeGroup } from './route.ts'
import { Timer } from './timers/timer.ts'
import { Nullable, OneOf, Timestamp, Uuid } from './words.ts'

/** Maps each kind to the schema of the item, as the owner of the item receives it. */
export const changeResources = {
  tag_group: TagGroup,
  tag: Tag,
  todo: Todo,
  schedule: Schedule,
  timer: Timer,
  meeting: Meeting,
  friend: Friend,
  friend_request: FriendRequest,
  block: BlockedUser,
  preferences: Preferences,
  notification: Notification,
  focus: FocusRun,
} as const satisfies Record<ChangeKind, Type.TSchema>
export type ChangeResources = {
  [K in keyof typeof changeResources]: Type.Static<(typeof changeResources)[K]>
}

export type { ChangeKind } from './constants.ts'

export const ChangeAction = OneOf(['created', 'updated', 'deleted'])
export type ChangeAction = Type.Static<typeof ChangeAction>

export const Via = OneOf(['web', 'api', 'socket', 'caldav', 'mcp', 'import', 'undo', 'system'], {
  description: 'How the change was made.',
})
export type Via = Type.Static<typeof Via>

/** A position in one person's log. */
export const Seq = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const changeOf = <K extends ChangeKind>(kind: K) => ({
  kind: Type.Literal(kind),
  id: Type.String({
    description:
      "The id of the resource. For a friend it is the friendship's id, for a block the blocked user's id, and for preferences the person's id.",
  }),
  action: ChangeAction,
  resource: Type.Union([changeResources[kind], Type.Null()], {
    description: 'The current item as its owner reads it; null after a deletion.',
  }),
  instance_start: Type.Optional(
    Type.String({
      description: 'The original start, if a single occurrence was changed; a date if the series is all-day.',
    }),
  ),
})

const logged = <K extends ChangeKind>(kind: K) =>
  Type.Object({
    seq: Seq,
    at: Timestamp,
    ...changeOf(kind),
    batch_id: Type.Union([Uuid], { description: 'Shared by all changes of one request.' }),
    actor: Nullable(Type.String({ description: 'The id of the user who made the change.' })),
    via: Via,
    token_name: Nullable(
      Type.String({
        description:
          'The name of the personal access token that was used. With `via: mcp`, the name of the client, then the name of the token.',
      }),
    ),
  })

export const Change = Type.Union(
  [
    logged('tag_group'),
    logged('tag'),
    logged('todo'),
    logged('schedule'),
    logged('timer'),
    logged('meeting'),
    logged('friend'),
    logged('friend_request'),
    logged('block'),
    logged('preferences'),
    logged('notification'),
    logged('focus'),
  ],
  { title: 'Change' },
)
export type Change = Type.Static<typeof Change>

/** The payload of the live socket's `change` message. */
export const ChangePayload = Type.Union([
  Type.Object(changeOf('tag_group')),
  Type.Object(changeOf('tag')),
  Type.Object(changeOf('todo')),
  Type.Object(changeOf('schedule')),
  Type.Object(changeOf('timer')),
  Type.Object(changeOf('meeting')),
  Type.Object(changeOf('friend')),
  Type.Object(changeOf('friend_request')),
  Type.Object(changeOf('block')),
  Type.Object(changeOf('preferences')),
  Type.Object(changeOf('notification')),
  Type.Object(changeOf('focus')),
])
export type ChangePayload = Type.Static<typeof ChangePayload>

export const Changes = Type.Object(
  {
    changes: Type.Array(Change),
    seq: Type.Integer({ description: 'The current log position: the number of the latest change.' }),
    has_more: Type.Boolean({
      description: 'If true, request again with `since` set to the `seq` of the last change.',
    }),
  },
  { title: 'Changes' },
)
export type Changes = Type.Static<typeof Changes>

const held = <K extends ChangeKind>(kind: K) =>
  Type.Object({ kind: Type.Literal(kind), id: changeOf(kind).id, resource: changeResources[kind] })

export const SnapshotItem = Type.Union(
  [
    held('tag_group'),
    held('tag'),
    held('todo'),
    held('schedule'),
    held('timer'),
    held('meeting'),
    held('friend'),
    held('friend_request'),
    held('block'),
    held('preferences'),
    held('notification'),
    held('focus'),
  ],
  { title: 'SnapshotItem' },
)
export type SnapshotItem = Type.Static<typeof SnapshotItem>

export const Snapshot = Type.Object(
  {
    items: Type.Array(SnapshotItem),
    seq: Type.Integer({
      description:
        'The log position when the first page was read; the same on every page. Apply the changes after it on top of the items.',
    }),
    next: Nullable(Type.String({ description: 'The `cursor` of the next page; null on the last page.' })),
  },
  { title: 'Snapshot' },
)
export type Snapshot = Type.Static<typeof Snapshot>

const Kinds = Type.Optional(Type.Array(OneOf(Object.keys(changeResources) as ChangeKind[]), { maxItems: 20 }))

export const changeRoutes = routeGroup({
  list: {
    method: 'GET',
    path: '/changes',
    summary: 'Read the changes since a position in the log',
    description:
      'Every change to your data after `since` (default 0), in order, with the resource as you would read it now. Consecutive changes to one resource may be combined into the last one. 410 if the log no longer reaches back to `since`: read all data again, then continue from the `seq` in that response. 422 if `since` is greater than the current position. A personal access token sees only the kinds that it may read.',
    query: Type.Object({
      since: Type.Optional(
        Type.Integer({ ...Seq, description: 'The position up to which you know the log.' }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1000,
          description:
            'The maximum number of changes on a page, 1 to 1,000 (the default). A page also ends at 8 MiB.',
        }),
      ),
      kinds: Kinds,
    }),
    response: Changes,
    errors: [410],
  },
  snapshot: {
    method: 'GET',
    path: '/changes/snapshot',
    summary: 'Read all your items, to begin a copy',
    description:
      'All items of the kinds in the change log, in pages by kind and id, each as you would read it now. Read all pages, then the changes after `seq`: together they are a complete copy. Items that change between two pages may be on none or on an older page, and are among these changes. A personal access token sees only the kinds that it may read.',
    query: Type.Object({
      kinds: Kinds,
      cursor: Type.Optional(Type.String({ description: 'The `next` of the page before.' })),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1000,
          description:
            'The maximum number of items on a page, 1 to 1,000 (the default). A page also ends at 8 MiB.',
        }),
      ),
    }),
    response: Snapshot,
  },
})
