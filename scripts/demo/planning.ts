// Creates the demo's tags with goals, calendar entries and todos.
import type { Client } from '@daymark/client'
import { ENTRIES, GROUPS, type PersonName, TODAY, TODOS, WEEKS } from './data.ts'
import { FRIENDS, idOf, instantOf, iso, type World } from './world.ts'

const HOUR_MS = 3_600_000

export async function createTags({ people, tags, lists }: World): Promise<void> {
  for (const [person, groups] of Object.entries(GROUPS)) {
    const { client } = people[person as PersonName]
    for (const { name, color, tags: own } of groups) {
      const { id: group_id } = await client.tags.createGroup({ body: { name, color, is_todo_group: true } })
      lists.set(name, group_id)
      const goal_ratios: Record<string, number> = {}
      for (const [tag, [color, goal]] of Object.entries(own)) {
        const { id } = await client.tags.create({ body: { name: tag, color, group_id } })
        tags.set(tag, id)
        goal_ratios[id] = goal
      }
      await client.tags.updateGroup({ params: { group_id }, body: { goal_ratios } })
    }
  }
}

export async function planCalendar(world: World): Promise<void> {
  // On a Sunday, uses the week that starts the next day, because in some countries calendar weeks begin on Sunday.
  const monday = world.today.subtract({ days: (world.today.dayOfWeek % 7) - 1 })
  const dated = ENTRIES.flatMap(({ weekday, ...entry }) => {
    const date = monday.add({ days: weekday - 1 })
    const weeksAgo = entry.rule ? [WEEKS] : [1, 0]
    return weeksAgo.map(weeks => ({ ...entry, date: date.subtract({ weeks }) }))
  })
  for (const entry of [...dated, ...TODAY.map(each => ({ ...each, date: world.today }))]) {
    const { id } = await world.people.Jonas.client.schedules.create({
      body: {
        title: entry.title,
        start_time: iso(instantOf(world.zone, entry.date, entry.from)),
        end_time: iso(instantOf(world.zone, entry.date, entry.to)),
        timezone: world.zone,
        recurrence_rule: entry.rule ?? null,
        tag_ids: [idOf(world.tags, entry.tag)],
        visibility: FRIENDS,
      },
    })
    world.entries.set(entry.rule ? entry.title : `${entry.title} ${entry.date}`, id)
  }
}

export async function writeTodos(world: World): Promise<void> {
  const { client } = world.people.Jonas
  // Creates the todos in reverse order, because the app lists the newest first.
  for (const { title, children, list, tag, dueInHours, estimates = {} } of TODOS.toReversed()) {
    const create = async (name: string, more: Partial<TodoFields>) => {
      const { id } = await client.todos.create({
        body: {
          title: name,
          tag_group_id: idOf(world.lists, list),
          tag_ids: [idOf(world.tags, tag)],
          estimate_minutes: estimates[name] ?? null,
          ...more,
        },
      })
      world.todos.set(name, id)
      return id
    }
    const deadline = dueInHours === undefined ? null : iso(world.now + dueInHours * HOUR_MS)
    const parent_id = await create(title, { deadline })
    for (const child of children.toReversed())
      await create(child, { parent_id, status: child === children[0] ? 'DONE' : 'UNSCHEDULED' })
  }
}

type TodoFields = Parameters<Client['todos']['create']>[0]['body']
