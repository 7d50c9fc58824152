import Type from 'typebox'
import { routeGroup } from '../route.ts'
import {
  DateFilter,
  InstantOrDate,
  Ok,
  OneOf,
  pageQuery,
  scopeQuery,
  TagIds,
  UuidIn,
  UuidSet,
} from '../words.ts'
import { BULK, BulkResult, bulkBodyWithOccurrences, bulkChange } from './bulk.ts'
import { Schedule, ScheduleCreate, SchedulePatch } from './schedule.ts'
import { Todo } from './todos.ts'

const params = Type.Object({ schedule_id: UuidIn })
const instanceStart = Type.Optional(InstantOrDate)
const instanceQuery = Type.Object({
  instance_start: instanceStart,
  apply_to: Type.Optional(OneOf(['this', 'following', 'all'])),
})

const ScheduleBulk = bulkBodyWithOccurrences(
  bulkChange(
    {
      ...SchedulePatch.properties,
      shift_days: Type.Optional(Type.Integer({ minimum: -3660, maximum: 3660 })),
    },
    'ScheduleBulkChange',
  ),
  'ScheduleBulk',
)

const ADDRESSING =
  '`instance_start` (the original start of an occurrence) selects one occurrence of a series, by its date if the series is all-day. `apply_to` extends the request to the following ones or to all.'

export const scheduleRoutes = routeGroup({
  list: {
    method: 'GET',
    path: '/schedules',
    versioned: true,
    summary: 'List the schedules in a time range',
    description:
      'Everything that overlaps the half-open range, sorted by start. A series is returned as its occurrences. At most 400 days. `tag_ids` selects items with all of these tags, `group_ids` items with a tag from any of these groups; if both are given, both apply.',
    query: Type.Object({
      start_date: DateFilter,
      end_date: DateFilter,
      ...scopeQuery,
      most_per_owner: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
      tag_ids: Type.Optional(TagIds),
      group_ids: Type.Optional(UuidSet(100)),
      include_subscriptions: Type.Optional(
        Type.Boolean({
          description:
            "If true, also returns your subscriptions' entries, each with `subscription_id`. A personal access token without `subscriptions:read` gets none.",
        }),
      ),
      ...pageQuery,
    }),
    response: Type.Array(Schedule),
    list: true,
  },
  create: {
    method: 'POST',
    path: '/schedules',
    summary: 'Create a schedule or a series',
    description:
      'With `recurrence_rule` it is a series that repeats in `timezone`: 09:00 stays 09:00 across DST changes. With `all_day`, `start_time` and `end_time` are dates, the end exclusive: the entry is on the same dates for every reader and repeats by date. With `create_todo_options`, a linked todo is created too.',
    body: ScheduleCreate,
    status: 201,
    response: Schedule,
    errors: [400],
  },
  get: {
    method: 'GET',
    path: '/schedules/{schedule_id}',
    summary: 'Read a schedule, a series, or one occurrence',
    description:
      'A series id returns the series with its rule. With `instance_start` (the original start of an occurrence), it returns that occurrence, even if it was moved.',
    params,
    query: Type.Object({ instance_start: instanceStart }),
    response: Schedule,
    errors: [400, 403, 404],
  },
  update: {
    method: 'PATCH',
    path: '/schedules/{schedule_id}',
    resource: 'schedule',
    summary: 'Change a schedule, a series, or occurrences of it',
    description: `${ADDRESSING} Changing a deleted occurrence restores it. \`following\` splits the series and returns the new one.`,
    params,
    query: instanceQuery,
    body: SchedulePatch,
    response: Schedule,
    errors: [400, 403, 404],
  },
  remove: {
    method: 'DELETE',
    path: '/schedules/{schedule_id}',
    resource: 'schedule',
    summary: 'Delete a schedule, a series, or occurrences of it',
    description: ADDRESSING,
    params,
    query: instanceQuery,
    response: Ok,
    errors: [400, 403, 404],
  },
  createTodo: {
    method: 'POST',
    path: '/schedules/{schedule_id}/todo',
    stores: true,
    summary: 'Create a todo from a schedule',
    description:
      "The todo gets the schedule's title, description and tags, its start as the deadline (the date, if it is all-day), and the status SCHEDULED. A schedule can have only one todo.",
    params,
    query: Type.Object({ tag_group_id: UuidIn }),
    status: 201,
    response: Todo,
    errors: [400, 403, 404],
  },
  bulk: {
    method: 'POST',
    path: '/schedules/bulk',
    stores: true,
    summary: 'Change or delete many schedules at once',
    description: `${BULK} A series id means the whole series; \`occurrences\` selects single occurrences by \`instance_start\`. \`shift_days\` moves each item by whole days and keeps its time of day, in the series' zone or in \`timezone\`.`,
    body: ScheduleBulk,
    staged: true,
    response: BulkResult,
    errors: [400],
  },
})
