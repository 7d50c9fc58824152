// A focus run alternates work phases and breaks. A timer measures each work phase.
import Type from 'typebox'
import { FocusSettings } from '../people/preferences.ts'
import { routeGroup } from '../route.ts'
import { ChosenId, Clearable, Nullable, OneOf, Timestamp, Title, Uuid, UuidIn, Version } from '../words.ts'
import { FOCUS_ACTIONS, FOCUS_PHASES } from './phases.ts'

const plan = FocusSettings.properties
const phase = (description: string) => Nullable(OneOf(FOCUS_PHASES, { description }))
const seconds = (description: string) => Type.Integer({ minimum: 0, description })

export const FocusLogEntry = Type.Object(
  { action: OneOf(FOCUS_ACTIONS), at: Timestamp },
  { title: 'FocusLogEntry', description: "What was done, with times on the server's clock." },
)

export const FocusRun = Type.Object(
  {
    id: Uuid,
    todo_id: Nullable(Uuid),
    title: Nullable(Type.String({ description: "The title for the run's timers." })),
    ...plan,
    status: OneOf(['running', 'paused', 'ended'], { description: 'The state at `as_of`.' }),
    phase: phase('The current phase; null after the end.'),
    phase_index: seconds('The number of the current phase, from 0.'),
    round: Type.Integer({ minimum: 1, description: 'The number of the current work phase, from 1.' }),
    phase_started_at: Timestamp,
    phase_ends_at: Nullable(
      Type.String({
        format: 'date-time',
        description: 'When the phase ends; null if it is paused, has no fixed length or is over.',
      }),
    ),
    phase_elapsed_seconds: seconds('The elapsed time of the phase, without pauses.'),
    phase_remaining_seconds: Nullable(
      seconds('The remaining time of the phase; null if it has no fixed length.'),
    ),
    next_phase: phase('The next phase; null at the end of the run.'),
    timer_id: Nullable(
      Type.String({ format: 'uuid', description: 'The timer of the current work phase; null in a break.' }),
    ),
    timer_ids: Type.Array(Uuid, { description: 'The timers of all work phases so far, in order.' }),
    log: Type.Array(FocusLogEntry, {
      description:
        'The actions so far. Every device can compute the state at any moment from the plan and this log.',
    }),
    as_of: Type.Union([Timestamp], {
      description: 'The server time for which the state was computed.',
    }),
    started_at: Timestamp,
    ended_at: Nullable(Timestamp),
    version: Version,
  },
  { title: 'FocusRun' },
)
export type FocusRun = Type.Static<typeof FocusRun>

export const FocusCreate = Type.Object(
  {
    id: Clearable(ChosenId),
    todo_id: Clearable(UuidIn),
    title: Clearable(Title),
    preset: Clearable(plan.preset),
    work_minutes: Clearable(plan.work_minutes),
    break_minutes: Clearable(plan.break_minutes),
    long_break_minutes: Clearable(plan.long_break_minutes),
    rounds: Clearable(plan.rounds),
  },
  { title: 'FocusCreate' },
)
export type FocusCreate = Type.Static<typeof FocusCreate>

export const focusRoutes = routeGroup({
  get: {
    method: 'GET',
    path: '/focus',
    summary: 'Read your focus run',
    description: 'Returns the run that has not ended; 404 if there is none.',
    response: FocusRun,
    errors: [404],
  },
  start: {
    method: 'POST',
    path: '/focus',
    summary: 'Start a focus run',
    description:
      'Omitted values come from the preference `focus`. If it is not set, they are 25, 5 and 15 minutes and 4 rounds. The body is optional. `pomodoro`: rounds of work, each followed by a short break, the last by a long one. `flowtime`: work lasts until you skip to the break, which is a fifth of it, at least `break_minutes` and at most `long_break_minutes`. `countdown`: one work phase. Every work phase is a timer. 409 while another run is active.',
    body: FocusCreate,
    bodyOptional: true,
    status: 201,
    response: FocusRun,
    errors: [404, 409],
  },
  pause: {
    method: 'POST',
    path: '/focus/pause',
    summary: 'Pause the focus run',
    description: 'Pauses the timer of a work phase too. 409 if the run is already paused.',
    response: FocusRun,
    errors: [404, 409],
  },
  resume: {
    method: 'POST',
    path: '/focus/resume',
    summary: 'Resume the focus run',
    description: 'The phase continues where it was paused. 409 if the run is not paused.',
    response: FocusRun,
    errors: [404, 409],
  },
  skip: {
    method: 'POST',
    path: '/focus/skip',
    summary: 'Skip to the next phase',
    description:
      'Ends the current phase now. Send `phase_index`, so that two devices that skip at the same time skip only one phase. Skipping the last phase ends the run.',
    query: Type.Object({
      phase_index: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'The phase to skip. If it is already over, the response is 409 and nothing changes.',
        }),
      ),
    }),
    response: FocusRun,
    errors: [404, 409],
  },
  stop: {
    method: 'POST',
    path: '/focus/stop',
    summary: 'Stop the focus run',
    description: 'Stops the timer of a work phase too. Its measured time is kept.',
    response: FocusRun,
    errors: [404],
  },
})
