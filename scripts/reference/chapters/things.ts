import type { Chapter } from '../step.ts'

const report = {
  title: 'Write the report',
  tag_group_id: '{{group_id}}',
  tag_ids: ['{{tag_id}}'],
  deadline: '2026-01-15T10:00:00Z',
  estimate_minutes: 90,
  priority: 2,
}
const standUp = {
  title: 'Stand-up',
  start_time: '2026-01-12T09:00:00-05:00',
  end_time: '2026-01-12T09:15:00-05:00',
  timezone: 'America/New_York',
  recurrence_rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  tag_ids: ['{{tag_id}}'],
}
const occurrence = { instance_start: '2026-01-14T09:00:00-05:00' }

export const tags: Chapter = {
  title: 'Tags',
  about: 'Groups contain tags. A group with `is_todo_group` is also a list of todos.',
  steps: [
    {
      route: 'tags.createGroup',
      body: { name: 'Work', color: '#4F86C6', is_todo_group: true },
      keep: { group_id: 'id' },
      faults: [{ status: 409, body: { name: 'Work', color: '#4F86C6', id: '{{group_id}}' } }],
    },
    {
      route: 'tags.createGroup',
      name: 'Create a second tag group',
      body: { name: 'Home', color: '#2E7D32', is_todo_group: true },
      keep: { other_group_id: 'id' },
    },
    {
      route: 'tags.create',
      body: { name: 'writing', color: '#C62828', group_id: '{{group_id}}' },
      keep: { tag_id: 'id' },
      faults: [
        { status: 404, body: { name: 'reading', color: '#C62828', group_id: '{{unknown_id}}' } },
        { status: 409, body: { name: 'writing', color: '#C62828', group_id: '{{group_id}}' } },
      ],
    },
    {
      route: 'tags.create',
      name: 'Create a second tag',
      body: { name: 'meetings', color: '#6A1B9A', group_id: '{{group_id}}' },
      keep: { other_tag_id: 'id' },
    },
    { route: 'tags.listGroups', query: { limit: 50 } },
    { route: 'tags.getGroup', params: { group_id: '{{group_id}}' } },
    {
      route: 'tags.updateGroup',
      params: { group_id: '{{group_id}}' },
      body: {
        description: 'What I am paid for',
        goal_ratios: { '{{tag_id}}': 0.6, '{{other_tag_id}}': 0.2 },
        goal_hours: { '{{tag_id}}': 20 },
      },
    },
    { route: 'tags.list', query: { limit: 50 } },
    { route: 'tags.get', params: { tag_id: '{{tag_id}}' } },
    {
      route: 'tags.update',
      params: { tag_id: '{{tag_id}}' },
      body: { color: '#AD1457', description: null },
      faults: [{ status: 409, body: { name: 'meetings' } }],
    },
  ],
}

export const todos: Chapter = {
  title: 'Todos',
  about:
    'Todos form trees. A deadline adds an entry to the calendar: an hour, or the whole day if it is a date.',
  steps: [
    {
      route: 'todos.create',
      body: report,
      keep: { todo_id: 'id' },
      faults: [
        { status: 400, body: { ...report, parent_id: '{{unknown_id}}' } },
        { status: 409, body: { ...report, id: '{{todo_id}}' } },
      ],
    },
    {
      route: 'todos.create',
      name: 'Create a subtodo',
      body: { title: 'Collect the figures', tag_group_id: '{{group_id}}', parent_id: '{{todo_id}}' },
      keep: { child_todo_id: 'id' },
    },
    { route: 'todos.list', query: { group_ids: ['{{group_id}}'], tag_ids: ['{{tag_id}}'] } },
    {
      route: 'todos.list',
      name: 'List todos in the manual order, with totals',
      query: { group_ids: ['{{group_id}}'], order: 'position', include_totals: true },
    },
    {
      route: 'todos.stats',
      query: { group_id: '{{group_id}}' },
      faults: [{ status: 404, query: { group_id: '{{unknown_id}}' } }],
    },
    { route: 'todos.get', params: { todo_id: '{{todo_id}}' }, query: { timezone: 'Asia/Seoul' } },
    { route: 'todos.get', name: "Read a tag group's todos", params: { todo_id: '{{other_group_id}}' } },
    {
      route: 'todos.update',
      params: { todo_id: '{{todo_id}}' },
      body: { status: 'SCHEDULED', deadline: '2026-01-16T10:00:00Z' },
      faults: [{ status: 400, body: { parent_id: '{{child_todo_id}}' } }],
    },
    {
      route: 'todos.update',
      name: 'Set a deadline without a time',
      params: { todo_id: '{{child_todo_id}}' },
      body: { deadline: '2026-01-15' },
    },
    {
      route: 'todos.update',
      name: 'Repeat a todo every week',
      params: { todo_id: '{{todo_id}}' },
      body: { recurrence_rule: 'FREQ=WEEKLY', timezone: 'Asia/Seoul', repeat_from: 'deadline' },
    },
  ],
}

export const schedules: Chapter = {
  title: 'Schedules and calendar',
  about: 'Calendar entries, series that repeat in a time zone, a changed occurrence, and GraphQL.',
  steps: [
    {
      route: 'schedules.create',
      body: standUp,
      keep: { series_id: 'id' },
      faults: [
        { status: 400, body: { ...standUp, tag_ids: ['{{unknown_id}}'] } },
        { status: 409, body: { ...standUp, id: '{{series_id}}' } },
      ],
    },
    {
      route: 'schedules.create',
      name: 'Create a single schedule',
      body: {
        title: 'Dentist',
        location: '12 High Street, 2nd floor',
        start_time: '2026-01-13T13:00:00Z',
        end_time: '2026-01-13T13:45:00Z',
      },
      keep: { schedule_id: 'id' },
    },
    {
      route: 'schedules.create',
      name: 'Create an all-day schedule',
      body: { title: 'Conference', all_day: true, start_time: '2026-01-20', end_time: '2026-01-23' },
      query: { timezone: 'America/New_York' },
      keep: { all_day_id: 'id' },
    },
    {
      route: 'schedules.list',
      query: { start_date: '2026-01-14', end_date: '2026-01-15', timezone: 'America/New_York' },
    },
    {
      route: 'schedules.get',
      params: { schedule_id: '{{series_id}}' },
      query: { ...occurrence, timezone: 'America/New_York' },
      faults: [{ status: 400, params: { schedule_id: '{{schedule_id}}' }, query: occurrence }],
    },
    {
      route: 'schedules.update',
      params: { schedule_id: '{{series_id}}' },
      query: { ...occurrence, apply_to: 'this', timezone: 'America/New_York' },
      body: {
        title: 'Stand-up, an hour later',
        start_time: '2026-01-14T10:00:00-05:00',
        end_time: '2026-01-14T10:15:00-05:00',
      },
      faults: [{ status: 400, params: { schedule_id: '{{schedule_id}}' }, query: occurrence, body: {} }],
    },
    {
      route: 'schedules.createTodo',
      params: { schedule_id: '{{schedule_id}}' },
      query: { tag_group_id: '{{other_group_id}}' },
      faults: [{ status: 400 }],
    },
    {
      route: 'calendar.query',
      body: {
        query:
          'query ($from: Date!, $to: Date!) { calendar(startDate: $from, endDate: $to) { days { date events { title startAt isRecurring } } } }',
        variables: { from: '2026-01-13', to: '2026-01-14' },
      },
    },
    {
      route: 'holidays.list',
      as: 'nobody',
      query: { country: 'DE', start_date: '2026-12-24', end_date: '2026-12-26', lang: 'en' },
    },
  ],
}
