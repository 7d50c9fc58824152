import Type from 'typebox'
import { sharingFields } from '../people/visibility.ts'
import { routeGroup } from '../route.ts'
import { Nullable, Ok, OneOf, pageQuery, scopeQuery, TagIds, Uuid, UuidIn, UuidSet } from '../words.ts'
import { BULK, BulkResult, bulkBody, bulkChange, SeriesEnd } from './bulk.ts'
import { Schedule } from './schedule.ts'
import { TodoCreate, TodoPatch, todoFields } from './todo.ts'

export const IncludeReason = OneOf(['MATCH', 'ANCESTOR'], {
  description: 'ANCESTOR: included only because a todo below it matches the filter.',
})
export type IncludeReason = Type.Static<typeof IncludeReason>

const totals = {
  measured_seconds: Type.Optional(
    Nullable(
      Type.Integer({
        description:
          "With `include_totals`: the total elapsed time of its timers in whole seconds, except CANCELLED ones. Null for other people's todos.",
      }),
    ),
  ),
  subtree_measured_seconds: Type.Optional(
    Nullable(Type.Integer({ description: 'The `measured_seconds` of the todo and its whole subtree.' })),
  ),
  subtree_estimate_minutes: Type.Optional(
    Nullable(
      Type.Integer({
        description: 'The sum of the estimates of the todo and its whole subtree; 0 if there are none.',
      }),
    ),
  ),
}

export const Todo = Type.Object(
  {
    ...todoFields,
    schedules: Type.Array(Schedule),
    include_reason: IncludeReason,
    ...totals,
    ...sharingFields,
  },
  { title: 'Todo' },
)
export type Todo = Type.Static<typeof Todo>

export const TodoItems = Type.Object({ items: Type.Array(Todo) }, { title: 'TodoItems' })
export type TodoItems = Type.Static<typeof TodoItems>

export const TodoStats = Type.Object(
  {
    group_id: Nullable(Uuid),
    total_count: Type.Integer(),
    by_tag: Type.Array(Type.Object({ tag_id: Uuid, tag_name: Type.String(), count: Type.Integer() })),
  },
  { title: 'TodoStats' },
)
export type TodoStats = Type.Static<typeof TodoStats>

const params = Type.Object({ todo_id: UuidIn })

const TodoBulk = bulkBody(bulkChange(TodoPatch.properties, 'TodoBulkChange'), 'TodoBulk')

const listOptions = {
  order: Type.Optional(
    OneOf(['default', 'position'], {
      description:
        '`position` sorts by the `position` of each todo (the manual order). Todos without one come last, in the default order.',
    }),
  ),
  include_totals: Type.Optional(
    Type.Boolean({
      description:
        'Adds `measured_seconds`, `subtree_measured_seconds` and `subtree_estimate_minutes`; the response then has no ETag.',
    }),
  ),
}

export const todoRoutes = routeGroup({
  create: {
    method: 'POST',
    path: '/todos',
    summary: 'Create a todo; a deadline also creates a schedule',
    description:
      "A todo belongs to exactly one tag group and may have a parent in the same group. The schedule has the todo's title and tags: an hour at the deadline, or an all-day entry if `deadline` is a date (YYYY-MM-DD). 400 if the group, parent or tags are not the caller's own, or if the tree would become invalid.",
    body: TodoCreate,
    status: 201,
    response: Todo,
    errors: [400],
  },
  list: {
    method: 'GET',
    path: '/todos',
    versioned: true,
    summary: 'List todos by status, deadline and age',
    description:
      'Sorted by status (UNSCHEDULED, SCHEDULED, DONE, CANCELLED), then by deadline (none last; a date counts as noon UTC), then newest first; with `order=position`, in the manual order. `group_ids` selects todos of any of these groups. `tag_ids` selects todos with all of these tags, and includes all their ancestors.',
    query: Type.Object({
      group_ids: Type.Optional(UuidSet(100)),
      tag_ids: Type.Optional(TagIds),
      ...listOptions,
      ...scopeQuery,
      ...pageQuery,
    }),
    response: Type.Array(Todo),
    list: true,
  },
  stats: {
    method: 'GET',
    path: '/todos/stats',
    summary: 'Count your todos, in total and per tag',
    description: 'With `group_id`, counts only the todos and tags of that group.',
    query: Type.Object({ group_id: Type.Optional(UuidIn) }),
    response: TodoStats,
    errors: [404],
  },
  get: {
    method: 'GET',
    path: '/todos/{todo_id}',
    summary: 'Read a todo, or the todos of a tag group',
    description:
      "If the id belongs to a tag group, the response contains the group's todos in `items`; `order`, `scope`, `public_from`, `limit` and `cursor` apply to them.",
    params,
    query: Type.Object({ ...listOptions, ...scopeQuery, ...pageQuery }),
    response: Type.Union([Todo, TodoItems]),
    errors: [403, 404],
  },
  update: {
    method: 'PATCH',
    path: '/todos/{todo_id}',
    resource: 'todo',
    summary: 'Change a todo',
    description:
      'Absent fields are unchanged; null clears a field. Linked schedules are updated too: a new deadline moves them and makes them timed or all-day, removing it deletes them, tags are copied to them, and schedules with the old title are renamed. Another `tag_group_id` moves the whole subtree. Closing a repeating todo creates its next round in the same transaction, with its open subtodos.',
    params,
    query: SeriesEnd,
    body: TodoPatch,
    response: Todo,
    errors: [400, 403, 404],
  },
  remove: {
    method: 'DELETE',
    path: '/todos/{todo_id}',
    resource: 'todo',
    summary: 'Delete a todo and its schedules; its children become roots',
    description: 'Children keep their schedules. Timers are kept and unlinked.',
    params,
    response: Ok,
    errors: [403, 404],
  },
  bulk: {
    method: 'POST',
    path: '/todos/bulk',
    stores: true,
    summary: 'Change or delete many todos at once',
    description: `${BULK} Parents are changed before their children, regardless of the order of \`ids\`.`,
    query: SeriesEnd,
    body: TodoBulk,
    staged: true,
    response: BulkResult,
    errors: [400],
  },
})
