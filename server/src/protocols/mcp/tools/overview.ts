// Read-only tools: a day or week, search, and tags.
import { SEARCH_KINDS } from '@daymark/contract/search/search'
import { Line, OneOf } from '@daymark/contract/words'
import Type from 'typebox'
import { addDays, Day, readInput, strict, todayOf, When, weekStart } from '../inputs.ts'
import {
  hitItem,
  Item,
  LINKED,
  linesOf,
  minutesOf,
  scheduleItem,
  timerItem,
  todoItem,
  wholeSeconds,
} from '../items.ts'
import { tool } from '../tool.ts'

/** The maximum number of open todos that are neither overdue nor due in the period. */
const MOST_OTHERS = 20
const MOST_HITS = 25
const CLOSED = new Set(['DONE', 'CANCELLED'])

export const getOverview = tool({
  name: 'get_overview',
  title: 'Overview of a day or week',
  description:
    'Read the calendar, due and overdue todos, active timers and tracked time of a day (default today) or of its week. Start here.',
  access: 'read',
  uses: ['schedules.list', 'todos.list', 'timers.list'],
  input: readInput({
    date: Type.Optional(Day),
    period: Type.Optional(OneOf(['day', 'week'])),
  }),
  output: Type.Object({
    now: Type.String(),
    timezone: Type.String(),
    first_day: Type.String(),
    last_day: Type.String(),
    calendar: Type.Array(Item),
    due: Type.Array(Item),
    overdue: Type.Array(Item),
    other_open_todos: Type.Array(Item),
    more_open_todos: Type.Number(),
    active_timers: Type.Array(Item),
    tracked_minutes: Type.Number(),
  }),
  async run(context, { date = todayOf(context), period = 'day' }) {
    const { api, zone, now, preferences } = context
    const first = period === 'day' ? date : weekStart(date, preferences.week_start)
    const last = period === 'day' ? date : addDays(first, 6)
    const [schedules, todos, timers, active] = await Promise.all([
      api.schedules.list({ query: { start_date: first, end_date: addDays(last, 1) } }),
      api.todos.list({}),
      api.timers.list({ query: { start_date: first, end_date: last } }),
      api.timers.list({ query: { status: ['RUNNING', 'PAUSED'], ...LINKED } }),
    ])
    const open = todos.filter(({ status }) => !CLOSED.has(status))
    const dayOf = (todo: (typeof open)[number]) => todo.deadline_date ?? todo.deadline?.slice(0, 10)
    const isIn = (day: string | undefined) => day !== undefined && day >= first && day <= last
    const today = todayOf(context)
    const isLate = (day: string | undefined) => day !== undefined && day < first && day < today
    const others = open
      .filter(todo => !isIn(dayOf(todo)) && !isLate(dayOf(todo)))
      .toSorted((a, b) => b.priority - a.priority)
    const counted = timers.filter(({ status }) => status !== 'CANCELLED')
    const data = {
      now: wholeSeconds(zone.format(now)),
      timezone: zone.name,
      first_day: first,
      last_day: last,
      calendar: schedules.map(scheduleItem),
      due: open.filter(todo => isIn(dayOf(todo))).map(todoItem),
      overdue: open.filter(todo => isLate(dayOf(todo))).map(todoItem),
      other_open_todos: others.slice(0, MOST_OTHERS).map(todoItem),
      more_open_todos: Math.max(0, others.length - MOST_OTHERS),
      active_timers: active.map(timerItem),
      tracked_minutes: minutesOf(counted.reduce((sum, { elapsed_time }) => sum + elapsed_time, 0)),
    }
    const days = first === last ? first : `${first} to ${last}`
    const text = [
      `${days}. It is ${data.now} (${data.timezone}). Timers started in this period: ${data.tracked_minutes} min.`,
      linesOf('Calendar', data.calendar),
      linesOf('Due', data.due),
      linesOf('Overdue', data.overdue),
      linesOf('Other open todos', data.other_open_todos),
      ...(data.more_open_todos > 0 ? [`${data.more_open_todos} more open todos: use find_items.`] : []),
      linesOf('Active timers', data.active_timers),
    ]
    return { data, text: text.join('\n') }
  },
})

export const findItems = tool({
  name: 'find_items',
  title: 'Find items',
  description:
    'Search todos, schedules, timers, tags, meetings and people by words. Use it to get the id of something the person names.',
  access: 'read',
  uses: ['search.find'],
  input: readInput({
    query: Line(200),
    kinds: Type.Optional(Type.Array(OneOf(SEARCH_KINDS))),
    start_date: Type.Optional(When),
    end_date: Type.Optional(When),
  }),
  output: Type.Object({ items: Type.Array(Item) }),
  async run({ api }, { query, kinds, start_date, end_date }) {
    const asked = {
      q: query,
      limit: MOST_HITS,
      ...(kinds && { kinds }),
      ...(start_date !== undefined && { start_date }),
      ...(end_date !== undefined && { end_date }),
    }
    const items = (await api.search.find({ query: asked })).map(hitItem)
    const none = `Nothing contains all words of "${query}". Try fewer or shorter words.`
    return { data: { items }, text: items.length === 0 ? none : linesOf('Found', items) }
  },
})

export const listTags = tool({
  name: 'list_tags',
  title: 'List tags',
  description: 'List tag groups with their tags. Todos belong to a group (tag_group_id).',
  access: 'read',
  uses: ['tags.listGroups'],
  input: Type.Object({}, strict),
  output: Type.Object({
    groups: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        is_todo_group: Type.Boolean(),
        tags: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
      }),
    ),
  }),
  async run({ api }) {
    const found = await api.tags.listGroups({})
    const groups = found.map(({ id, name, is_todo_group, tags }) => ({
      id,
      name,
      is_todo_group,
      tags: tags.map(tag => ({ id: tag.id, name: tag.name })),
    }))
    const lines = groups.map(({ id, name, tags, is_todo_group }) =>
      [
        `- ${name} (tag group ${id}${is_todo_group ? ', for todos' : ''})`,
        ...tags.map(tag => `  - #${tag.name} (tag ${tag.id})`),
      ].join('\n'),
    )
    return { data: { groups }, text: lines.length === 0 ? 'There are no tag groups.' : lines.join('\n') }
  },
})
