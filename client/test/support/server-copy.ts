// Reads a person's items through the lists, as a program without a copy does. The oracle for what devices converge to.
import type { Client } from '@daymark/client'

const DAY_MS = 86_400_000

type Items = ReadonlyMap<string, object>

export async function serverCopy(client: Client) {
  const zone = { timezone: 'UTC' }
  const [groups, tags, todos, timers] = await Promise.all([
    client.tags.listGroups.all({ query: zone }),
    client.tags.list.all({ query: zone }),
    client.todos.list.all({ query: zone }),
    client.timers.list.all({ query: { ...zone, tag_include_mode: 'timer_only' } }),
  ])
  return {
    tag_group: byId(groups),
    tag: byId(tags),
    todo: byId(todos),
    timer: byId(timers),
    schedule: byId(await schedules(client)),
  }
}

const byId = (items: readonly { id: string }[]): Items => new Map(items.map(item => [item.id, item]))

/** Single schedules as listed, and each series instead of its occurrences. */
async function schedules(client: Client) {
  const dateAt = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
  const query = { start_date: dateAt(-60), end_date: dateAt(120), timezone: 'UTC' }
  const listed = await client.schedules.list.all({ query })
  const series = new Set(
    listed.flatMap(({ instance_start, parent_id }) => (instance_start ? (parent_id ?? []) : [])),
  )
  const read = [...series].map(schedule_id =>
    client.schedules.get({ params: { schedule_id }, query: { timezone: 'UTC' } }),
  )
  return [...listed.filter(({ instance_start }) => instance_start === null), ...(await Promise.all(read))]
}
