// Todos on the wire.
import Type from 'typebox'
import { sharingFields } from '../people/visibility.ts'
import { routeGroup } from '../route.ts'
import { Nullable, Ok, OneOf, pageQuery, scopeQuery, TagIds, Uuid, UuidIn, UuidSet } from '../words.ts'
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
          'With `include_totals`: the time of all its timers that are not CANCELLED, each in whole seconds. Null for a todo of someone else.',
      }),
    ),
  ),
  subtree_measured_seconds: Type.Optional(
    Nullable(Type.Integer({ description: 'The same for the todo and everything below it.' })),
  ),
  subtree_estimate_minutes: Type.Optional(
    Nullable(
      Type.Integer({
        description: 'The sum of the estimates of the todo and everything below it; 0 if there are none.',
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

const listOptions = {
  order: Type.Optional(
    OneOf(['default', 'position'], {
      description:
        '`position`: the manual order, by the `position` of each todo; those without one come last, in the default order.',
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
    summary: 'Create a todo; a deadline also creates a schedule of one hour',
    description:
      "Belongs to exactly one tag group and may have a parent in the same group. The schedule starts at the deadline and has the title and tags of the todo. 400 if group, parent or tags are not the caller's own, or if the tree would become invalid.",
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
      'UNSCHEDULED, SCHEDULED, DONE, CANCELLED; within a status by deadline (none last), then newest first; `order=position` is the manual order. `group_ids`: todos of any of these groups. `tag_ids`: todos with all of these tags, with all their ancestors.',
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
    description: 'With `group_id` only the todos and the tags of that group.',
    query: Type.Object({ group_id: Type.Optional(UuidIn) }),
    response: TodoStats,
    errors: [404],
  },
  get: {
    method: 'GET',
    path: '/todos/{todo_id}',
    summary: 'Read a todo, or the todos of a tag group',
    description:
      'Where the id is that of a tag group, the answer has the todos of that group in `items`; `order`, `scope`, `public_from`, `limit` and `cursor` apply to these.',
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
      'Absent keeps, null clears. The linked schedules follow: a new deadline moves them, removing it deletes them, tags are copied to them, and those with the old title are renamed. Another `tag_group_id` moves the whole subtree.',
    params,
    body: TodoPatch,
    response: Todo,
    errors: [400, 403, 404],
  },
  remove: {
    method: 'DELETE',
    path: '/todos/{todo_id}',
    resource: 'todo',
    summary: 'Delete a todo and its schedules; its children become roots',
    description: 'Children keep their schedules. Timers stay and are unlinked.',
    params,
    response: Ok,
    errors: [403, 404],
  },
})
