import {
  type Client,
  createClient,
  type SocketOptions,
  type SocketState,
  type TimerSocket,
} from '@daymark/client'
import { startTestApp, type TestApp } from './app.ts'
import { openFreshSqlite } from './sqlite.ts'

export type SdkWorld = Awaited<ReturnType<typeof openSdkWorld>>

export async function openSdkWorld() {
  const server: TestApp = await startTestApp(await openFreshSqlite(), { WS_RATE_LIMIT_ENABLED: 'false' })
  const baseUrl = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const sockets: TimerSocket[] = []
  const tokenOf = (sub: string) => server.issuer.token({ sub, name: sub }, { now: server.clock.now() })

  return {
    server,
    baseUrl,
    tokenOf,
    clientOf: async (sub: string, url = baseUrl): Promise<Client> =>
      createClient({ baseUrl: url, token: await tokenOf(sub) }),
    connect(client: Client, options: SocketOptions = {}): TimerSocket {
      const socket = client.timers.connect(options)
      sockets.push(socket)
      return socket
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.close()
      await server.close()
    },
  }
}

export const reaches = (socket: TimerSocket, state: SocketState): Promise<void> =>
  new Promise(resolve => {
    if (socket.state === state) return resolve()
    const off = socket.on('state', now => {
      if (now !== state) return
      off()
      resolve()
    })
  })

export const shows = (socket: TimerSocket, test: (socket: TimerSocket) => boolean): Promise<void> =>
  new Promise(resolve => {
    if (test(socket)) return resolve()
    const off = socket.on('timers', () => {
      if (!test(socket)) return
      off()
      resolve()
    })
  })
