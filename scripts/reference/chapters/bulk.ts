import type { Chapter } from '../step.ts'

export const bulk: Chapter = {
  title: 'Bulk requests',
  about: 'One change to up to 1,000 items of one kind: one transaction, one batch, one undo.',
  steps: [
    {
      route: 'todos.bulk',
      body: {
        ids: ['{{todo_id}}', '{{child_todo_id}}'],
        change: { priority: 3, add_tag_ids: ['{{other_tag_id}}'] },
      },
      faults: [{ status: 400, body: { ids: ['{{todo_id}}', '{{unknown_id}}'], change: { status: 'DONE' } } }],
    },
    {
      route: 'schedules.bulk',
      body: {
        ids: ['{{schedule_id}}'],
        occurrences: [{ id: '{{series_id}}', instance_start: '2026-01-15T09:00:00-05:00' }],
        change: { shift_days: 1 },
      },
      query: { timezone: 'America/New_York' },
      faults: [{ status: 400, body: { ids: ['{{unknown_id}}'], change: { delete: true } } }],
    },
    {
      route: 'timers.bulk',
      name: 'Tag many timers, as far as possible',
      body: {
        ids: ['{{timer_id}}'],
        change: { add_tag_ids: ['{{tag_id}}'] },
        atomic: false,
      },
      faults: [{ status: 400, body: { ids: ['{{unknown_id}}'], change: { delete: true } } }],
    },
  ],
}
