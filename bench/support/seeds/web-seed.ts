// Fills the web app benchmark's account: 3,000 todos, 1,000 entries and 2,000 timers.
import type { Client } from '@daymark/client'

const TODOS = 3000
const ENTRIES = 1000
const TIMERS = 2000
const HOUR_MS = 3_600_000
const AT_ONCE = 8

async function many(count: number, make: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let n = next++; n < count; n = next++) await make(n)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

export async function fillAccount(client: Client): Promise<void> {
  const group = await client.tags.createGroup({
    body: { name: 'All', color: '#2563B8', is_todo_group: true },
  })
  const tags: string[] = []
  for (const name of ['Deep work', 'Meetings', 'Email', 'Errands'])
    tags.push((await client.tags.create({ body: { name, color: '#2563B8', group_id: group.id } })).id)
  const tagsOf = (n: number) => [tags[n % tags.length] ?? '']
  await many(TODOS, n => {
    // Every tenth todo is due at most 250 hours before or after now.
    const due = n % 10 === 0 ? { deadline: at((n % 500) - 250) } : {}
    return client.todos.create({
      body: { title: `Todo ${n}`, tag_group_id: group.id, tag_ids: tagsOf(n), ...due },
    })
  })
  await many(ENTRIES, n => {
    const hours = n - ENTRIES / 2
    const times = { start_time: at(hours), end_time: at(hours + 0.5) }
    return client.schedules.create({ body: { title: `Entry ${n}`, tag_ids: tagsOf(n), ...times } })
  })
  // The timers reach back four months.
  await many(TIMERS, n => {
    const hours = -1 - n * 1.5
    const segments = [{ start: at(hours - 1), end: at(hours) }]
    return client.timers.addRecord({ body: { title: `Work ${n % 40}`, tag_ids: tagsOf(n), segments } })
  })
}

/** Negative hours are in the past. */
const at = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()
