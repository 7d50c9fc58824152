// A simulated device for black-box tests: a socket, by default the timer socket, whose messages can be awaited.
import { WebSocket } from 'ws'
import type { Fields, Target } from './target.ts'

export interface Timer extends Fields {
  id: string
  status: string
  elapsed_time: number
  pause_history: { action: string; at: string; elapsed?: number }[]
}

export interface Message {
  type: string
  timestamp: string
  from_user?: string
  reply_to?: string
  seq?: number
  payload: Fields & {
    timer: Timer
    timers: Timer[]
    action: string
    code: string
    message: string
    count: number
  }
}

export interface DeviceOptions {
  token?: string
  /** Includes the question mark. */
  query?: string
  path?: string
  headers?: Record<string, string>
  protocols?: string[]
}

export class Device {
  readonly socket: WebSocket
  /** In order of arrival. */
  readonly received: Message[] = []
  /** Resolves with the close code and reason, or with a rejected handshake's HTTP status. */
  readonly ended: Promise<{ code: number; reason: string; status?: number }>
  #read = 0
  #over = false
  #wake = () => {}
  #asked = 0

  constructor(target: Target, options: DeviceOptions = {}) {
    const { path = '/v1/ws/timers', query = '', token, headers } = options
    const protocols = options.protocols ?? (token === undefined ? [] : [`authorization.bearer.${token}`])
    const address = target.baseUrl.replace(/^http/, 'ws') + path + query
    this.socket = new WebSocket(address, protocols, headers ? { headers } : {})
    this.socket.on('message', data => {
      this.received.push(JSON.parse(String(data)))
      this.#wake()
    })
    this.ended = this.#ending()
  }

  /** Returns the next message of this type and skips the others. */
  async next(type: string): Promise<Message> {
    return this.until(message => message.type === type)
  }

  async until(holds: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      for (let message = this.received[this.#read]; message; message = this.received[this.#read]) {
        this.#read++
        if (holds(message)) return message
      }
      if (this.#over) throw new Error(`The socket ended: ${JSON.stringify(await this.ended)}`)
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
  }

  /** Sends a message and returns the reply. */
  async ask(type: string, payload: object = {}): Promise<Message> {
    const id = `ask-${++this.#asked}-${Math.random()}`
    this.socket.send(JSON.stringify({ type, payload, id }))
    return this.until(message => message.reply_to === id)
  }

  async start(payload: object = {}): Promise<Timer> {
    return (await this.ask('timer.create', { allocated_duration: 1500, ...payload })).payload.timer
  }

  async greeted(): Promise<this> {
    await this.next('timer.sync_result')
    return this
  }

  async close(): Promise<void> {
    this.socket.close()
    await this.ended
  }

  #ending(): Promise<{ code: number; reason: string; status?: number }> {
    let status: number | undefined
    return new Promise(resolve => {
      const end = (code: number, reason: string) => {
        this.#over = true
        this.#wake()
        resolve({ code, reason, ...(status !== undefined && { status }) })
      }
      this.socket.on('unexpected-response', (request, response) => {
        status = response.statusCode
        request.destroy()
        end(1006, '')
      })
      this.socket.on('error', () => {})
      this.socket.on('close', (code, reason) => end(code, String(reason)))
    })
  }
}
