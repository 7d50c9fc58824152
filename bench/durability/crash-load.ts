// Writes concurrently in several ways during the crash benchmark, and records what the server acknowledged.
import type { Client } from '@daymark/client'
import type { Acknowledged } from '../../server/test/support/crash-log.ts'

export interface Person {
  token: string
  /** The names of created items that the server acknowledged. */
  acknowledged: string[]
  /** Acknowledged changes: one for each tag and todo, and two for each timer (start and stop). */
  changes: Acknowledged[]
}

const WRITERS = 8
const TIMER_DEVICES = 2

/**
 * Writes tags and todos over REST, and timers over sockets. Each writer stops when one of its writes fails, or when
 * `wroteOne` reports that the server is dead.
 */
export async function writeUntilRefused(
  client: Client,
  person: Person,
  /** Called with the number of acknowledged writes after each of them. */
  wroteOne: (count: number) => Promise<'go on' | 'server is dead'>,
): Promise<void> {
  const group = await client.tags.createGroup({ body: { name: 'crash', color: '#000000' } })
  const tag = { color: '#000000', group_id: group.id }
  const { id: tagId } = await client.tags.create({ body: { ...tag, name: 'common' } })
  const sockets = Array.from({ length: TIMER_DEVICES }, () => client.timers.connect())
  const acknowledge = (kind: Acknowledged['kind'], id: string, writer: number) =>
    person.changes.push({ kind, id, action: 'created', writer })
  const writes: ((name: string, writer: number) => Promise<unknown>)[] = [
    async (name, writer) => {
      const { id } = await client.tags.create({ body: { ...tag, name } })
      acknowledge('tag', id, writer)
    },
    async (name, writer) => {
      const body = { title: name, tag_group_id: group.id, tag_ids: [tagId] }
      const { id } = await client.todos.create({ body })
      acknowledge('todo', id, writer)
    },
    async (name, writer) => {
      const socket = sockets[writer % TIMER_DEVICES]
      if (!socket) throw new Error('No socket is open.')
      const { id } = await socket.start({ allocated_duration: 60, title: name })
      acknowledge('timer', id, writer)
      await socket.stop(id)
      person.changes.push({ kind: 'timer', id, action: 'updated', writer })
    },
  ]
  const write = async (writer: number) => {
    for (let i = 0; ; i++) {
      const name = `${writer}-${i}`
      await writes[(writer + i) % writes.length]?.(name, writer)
      if ((await wroteOne(person.acknowledged.push(name))) === 'go on') continue
      // Closes the sockets, because otherwise they keep trying to reconnect.
      for (const socket of sockets) socket.close()
      return
    }
  }
  await Promise.allSettled(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
}

/**
 * Counts the errors: acknowledged writes that are missing or duplicated, todos without exactly one tag, and
 * acknowledged timers that are not completed.
 */
export async function missingOrDoubled(client: Client, { acknowledged }: Person): Promise<number> {
  const [tags, todos, timers] = await Promise.all([
    client.tags.list.all(),
    client.todos.list.all(),
    client.timers.list.all(),
  ])
  const known = new Set(acknowledged)
  const half =
    todos.filter(todo => todo.tags.length !== 1).length +
    timers.filter(timer => known.has(timer.title ?? '') && timer.status !== 'COMPLETED').length
  const found = new Map<string, number>()
  const names = [...tags.map(tag => tag.name), ...todos.map(todo => todo.title)]
  for (const name of [...names, ...timers.map(timer => timer.title ?? '')]) {
    found.set(name, (found.get(name) ?? 0) + 1)
  }
  return acknowledged.filter(name => found.get(name) !== 1).length + half
}
