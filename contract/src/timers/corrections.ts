// Time corrections: records of past time, replaced segments, splits, and earlier ends for forgotten timers.
import Type from 'typebox'
import { VisibilityField } from '../people/visibility.ts'
import { routeGroup } from '../route.ts'
import { parseInstant } from '../validation/instant.ts'
import { ChosenId, Clearable, Description, Instant, TagIds, Title, UuidIn } from '../words.ts'
import { Includes } from './includes.ts'
import { At, MAX_ALLOCATED_SECONDS, Timer } from './timer.ts'

export const MAX_SEGMENTS = 500
export const MAX_SPAN_DAYS = 31

export const SegmentIn = Type.Object({ start: Instant, end: Instant }, { title: 'TimerSegmentInput' })

export const Segments = Type.Array(SegmentIn, {
  minItems: 1,
  maxItems: MAX_SEGMENTS,
  description:
    'When time was measured: in order, without overlaps, not in the future, within 31 days. Adjacent segments are joined.',
})

export const TimerRecord = Type.Object(
  {
    id: Clearable(ChosenId),
    segments: Segments,
    allocated_duration: Type.Optional(
      Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: MAX_ALLOCATED_SECONDS }), Type.Null()], {
        description: 'Planned seconds; by default the measured time.',
      }),
    ),
    title: Clearable(Title),
    description: Clearable(Description),
    schedule_id: Clearable(UuidIn),
    todo_id: Clearable(UuidIn),
    tag_ids: Clearable(TagIds),
    visibility: VisibilityField,
    at: At,
  },
  { title: 'TimerRecord' },
)
export type TimerRecord = Type.StaticDecode<typeof TimerRecord>

export const TimerSegments = Type.Object({ segments: Segments, at: At }, { title: 'TimerSegments' })
export type TimerSegments = Type.StaticDecode<typeof TimerSegments>

const SplitAt = Type.Codec(
  Type.String({
    format: 'instant',
    description: 'Where to split the timer. There must be measured time before and after this instant.',
  }),
)
  .Decode(text => parseInstant(text) ?? Number.NaN)
  .Encode(ms => new Date(ms).toISOString())

export const TimerSplit = Type.Object(
  {
    at: SplitAt,
    id: Clearable(ChosenId),
  },
  { title: 'TimerSplit' },
)
export type TimerSplit = Type.StaticDecode<typeof TimerSplit>

export const TimerTrim = Type.Object({ end: Instant }, { title: 'TimerTrim' })

const params = Type.Object({ timer_id: UuidIn })

/** The group `timers` includes these routes. */
export const correctionRoutes = routeGroup({
  addRecord: {
    method: 'POST',
    path: '/timers/records',
    summary: 'Add a completed timer for time that was not measured',
    description:
      '`pause_history` is derived from the segments. Links, tags and sharing follow the same rules as `timer.create`; friends are not notified.',
    query: Includes,
    body: TimerRecord,
    status: 201,
    response: Timer,
    errors: [400, 404, 409],
  },
  setSegments: {
    method: 'PUT',
    path: '/timers/{timer_id}/segments',
    resource: 'timer',
    summary: 'Replace the measured time of a timer',
    description:
      '`elapsed_time`, `started_at`, `ended_at` and `pause_history` are derived from the segments; the status does not change. 409 while the timer is running. The history shows the original time.',
    params,
    query: Includes,
    body: TimerSegments,
    response: Timer,
    errors: [403, 404, 409],
  },
  split: {
    method: 'POST',
    path: '/timers/{timer_id}/split',
    resource: 'timer',
    summary: 'Split a timer into two',
    description:
      'Returns both. The first keeps the id and ends at `at`, or before it if `at` is in a pause. The second continues with the same title, links, tags and sharing; `id` sets its id. If the timer is paused, the first part is completed and the second stays paused. 409 while the timer is running.',
    params,
    query: Includes,
    body: TimerSplit,
    response: Type.Array(Timer),
    errors: [403, 404, 409],
  },
  trim: {
    method: 'POST',
    path: '/timers/{timer_id}/trim',
    resource: 'timer',
    summary: 'End a forgotten timer at an earlier time',
    description:
      'Completes a running or paused timer at `end`, even if that is inside a pause; later time is dropped. 409 if it has already ended.',
    params,
    query: Includes,
    body: TimerTrim,
    response: Timer,
    errors: [403, 404, 409],
  },
})
