// Accepts connections and misbehaves, each path in its own way.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface HostileServer {
  url: string
  close(): Promise<void>
}

const DRIP_MS = 500

const answers: Record<string, (socket: Socket) => void> = {
  upgrade: socket =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
  silent: () => {},
  headers: socket => drip(socket, 'HTTP/1.1 200 OK\r\n', 'X-More: yes\r\n'),
  body: socket => drip(socket, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\nx\r\n'),
}

export async function startHostileServer(): Promise<HostileServer> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.once('data', data => {
      const [, name = ''] = /^\w+ \/(\w+)/.exec(String(data)) ?? []
      answers[name]?.(socket)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function drip(socket: Socket, start: string, more: string): void {
  socket.write(start)
  const timer = setInterval(() => socket.write(more), DRIP_MS)
  socket.once('close', () => clearInterval(timer))
}
