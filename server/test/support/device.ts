// A person's device: a real socket connection whose messages a test can await.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import {
  BEARER_PROTOCOL,
  type ClientType,
  type ErrorCode,
  ServerMessage,
  type ServerMessageOf,
  type ServerType,
} from '@daymark/contract/sockets/timer-socket'
import { checker } from '@daymark/contract/validation/validate'
import type { FastifyInstance } from 'fastify'
import { WebSocket } from 'ws'
import type { TestApp } from './app.ts'

const check = checker(ServerMessage)

export interface DeviceOptions {
  /** The query string, including the question mark. */
  query?: string
  path?: string
  headers?: Record<string, string>
  /** Replaces the default subprotocol, which contains the token. */
  protocols?: string[]
  claims?: Record<string, unknown>
}

export interface Closed {
  code: number
  reason: string
}

let ids = 0

/** Makes the server listen on a free local port unless it already does. Returns `host:port`. */
export async function listening(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  return `127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** Begins to open a person's socket. Does not wait for the handshake. */
export async function connect(
  server: TestApp,
  userId: string,
  { query = '', path = '/v1/ws/timers', claims = {}, ...options }: DeviceOptions = {},
): Promise<Device> {
  const token = await server.issuer.token(
    { sub: userId, name: userId, ...claims },
    { now: server.clock.now() },
  )
  const protocols = options.protocols ?? [BEARER_PROTOCOL + token]
  const socket = new WebSocket(`ws://${await listening(server.app)}${path}${query}`, protocols, {
    headers: options.headers,
  })
  return new Device(socket)
}

/** Opens a person's socket and waits for the server's two greeting messages. */
export async function greeted(server: TestApp, userId: string, options: DeviceOptions = {}): Promise<Device> {
  const device = await connect(server, userId, options)
  await device.next('connected')
  await device.next('timer.sync_result')
  return device
}

export class Device {
  readonly socket: WebSocket
  readonly closed: Promise<Closed>
  /** The HTTP status and body of a refused handshake. */
  readonly refused: Promise<{ status: number; body: string }>
  readonly received: ServerMessage[] = []
  #read = 0
  #wake: () => void = () => {}
  #ended: Closed | undefined

  constructor(socket: WebSocket) {
    this.socket = socket
    const refusal = Promise.withResolvers<{ status: number; body: string }>()
    this.refused = refusal.promise
    socket.on('error', () => {})
    socket.on('message', (data, binary) => this.#hear(String(data), binary))
    socket.on('unexpected-response', (_request, response) => {
      let body = ''
      response.on('data', chunk => {
        body += chunk
      })
      response.on('end', () => refusal.resolve({ status: response.statusCode ?? 0, body }))
    })
    this.closed = new Promise(resolve => {
      socket.on('close', (code, reason) => {
        this.#ended = { code, reason: String(reason) }
        this.#wake()
        resolve(this.#ended)
      })
    })
  }

  /** Returns the next message of this type and skips earlier ones. */
  async next<K extends ServerType>(type: K): Promise<ServerMessageOf<K>> {
    return this.until(message => message.type === type) as Promise<ServerMessageOf<K>>
  }

  /** Returns the next message that matches and skips earlier ones. */
  async until(holds: (message: ServerMessage) => boolean): Promise<ServerMessage> {
    for (;;) {
      for (let message = this.received[this.#read]; message; message = this.received[this.#read]) {
        this.#read++
        if (holds(message)) return message
      }
      if (this.#ended) throw new Error(`The socket was closed: ${this.#ended.code} ${this.#ended.reason}`)
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
  }

  sendText(text: string | Buffer): void {
    this.socket.send(text)
  }

  send(type: ClientType, payload?: object, id?: string): void {
    this.sendText(JSON.stringify({ type, payload, id }))
  }

  /** Sends a message, by default with a new id, and waits for its reply. */
  ask(type: ClientType, payload: object = {}, id = `ask-${++ids}`): Promise<ServerMessage> {
    this.send(type, payload, id)
    return this.until(message => message.reply_to === id)
  }

  async start(body: object = {}): Promise<ServerMessageOf<'timer.created'>> {
    const answer = await this.ask('timer.create', { allocated_duration: 1500, ...body })
    assert.equal(answer.type, 'timer.created', JSON.stringify(answer))
    return answer as ServerMessageOf<'timer.created'>
  }

  async fails(
    code: ErrorCode,
    type: ClientType,
    payload: object,
    message?: RegExp,
  ): Promise<ServerMessageOf<'error'>> {
    const answer = await this.ask(type, payload)
    assert.equal(answer.type, 'error', JSON.stringify(answer))
    const error = answer as ServerMessageOf<'error'>
    assert.equal(error.payload.code, code)
    if (message) assert.match(error.payload.message, message)
    return error
  }

  /** Resolves once all messages that the server has sent so far have arrived. */
  async settled(): Promise<void> {
    await this.ask('timer.sync')
  }

  async close(): Promise<Closed> {
    this.socket.close()
    return this.closed
  }

  #hear(text: string, binary: boolean): void {
    assert.equal(binary, false)
    const message: unknown = JSON.parse(text)
    const outcome = check(message)
    assert.ok(outcome.ok, `${text}\n${JSON.stringify(outcome)}`)
    this.received.push(message as ServerMessage)
    this.#wake()
  }
}
