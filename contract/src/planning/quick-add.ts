// Quick add turns one line of text into a todo, a schedule, a timer or measured time.
import Type from 'typebox'
import { LANGUAGES } from '../people/language.ts'
import { routeGroup } from '../route.ts'
import { Timer } from '../timers/timer.ts'
import { Clearable, IanaZone, Line, Nullable, OneOf } from '../words.ts'
import { Schedule } from './schedule.ts'
import { Todo } from './todos.ts'

const QUICK_KINDS = ['todo', 'schedule', 'timer', 'record'] as const
export type QuickKind = (typeof QUICK_KINDS)[number]

const QuickChip = Type.Object(
  {
    type: OneOf(
      [
        'start',
        'todo',
        'tag',
        'group',
        'priority',
        'estimate',
        'duration',
        'repeat',
        'when',
        'due',
        'person',
      ],
      { description: 'What this part of the line means.' },
    ),
    text: Type.String({ description: 'This part of the line.' }),
    start: Type.Integer({ description: 'The position of its first character in `text`, in UTF-16 units.' }),
    end: Type.Integer({ description: 'The position after its last character.' }),
    value: Type.Union([Type.String(), Type.Integer()], {
      description:
        'An id, a number of minutes, a priority, an RRULE, or a local date or time such as 2026-03-05T15:00; a range has two values, separated by a slash.',
    }),
    understood: Type.Optional(
      Type.Literal(false, {
        description:
          'Present for a part that looks like a date, time, mark or zone but was not understood. It stays in the title.',
      }),
    ),
  },
  { title: 'QuickChip' },
)

const Region = Type.String({
  'x-pattern': '^[A-Z]{2}$',
  pattern: '^[A-Z]{2}$',
  description:
    'A country (ISO 3166), which decides the order of dates such as 11/12 and the meaning of abbreviations such as CST. The default is the order of the language.',
})

const QuickAddBody = Type.Object(
  {
    text: Line(500),
    timezone: Type.Optional(
      Type.Union([IanaZone, Type.Null()], {
        description:
          'The time zone of the line, as an IANA name. The default is the one in the preferences, then `UTC`.',
      }),
    ),
    language: Clearable(
      OneOf(LANGUAGES, {
        description:
          'The language to try first; English and Korean are always understood. The default is the language in the preferences.',
      }),
    ),
    region: Clearable(Region),
    dry_run: Clearable(Type.Boolean()),
  },
  { title: 'QuickAddBody' },
)

export const QuickAddResult = Type.Object(
  {
    kind: OneOf(QUICK_KINDS, { description: 'What the line creates.' }),
    draft: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'The body of the request that creates the todo, schedule, timer (`timer.create`) or measured time (`POST /v1/timers/records`).',
    }),
    chips: Type.Array(QuickChip, { description: 'The recognized parts of the line, in order.' }),
    created: Nullable(Type.Union([Todo, Schedule, Timer])),
  },
  { title: 'QuickAddResult' },
)
export type QuickAddResult = Type.Static<typeof QuickAddResult>

export const quickAddRoutes = routeGroup({
  create: {
    method: 'POST',
    path: '/quick_add',
    stores: true,
    summary: 'Create a todo, a schedule, a running timer or measured time from one line',
    description:
      'Understands dates, times, zones, lengths, recurrences and their ends in English and Korean, and the marks `#tag`, `/group`, `!priority`, `p1`, `~estimate` and `@todo`. Quoted parts and unknown names stay in the title. A time of day creates a schedule, unless it is a deadline or the line has a todo mark; a range or a length on a day that is over is measured time; a leading "start" (시작) or only `@todo` starts a timer. `timezone` in the body is the line\'s time zone; the default is the one in the preferences, then UTC. A personal access token needs the write scope of the kind. 400 if a todo has no tag group to belong to.',
    body: QuickAddBody,
    status: 201,
    otherwise: { status: 200, when: 'With `dry_run`: nothing was created.' },
    response: QuickAddResult,
    errors: [400],
  },
})
