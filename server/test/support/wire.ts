// A proxy between a client and a server. Tests can cut and restore its connections.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface Wire {
  readonly url: string
  /** Breaks all connections and refuses new ones until `join` is called. */
  cut(): Promise<void>
  /** Accepts connections again. Has no effect if the wire is not cut. */
  join(): Promise<void>
}

export async function openWire(target: string): Promise<Wire> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let server: Server | undefined
  let ownPort = 0

  async function join(): Promise<void> {
    if (server?.listening) return
    server = createServer(client => {
      const upstream = connect(Number(port), hostname)
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        sockets.add(from)
        from.on('error', () => {})
        from.on('data', bytes => to.write(bytes))
        from.on('close', () => {
          sockets.delete(from)
          to.destroy()
        })
      }
    })
    server.listen(ownPort, '127.0.0.1')
    await once(server, 'listening')
    ownPort = (server.address() as AddressInfo).port
  }
  await join()

  return {
    url: `http://127.0.0.1:${ownPort}`,
    join,
    async cut() {
      const closed = server ? once(server, 'close') : undefined
      server?.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
