// A misbehaving client on a raw TCP connection, which sends arbitrary bytes and reads only on demand.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Target } from '../target.ts'

export class Attacker {
  readonly socket: Socket
  /** Resolves when the connection has closed. Without reading, a client notices the close only when it writes. */
  readonly ended: Promise<void>
  #received = 0
  #text = ''

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('error', () => {})
    this.ended = new Promise(resolve => socket.once('close', () => resolve()))
  }

  static async open(target: Target): Promise<Attacker> {
    const { hostname, port } = new URL(target.baseUrl)
    const socket = connect(Number(port), hostname)
    const attacker = new Attacker(socket)
    await once(socket, 'connect')
    return attacker
  }

  static async openMany(target: Target, count: number): Promise<Attacker[]> {
    return Promise.all(Array.from({ length: count }, () => Attacker.open(target)))
  }

  /** Sends the bytes without waiting, because the server may never accept them. */
  send(bytes: string | Buffer): void {
    if (!this.socket.destroyed) this.socket.write(bytes)
  }

  /** Resolves when the operating system has accepted all bytes, or when the connection has closed. */
  async sendAll(bytes: Buffer): Promise<void> {
    const taken = new Promise<void>(resolve => this.socket.write(bytes, () => resolve()))
    await Promise.race([taken, this.ended])
  }

  get(path: string, headers: Record<string, string> = {}): void {
    this.send(requestText(path, headers))
  }

  /** Sends the same request many times without waiting for a response. */
  pipeline(path: string, times: number, headers: Record<string, string> = {}): void {
    this.send(requestText(path, headers).repeat(times))
  }

  /** Upgrades the connection to a WebSocket. All later bytes must be frames. */
  async upgrade(path: string, token: string): Promise<void> {
    this.get(path, {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'YWJ1c2UgYWJ1c2UgYWJ1cw==',
      'sec-websocket-protocol': `authorization.bearer.${token}`,
    })
    await this.readUntil('"connected"')
  }

  /** Stops reading, so that responses pile up on the server. */
  stopReading(): void {
    this.socket.removeAllListeners('data')
    this.socket.pause()
  }

  read(): void {
    if (this.socket.listenerCount('data') > 0) return
    this.socket.on('data', (bytes: Buffer) => {
      this.#received += bytes.length
      this.#text = (this.#text + bytes.toString('latin1')).slice(-MAX_TEXT)
    })
  }

  /** The number of bytes that have been read. */
  get received(): number {
    return this.#received
  }

  /** The end of the text that has been read. */
  get text(): string {
    return this.#text
  }

  /** Reads until this text arrives or the connection closes. */
  async readUntil(text: string): Promise<void> {
    this.read()
    while (!this.#text.includes(text) && !this.socket.destroyed) {
      await Promise.race([once(this.socket, 'data'), this.ended])
    }
  }

  /** Reads until more than this number of bytes has arrived, or the connection closes. */
  async readMore(received: number): Promise<void> {
    this.read()
    while (this.#received <= received && !this.socket.destroyed) {
      await Promise.race([once(this.socket, 'data'), this.ended])
    }
  }

  close(): void {
    this.socket.destroy()
  }
}

const MAX_TEXT = 1_048_576

/** A ping with the maximum payload, masked with zeros. */
export const PING = Buffer.concat([Buffer.from([0x89, 0x80 | 125, 0, 0, 0, 0]), Buffer.alloc(125, 'x')])

function requestText(path: string, headers: Record<string, string>): string {
  const lines = Object.entries({ host: 'victim', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return [`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')
}
