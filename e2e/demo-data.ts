// A believable week of one person and two friends, made through the SDK, for screenshots.
import type { Client } from '@daymark/client'
import { MEASURED } from './demo-history.ts'

const ZONE = 'Europe/Berlin'

interface Planned {
  title: string
  /** Days from Monday of the week that is shown. */
  day: number
  from: string
  to: string
  tag?: string
  rule?: string
}

const PLAN: Planned[] = [
  {
    title: 'Stand-up',
    day: 0,
    from: '09:15',
    to: '09:45',
    tag: 'team',
    rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  },
  { title: 'Deep work: release 2.0', day: 0, from: '10:00', to: '12:30', tag: 'focus' },
  { title: 'Lunch with Mina', day: 1, from: '12:30', to: '13:30', tag: 'family' },
  { title: 'Interview: backend', day: 1, from: '15:00', to: '16:00', tag: 'team' },
  { title: 'Deep work: search', day: 2, from: '10:00', to: '12:00', tag: 'focus' },
  {
    title: 'Korean lesson',
    day: 2,
    from: '18:00',
    to: '19:00',
    tag: 'learning',
    rule: 'FREQ=WEEKLY;BYDAY=WE',
  },
  { title: 'Review with design', day: 3, from: '13:30', to: '14:30', tag: 'team' },
  { title: 'Running', day: 3, from: '18:30', to: '19:30', tag: 'sport', rule: 'FREQ=WEEKLY;BYDAY=TH,SA' },
  { title: 'Write the announcement', day: 4, from: '10:00', to: '11:30', tag: 'focus' },
  { title: 'Cinema', day: 4, from: '20:00', to: '22:30', tag: 'family' },
]

/** Each tag with its colour and its goal. */
const GROUPS: { name: string; color: string; tags: Record<string, [color: string, goal: number]> }[] = [
  {
    name: 'Life',
    color: '#1B6F6A',
    tags: { family: ['#C53F22', 0.5], sport: ['#4F7A1F', 0.2], learning: ['#B0670B', 0.3] },
  },
  { name: 'Work', color: '#2563B8', tags: { focus: ['#2563B8', 0.7], team: ['#7A4FBF', 0.3] } },
]

const TODOS: [title: string, children: string[], list: string, tag: string, dueInHours?: number][] = [
  [
    'Release 2.0',
    ['Finish the changelog', 'Try the upgrade on a copy', 'Tell the testers'],
    'Work',
    'focus',
    5,
  ],
  ['Answer the audit', ['Collect the logs', 'Agree on a date'], 'Work', 'team', 50],
  ['Prepare the interview', [], 'Work', 'team'],
  ['Plan the trip to Busan', ['Book the train', 'Find a place to stay'], 'Life', 'family'],
  ['Register for the ten-kilometre run', [], 'Life', 'sport', 3],
]

export const today = (): Temporal.PlainDate => Temporal.Now.plainDateISO(ZONE)

const at = (date: Temporal.PlainDate, time: string): string =>
  date.toZonedDateTime({ timeZone: ZONE, plainTime: time }).toInstant().toString()

export async function fillDemo(client: Client): Promise<void> {
  const tags = new Map<string, string>()
  const lists = new Map<string, string>()
  for (const group of GROUPS) {
    const { id } = await client.tags.createGroup({
      body: { name: group.name, color: group.color, is_todo_group: true },
    })
    lists.set(group.name, id)
    const goals: Record<string, number> = {}
    for (const [name, [color, goal]] of Object.entries(group.tags)) {
      const tag = await client.tags.create({ body: { name, color, group_id: id } })
      tags.set(name, tag.id)
      goals[tag.id] = goal
    }
    await client.tags.updateGroup({ params: { group_id: id }, body: { goal_ratios: goals } })
  }
  await planWeek(client, tags)
  await writeTodos(client, tags, lists)
  await measure(client, tags)
}

async function planWeek(client: Client, tags: ReadonlyMap<string, string>): Promise<void> {
  // Of the week that the calendar shows, which begins on Sunday.
  const now = (today().dayOfWeek % 7) - 1
  const monday = today().subtract({ days: now })
  const dayOf = (title: string, day: number, from: string, to: string, tag: string) => ({
    title,
    day,
    from,
    to,
    tag,
  })
  const daily = [
    dayOf('Breakfast with the children', now, '08:00', '09:00', 'family'),
    dayOf('Plan the coming week', now, '17:00', '17:45', 'focus'),
  ]
  for (const { title, day, from, to, tag, rule } of [...PLAN, ...daily] as Planned[]) {
    const date = monday.add({ days: day })
    await client.schedules.create({
      body: {
        title,
        start_time: at(date, from),
        end_time: at(date, to),
        timezone: ZONE,
        recurrence_rule: rule ?? null,
        tag_ids: tag ? [tags.get(tag) ?? ''] : [],
      },
    })
  }
}

async function writeTodos(
  client: Client,
  tags: ReadonlyMap<string, string>,
  lists: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [title, children, list, tag, dueInHours] of TODOS.toReversed()) {
    const common = { tag_group_id: lists.get(list) ?? '', tag_ids: [tags.get(tag) ?? ''] }
    const deadline = dueInHours ? new Date(Date.now() + dueInHours * 3_600_000).toISOString() : null
    const { id } = await client.todos.create({ body: { title, deadline, ...common } })
    for (const [index, child] of children.toReversed().entries()) {
      const status = index === children.length - 1 ? 'DONE' : 'UNSCHEDULED'
      await client.todos.create({ body: { title: child, parent_id: id, status, ...common } })
    }
  }
}

async function measure(client: Client, tags: ReadonlyMap<string, string>): Promise<void> {
  const socket = client.timers.connect({ timezone: ZONE })
  const start = (title: string, tag: string) =>
    socket.start({ title, allocated_duration: 3000, tag_ids: [tags.get(tag) ?? ''] })
  for (const { title, tag, parts } of MEASURED) {
    const { id } = await start(title, tag)
    if (parts.length > 0) await socket.stop(id)
  }
  socket.close()
}

export async function befriend(client: Client, friends: readonly Client[]): Promise<void> {
  const { friend_code } = await client.users.me()
  for (const friend of friends) {
    const request = await friend.friends.request({ body: { friend_code } })
    if ('id' in request) await client.friends.accept({ params: { friendship_id: request.id } })
  }
}

/** Gives the id of the poll. */
export async function fillPoll(client: Client, friends: readonly [Client, string][]): Promise<string> {
  const first = today().add({ days: 1 })
  const poll = await client.meetings.create({
    body: {
      title: 'Board games at our place',
      start_date: first.toString(),
      end_date: first.add({ days: 4 }).toString(),
      available_days: [0, 1, 2, 3, 4, 5, 6],
      start_time: '17:00:00',
      end_time: '22:00:00',
      time_slot_minutes: 30,
      timezone: ZONE,
      visibility: { level: 'friends' },
    },
  })
  const params = { meeting_id: poll.id }
  for (const [index, [each, display_name]] of friends.entries()) {
    const { id } = await each.meetings.participate({ params, body: { display_name } })
    const body = [1, 2, 3].map(day => ({
      slot_date: first.add({ days: day }).toString(),
      start_time: `${18 + ((day + index) % 2)}:00:00`,
      end_time: `${20 + ((day * index) % 2)}:30:00`,
    }))
    await each.meetings.setAvailability({ params, query: { participant_id: id }, body })
  }
  return poll.id
}
