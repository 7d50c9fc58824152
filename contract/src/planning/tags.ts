import Type from 'typebox'
import { routeGroup } from '../route.ts'
import {
  ChosenId,
  Clearable,
  Color,
  ColorOut,
  Description,
  Nullable,
  Ok,
  OwnVersion,
  pageQuery,
  Timestamp,
  Title,
  Uuid,
  UuidIn,
} from '../words.ts'

export const Tag = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    color: ColorOut,
    description: Nullable(Type.String()),
    group_id: Uuid,
    created_at: Timestamp,
    updated_at: Timestamp,
    version: OwnVersion,
  },
  { title: 'Tag' },
)
export type Tag = Type.Static<typeof Tag>

const GOAL_HOURS = 'The weekly hours goal for each tag in the group.'

export const TagGroup = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    color: ColorOut,
    description: Nullable(Type.String()),
    goal_ratios: Nullable(Type.Record(Type.String(), Type.Number())),
    goal_hours: Nullable(Type.Record(Type.String(), Type.Number(), { description: GOAL_HOURS })),
    is_todo_group: Type.Boolean(),
    created_at: Timestamp,
    updated_at: Timestamp,
    version: OwnVersion,
    tags: Type.Array(Tag),
  },
  { title: 'TagGroup' },
)
export type TagGroup = Type.Static<typeof TagGroup>

const goalsIn = (maximum: number, description: string) =>
  Type.Codec(
    Type.Record(Type.String(), Type.Number({ minimum: 0, maximum }), { maxProperties: 1_000, description }),
  )
    // The keys are ids, which are not case-sensitive.
    .Decode(goals => Object.fromEntries(Object.entries(goals).map(([id, goal]) => [id.toLowerCase(), goal])))
    .Encode(goals => goals)

const HOURS_OF_WEEK = 168
const GoalRatios = goalsIn(1, 'The goal share of time for each tag in the group (0 to 1).')
const GoalHours = goalsIn(HOURS_OF_WEEK, GOAL_HOURS)

export const TagGroupCreate = Type.Object(
  {
    id: Clearable(ChosenId),
    name: Title,
    color: Color,
    description: Clearable(Description),
    is_todo_group: Clearable(Type.Boolean()),
  },
  { title: 'TagGroupCreate' },
)

export const TagGroupPatch = Type.Object(
  {
    name: Type.Optional(Title),
    color: Type.Optional(Color),
    description: Clearable(Description),
    goal_ratios: Clearable(GoalRatios),
    goal_hours: Clearable(GoalHours),
    is_todo_group: Type.Optional(Type.Boolean()),
  },
  { title: 'TagGroupPatch' },
)

export const TagCreate = Type.Object(
  {
    id: Clearable(ChosenId),
    name: Title,
    color: Color,
    description: Clearable(Description),
    group_id: UuidIn,
  },
  { title: 'TagCreate' },
)

export const TagPatch = Type.Object(
  {
    name: Type.Optional(Title),
    color: Type.Optional(Color),
    description: Clearable(Description),
    group_id: Type.Optional(UuidIn),
  },
  { title: 'TagPatch' },
)

const groupParams = Type.Object({ group_id: UuidIn })
const tagParams = Type.Object({ tag_id: UuidIn })
const pages = Type.Object(pageQuery)

export const tagRoutes = routeGroup({
  createGroup: {
    method: 'POST',
    path: '/tags/groups',
    summary: 'Create a tag group',
    description:
      'A group contains tags; with `is_todo_group` it is also a list of todos. Group names need not be unique.',
    body: TagGroupCreate,
    status: 201,
    response: TagGroup,
  },
  listGroups: {
    method: 'GET',
    path: '/tags/groups',
    versioned: true,
    summary: 'List tag groups with their tags, by name',
    description: 'Each group includes all its tags.',
    query: pages,
    response: Type.Array(TagGroup),
    list: true,
  },
  getGroup: {
    method: 'GET',
    path: '/tags/groups/{group_id}',
    summary: 'Read a tag group',
    description: "Returns the group with all its tags, by name. 404 for other people's groups.",
    params: groupParams,
    response: TagGroup,
    errors: [404],
  },
  updateGroup: {
    method: 'PATCH',
    path: '/tags/groups/{group_id}',
    resource: 'tag_group',
    summary: 'Change a tag group',
    description:
      'Absent fields are unchanged; null clears a field. `goal_ratios` replaces all ratios: keys are ids of tags in this group, values are 0 to 1. `goal_hours` replaces all goals in hours per week: values are 0 to 168.',
    params: groupParams,
    body: TagGroupPatch,
    response: TagGroup,
    errors: [404],
  },
  deleteGroup: {
    method: 'DELETE',
    path: '/tags/groups/{group_id}',
    resource: 'tag_group',
    staged: true,
    summary: 'Delete a tag group, its tags and its todos',
    description:
      "The group's todos are deleted too, because a todo must have a group. To keep them, name another group in `move_todos_to`; they lose the old group's tags.",
    params: groupParams,
    query: Type.Object({ move_todos_to: Type.Optional(UuidIn) }),
    response: Type.Object({
      ok: Type.Literal(true),
      deleted_todos: Type.Integer(),
      moved_todos: Type.Integer(),
    }),
    errors: [400, 404],
  },
  create: {
    method: 'POST',
    path: '/tags',
    summary: 'Create a tag',
    description: 'The name must be unique in its group (case-sensitive).',
    body: TagCreate,
    status: 201,
    response: Tag,
    errors: [404, 409],
  },
  list: {
    method: 'GET',
    path: '/tags',
    versioned: true,
    summary: 'List tags by name',
    description: 'Tags from all groups in one list.',
    query: pages,
    response: Type.Array(Tag),
    list: true,
  },
  get: {
    method: 'GET',
    path: '/tags/{tag_id}',
    summary: 'Read a tag',
    description: "Returns one of your own tags. 404 for other people's tags.",
    params: tagParams,
    response: Tag,
    errors: [404],
  },
  update: {
    method: 'PATCH',
    path: '/tags/{tag_id}',
    resource: 'tag',
    summary: 'Change a tag',
    description:
      'Absent fields are unchanged; null clears a field. Another `group_id` moves the tag and removes it from the goals of its old group.',
    params: tagParams,
    body: TagPatch,
    response: Tag,
    errors: [404, 409],
  },
  remove: {
    method: 'DELETE',
    path: '/tags/{tag_id}',
    resource: 'tag',
    summary: 'Delete a tag and remove it from all items',
    description:
      'Todos, schedules and timers that have the tag are kept. The group is kept too, even if this was its last tag.',
    params: tagParams,
    response: Ok,
    errors: [404],
  },
})
