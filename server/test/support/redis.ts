// The URL of the real Redis for `*.redis.test.ts`, and a proxy whose connections a test can break.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** Throws if the variable is missing, because tests that need Redis must fail without it instead of being skipped. */
export function testRedisUrl(): string {
  const url = process.env['TEST_REDIS_URL']
  if (url === undefined || url === '') {
    throw new Error('This test needs Redis: set TEST_REDIS_URL, for example redis://127.0.0.1:6379')
  }
  return url
}

/** Lets a test break the connection without touching Redis itself. */
export class RedisWire {
  readonly #target: URL
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #port = 0
  #silent = false

  constructor(target: string) {
    this.#target = new URL(target)
  }

  get url(): string {
    const url = new URL(this.#target)
    url.host = `127.0.0.1:${this.#port}`
    return url.href
  }

  async join(): Promise<void> {
    this.#silent = false
    this.#server = createServer(client => this.#relay(client))
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  /** Breaks all connections and refuses new ones. */
  async cut(): Promise<void> {
    const server = this.#server
    if (server === undefined) return
    this.#server = undefined
    const closed = once(server, 'close')
    server.close()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  /** Keeps connections open, but forwards no more data. */
  silence(): void {
    this.#silent = true
  }

  #relay(client: Socket): void {
    const redis = connect(Number(this.#target.port || 6379), this.#target.hostname)
    for (const [socket, other] of [[client, redis] as const, [redis, client] as const]) {
      this.#sockets.add(socket)
      socket.on('error', () => {})
      socket.on('data', data => {
        if (!this.#silent) other.write(data)
      })
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
    }
  }
}
