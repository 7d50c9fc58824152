import type { Chapter } from '../step.ts'

const nobody = { status: 404, as: 'bob' } as const

export const focus: Chapter = {
  title: 'Focus',
  about: 'Ann starts a focus run for a todo, pauses and resumes it, stops, and skips a phase of another.',
  steps: [
    {
      route: 'focus.start',
      body: { title: 'Write report', preset: 'pomodoro', work_minutes: 25, break_minutes: 5, rounds: 4 },
      faults: [{ status: 404, before: true, body: { todo_id: '{{unknown_id}}' } }, { status: 409 }],
    },
    { route: 'focus.get', faults: [nobody] },
    { route: 'focus.pause', faults: [nobody, { status: 409 }] },
    { route: 'focus.resume', faults: [nobody, { status: 409 }] },
    { route: 'focus.stop', faults: [nobody] },
    // Uses a countdown, because with other presets the next phase would add a notification at an unpredictable
    // moment.
    { route: 'focus.start', body: { title: 'Write report', preset: 'countdown' } },
    {
      route: 'focus.skip',
      query: { phase_index: 0 },
      faults: [nobody, { status: 409, before: true, query: { phase_index: 3 } }],
    },
  ],
}
