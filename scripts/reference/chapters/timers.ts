// Tour chapter: timers, which are started over the socket and read over REST.
import type { Chapter } from '../step.ts'

const linked = { include_todo: true, tag_include_mode: 'timer_only' }
const timer = { timer_id: '{{timer_id}}' }

export const timers: Chapter = {
  title: 'Timers',
  about:
    'Timers are started, paused, resumed and stopped over the WebSocket (`/ws-playground`, the SDK, or the web app). Start one and put its id into `timer_id`; without one these requests answer 404, and the list is empty.',
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
    { socket: 'timer.stop', payload: timer },
    {
      socket: 'timer.create',
      payload: { allocated_duration: 600 },
      keep: { other_timer_id: 'payload.timer.id' },
    },
    { socket: 'timer.cancel', payload: { timer_id: '{{other_timer_id}}' } },
  ],
}
