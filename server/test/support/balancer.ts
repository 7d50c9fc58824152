// Sends each new connection to an instance that accepts it.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Balancer {
  readonly url: string
  set(urls: readonly string[]): void
  close(): Promise<void>
}

export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  let targets = [...urls]
  let turn = 0
  const sockets = new Set<Socket>()

  function relay(client: Socket, tries: number): void {
    const target = targets[turn++ % targets.length]
    if (target === undefined || tries === 0) return void client.destroy()
    const { hostname, port } = new URL(target)
    const upstream = connect(Number(port), hostname)
    upstream.once('error', () => upstream.destroy())
    upstream.once('close', () => {
      if (upstream.bytesRead + upstream.bytesWritten === 0) relay(client, tries - 1)
      else client.destroy()
    })
    upstream.once('connect', () => {
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        sockets.add(from)
        from.on('error', () => {})
        from.on('close', () => to.destroy())
        from.pipe(to)
      }
    })
  }

  const server = createServer({ pauseOnConnect: true }, client => {
    client.on('error', () => {})
    relay(client, targets.length * 2)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next) {
      targets = [...next]
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
