// A TCP relay in front of PostgreSQL or Redis. Its target can change and its network can fail.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Relay extends AsyncDisposable {
  readonly port: number
  target(port: number): void
  /** Withholds all data on old and new connections in both directions, without closing a connection. */
  drop(): void
  /** Forwards data again, including the withheld data, as TCP retransmission does. */
  heal(): void
}

export async function startRelay(first: number): Promise<Relay> {
  let port = first
  let isDropping = false
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    if (isDropping) socket.pause()
  }
  const server = createServer(client => {
    const upstream = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      keep(from)
      from.on('data', data => void to.write(data))
      from.once('close', () => to.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    target(next) {
      port = next
    },
    drop() {
      isDropping = true
      for (const socket of sockets) socket.pause()
    },
    heal() {
      isDropping = false
      for (const socket of sockets) socket.resume()
    },
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
