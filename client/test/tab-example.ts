// A page that works offline with the SDK. tabs.browser.test.ts opens it in several tabs.
import { createClient, indexedDbStorage, type LiveConnection, type OutboxEntry } from '@daymark/client'

interface Opened {
  live: LiveConnection
  add(title: string, groupId: string): Promise<boolean>
  entries(): readonly OutboxEntry[]
  titles(): string[]
}

async function openDaymark(baseUrl: string, token: string, account: string): Promise<void> {
  const client = createClient({ baseUrl, token })
  const live = client.connect({ account, storage: indexedDbStorage() })
  const opened: Opened = {
    live,
    add: (title, tag_group_id) => live.write(client.todos.create, { body: { title, tag_group_id } }).stored,
    entries: () => live.outbox.entries,
    titles: () => [...live.store.todos.all().values()].map(todo => todo.title),
  }
  Object.assign(globalThis, { daymark: opened })
}

Object.assign(globalThis, { openDaymark })
