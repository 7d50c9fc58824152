import { type Client, createClient, type LiveConnection, type LiveOptions } from '@daymark/client'
import type { TestApp } from '../../../server/test/support/app.ts'
import type { Windows } from '../../src/outbox/windows.ts'
import { processLocks } from '../../src/outbox/windows.ts'

export interface LiveWorld {
  readonly baseUrl: string
  tokenOf(sub: string): Promise<string>
  clientOf(sub: string, url?: string): Promise<Client>
  connect(client: Client, options?: LiveOptions): LiveConnection
  close(): Promise<void>
}

export async function openLiveWorld(server: TestApp): Promise<LiveWorld> {
  const baseUrl = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const opened: LiveConnection[] = []
  const tokenOf = (sub: string) => server.issuer.token({ sub, name: sub }, { now: server.clock.now() })
  return {
    baseUrl,
    tokenOf,
    clientOf: async (sub, url = baseUrl) => createClient({ baseUrl: url, token: await tokenOf(sub) }),
    connect(client, options) {
      const live = client.connect(options)
      opened.push(live)
      return live
    },
    async close() {
      for (const live of opened) live.close()
      await server.close()
    },
  }
}

/** Resolves when the condition is true, which is checked after every event of the connection. */
export function until(live: LiveConnection, holds: () => boolean): Promise<void> {
  return new Promise(resolve => {
    if (holds()) return resolve()
    const check = () => {
      if (!holds()) return
      for (const off of offs) off()
      resolve()
    }
    const offs = [
      live.on('status', check),
      live.on('state', check),
      live.on('batch', check),
      live.on('reload', check),
      live.outbox.on('entries', check),
      live.outbox.on('settled', () => queueMicrotask(check)),
    ]
  })
}

export const synced = (live: LiveConnection): Promise<void> =>
  until(live, () => live.status.state === 'synced' && live.outbox.entries.length === 0)

let profiles = 0

/** Locks and channels for one browser's windows, isolated from other browsers. */
export function browserProfile(): Windows {
  const profile = `profile-${++profiles} `
  return {
    locks: { request: (name, options, held) => processLocks.request(profile + name, options, held) },
    channel(name) {
      const channel = new BroadcastChannel(profile + name)
      channel.unref()
      return channel as unknown as ReturnType<Windows['channel']>
    },
  }
}
