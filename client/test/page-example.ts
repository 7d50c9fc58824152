// A web page that uses the SDK. page.browser.test.ts bundles it and loads it from a different origin than the
// server's.
import { createClient, NotFound } from '@daymark/client'

async function tryDaymark(baseUrl: string, token: string): Promise<unknown> {
  const client = createClient({ baseUrl, token })
  const group = await client.tags.createGroup({
    body: { name: 'Work', color: '#4F86C6', is_todo_group: true },
  })
  for (const title of ['a', 'b', 'c']) await client.todos.create({ body: { title, tag_group_id: group.id } })
  const pages: number[] = []
  for await (const page of client.todos.list.pages({ query: { limit: 2 } })) pages.push(page.length)
  const error = await client.timers.active().catch((error: unknown) => error)
  const socket = client.timers.connect()
  const { id } = await socket.start({ allocated_duration: 1500 })
  const { status } = await socket.stop(id)
  socket.close()
  const aborted = await client.todos
    .list({ signal: AbortSignal.abort() })
    .catch((error: unknown) => (error as Error).name)
  return { pages, missing: error instanceof NotFound, status, aborted }
}

Object.assign(globalThis, { tryDaymark })
