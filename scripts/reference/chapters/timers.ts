// The socket controls running timers. REST reads timers, adds past ones and corrects them.
import type { Chapter } from '../step.ts'

const linked = { include_todo: true, tag_include_mode: 'timer_only' }
const record = { timer_id: '{{record_id}}' }
const SEGMENT = { start: '2026-01-09T09:00:00Z', end: '2026-01-09T11:00:00Z' }
const timer = { timer_id: '{{timer_id}}' }

export const timers: Chapter = {
  title: 'Timers',
  about:
    'Timers are started, paused, resumed and stopped over the WebSocket (`/ws-playground`, the SDK, or the web app). Start one and put its id in `timer_id`. Without one, these requests return 404, and the list is empty.',
  steps: [
    {
      socket: 'timer.create',
      payload: {
        allocated_duration: 1500,
        title: 'First draft',
        todo_id: '{{todo_id}}',
        tag_ids: ['{{tag_id}}'],
        visibility: { level: 'friends' },
      },
      keep: { timer_id: 'payload.timer.id', timer_schedule_id: 'payload.timer.schedule_id' },
    },
    { route: 'timers.list', query: { status: ['RUNNING', 'PAUSED'], limit: 50 } },
    { route: 'timers.active', query: linked, faults: [{ status: 404, as: 'bob' }] },
    { route: 'timers.ofFriends', as: 'bob' },
    { route: 'timers.get', params: timer, query: { timezone: 'Europe/Berlin' } },
    {
      route: 'timers.update',
      params: timer,
      body: { title: 'Second draft', description: 'With the figures' },
      faults: [{ status: 400, body: { tag_ids: ['{{unknown_id}}'] } }],
    },
    { route: 'timers.ofTodo', params: { todo_id: '{{todo_id}}' } },
    { route: 'timers.activeOfTodo', params: { todo_id: '{{todo_id}}' } },
    { route: 'timers.ofSchedule', params: { schedule_id: '{{timer_schedule_id}}' } },
    { route: 'timers.activeOfSchedule', params: { schedule_id: '{{timer_schedule_id}}' } },
    { socket: 'timer.pause', payload: timer, keep: { paused_at: 'payload.timer.paused_at' } },
    { socket: 'timer.pause', payload: timer, fails: 'PAUSE_FAILED' },
    { socket: 'timer.resume', payload: { ...timer, at: '{{paused_at}}' } },
    { socket: 'timer.sync', payload: { since: 1 } },
    {
      route: 'timers.addRecord',
      query: { tag_include_mode: 'timer_only' },
      body: {
        segments: [
          { start: '2026-01-09T09:00:00Z', end: '2026-01-09T10:00:00Z' },
          { start: '2026-01-09T10:30:00Z', end: '2026-01-09T12:00:00Z' },
        ],
        title: 'Notes on paper',
        tag_ids: ['{{tag_id}}'],
      },
      keep: { record_id: 'id', recorded_at: 'created_at' },
      faults: [
        { status: 400, body: { segments: [SEGMENT], tag_ids: ['{{unknown_id}}'] } },
        { status: 404, body: { segments: [SEGMENT], todo_id: '{{unknown_id}}' } },
        { status: 409, body: { segments: [SEGMENT], id: '{{timer_id}}' } },
      ],
    },
    {
      route: 'timers.setSegments',
      params: record,
      body: { segments: [SEGMENT] },
      faults: [{ status: 409, params: timer }],
    },
    {
      route: 'timers.split',
      params: record,
      body: { at: '2026-01-09T10:00:00Z' },
      faults: [{ status: 409, params: timer }],
    },
    { route: 'timers.trim', params: timer, body: { end: '{{recorded_at}}' }, faults: [{ status: 409 }] },
    {
      socket: 'timer.create',
      payload: { allocated_duration: 600 },
      keep: { other_timer_id: 'payload.timer.id' },
    },
    { socket: 'timer.stop', payload: { timer_id: '{{other_timer_id}}' } },
    {
      socket: 'timer.create',
      payload: { allocated_duration: 600 },
      keep: { other_timer_id: 'payload.timer.id' },
    },
    { socket: 'timer.cancel', payload: { timer_id: '{{other_timer_id}}' } },
  ],
}
