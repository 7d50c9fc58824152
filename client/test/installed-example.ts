// A program that uses the installed SDK. pack.test.ts copies it into the folder where it installs the package.
import { ApiError, type Client, createClient, type Todo } from '@daymark/client'

declare const process: { argv: string[] }

const [, , baseUrl = '', token = ''] = process.argv
const client: Client = createClient({ baseUrl, token })

const group = await client.tags.createGroup({ body: { name: 'Work', color: '#4F86C6', is_todo_group: true } })
const add = (title: string): Promise<Todo> =>
  client.todos.create({ body: { title, tag_group_id: group.id, deadline: '2026-01-15T10:00:00Z' } })
const todo = await add('Write the report')
await add('Read it')
await add('Send it')
const { status } = await client.todos.update({ params: { todo_id: todo.id }, body: { status: 'DONE' } })

const pages: number[] = []
for await (const todos of client.todos.list.pages({ query: { limit: 2 } })) pages.push(todos.length)

const error = await add('').catch((error: unknown) => error)

const socket = client.timers.connect()
const started = await socket.start({ allocated_duration: 1500, todo_id: todo.id })
const stopped = await socket.stop(started.id)
socket.close()

console.log(
  JSON.stringify({
    status,
    pages,
    error: error instanceof ApiError && [error.status, error.errors[0]?.path],
    timer: [started.status, stopped.status],
  }),
)
