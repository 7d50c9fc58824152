// The REST routes for timers. Clients start and control timers over the sockets.
import Type from 'typebox'
import { VisibilityField } from '../people/visibility.ts'
import { BULK, BulkResult, bulkBody, bulkChange } from '../planning/bulk.ts'
import { routeGroup } from '../route.ts'
import {
  Clearable,
  DateFilter,
  Description,
  Ok,
  OneOf,
  OneOfAnyCase,
  pageQuery,
  scopeQuery,
  TagIds,
  Timestamp,
  Title,
  Uuid,
  UuidIn,
} from '../words.ts'
import { correctionRoutes } from './corrections.ts'
import { Includes, includes } from './includes.ts'
import { TIMER_STATUSES, Timer } from './timer.ts'

export const TimerPatch = Type.Object(
  {
    title: Clearable(Title),
    description: Clearable(Description),
    tag_ids: Clearable(TagIds),
    schedule_id: Clearable(UuidIn),
    todo_id: Clearable(UuidIn),
    visibility: VisibilityField,
  },
  { title: 'TimerPatch' },
)
export type TimerPatch = Type.StaticDecode<typeof TimerPatch>

export const TimerQuery = Type.Object({
  ...scopeQuery,
  status: Type.Optional(
    Type.Array(OneOfAnyCase(TIMER_STATUSES), {
      'x-maxItems': TIMER_STATUSES.length,
      description: 'Repeat the parameter for several; not case-sensitive.',
    }),
  ),
  type: Type.Optional(
    OneOf(['independent', 'schedule', 'todo'], {
      description:
        '`independent` selects timers without a link; the other values select timers with that link.',
    }),
  ),
  start_date: Type.Optional(DateFilter),
  end_date: Type.Optional(DateFilter),
  ...includes,
  ...pageQuery,
})
export type TimerQuery = Type.StaticDecode<typeof TimerQuery>

export const FriendActivity = Type.Object(
  {
    friend_id: Type.String(),
    display_name: Type.String(),
    action: OneOf(['start', 'resume', 'pause'], {
      description: 'The last action, such as `pause` while it is paused.',
    }),
    timer_id: Uuid,
    timer_title: Type.Optional(
      Type.String({ description: 'Present only if the timer has a title and you may see it.' }),
    ),
    at: Timestamp,
  },
  { title: 'FriendActivity' },
)
export type FriendActivity = Type.Static<typeof FriendActivity>

const TimerBulk = bulkBody(bulkChange(TimerPatch.properties, 'TimerBulkChange'), 'TimerBulk')

const timer = Type.Object({ timer_id: UuidIn })
const schedule = Type.Object({ schedule_id: UuidIn })
const todo = Type.Object({ todo_id: UuidIn })
const page = Type.Object({ ...includes, ...pageQuery })

export const timerRoutes = routeGroup({
  list: {
    method: 'GET',
    path: '/timers',
    versioned: true,
    csv: true,
    summary: 'List timers, most recently started first',
    description:
      '`start_date` and `end_date` limit `started_at`. A date without a time means that day in the `timezone` of the request; the day of `end_date` is included. The CSV contains all timers, not only one page, with the tags of their schedules and todos.',
    query: TimerQuery,
    response: Type.Array(Timer),
    list: true,
  },
  active: {
    method: 'GET',
    path: '/timers/active',
    summary: 'Read the active timer',
    description: 'The most recently started timer that is running or paused; 404 if there is none.',
    query: Includes,
    response: Timer,
    errors: [404],
  },
  ofFriends: {
    method: 'GET',
    path: '/timers/friends',
    summary: "List your friends' active timers",
    description:
      'Most recently started first. A client reads them first and then follows `timer.friend_activity` messages. The title is included only if you may see the timer.',
    query: Type.Object(pageQuery),
    response: Type.Array(FriendActivity),
    list: true,
  },
  get: {
    method: 'GET',
    path: '/timers/{timer_id}',
    summary: 'Read a timer',
    description: '`elapsed_time` includes the running segment up to this response.',
    params: timer,
    query: Includes,
    response: Timer,
    errors: [403, 404],
  },
  update: {
    method: 'PATCH',
    path: '/timers/{timer_id}',
    resource: 'timer',
    summary: 'Change the metadata of a timer',
    description:
      'Absent fields are unchanged; null clears a field. Works in any status; the measured time does not change. Every connected device is notified.',
    params: timer,
    query: Includes,
    body: TimerPatch,
    response: Timer,
    errors: [400, 403, 404],
  },
  remove: {
    method: 'DELETE',
    path: '/timers/{timer_id}',
    resource: 'timer',
    summary: 'Delete a timer, in any status',
    description:
      'Its measured time no longer counts. It can be restored from the trash for 30 days. Every connected device is notified.',
    params: timer,
    response: Ok,
    errors: [403, 404],
  },
  ...correctionRoutes,
  ofSchedule: {
    method: 'GET',
    path: '/schedules/{schedule_id}/timers',
    summary: "List a schedule's timers",
    description:
      "Most recently started first. For someone else's schedule, only its timers that are shared with you.",
    params: schedule,
    query: page,
    response: Type.Array(Timer),
    list: true,
    errors: [403, 404],
  },
  activeOfSchedule: {
    method: 'GET',
    path: '/schedules/{schedule_id}/timers/active',
    summary: "Read a schedule's active timer",
    description: 'The most recently started one that is running or paused; 404 if there is none.',
    params: schedule,
    query: Includes,
    response: Timer,
    errors: [403, 404],
  },
  ofTodo: {
    method: 'GET',
    path: '/todos/{todo_id}/timers',
    summary: "List a todo's timers",
    description:
      "Most recently started first. For someone else's todo, only its timers that are shared with you.",
    params: todo,
    query: page,
    response: Type.Array(Timer),
    list: true,
    errors: [403, 404],
  },
  activeOfTodo: {
    method: 'GET',
    path: '/todos/{todo_id}/timers/active',
    summary: "Read a todo's active timer",
    description: 'The most recently started one that is running or paused; 404 if there is none.',
    params: todo,
    query: Includes,
    response: Timer,
    errors: [403, 404],
  },
  bulk: {
    method: 'POST',
    path: '/timers/bulk',
    stores: true,
    summary: 'Change or delete many timers at once',
    description: BULK,
    body: TimerBulk,
    staged: true,
    response: BulkResult,
    errors: [400],
  },
})
