// A simulated device with an unreliable network and several windows that share storage, locks and a channel.
import {
  type Client,
  createClient,
  type EntryStorage,
  type LiveConnection,
  memoryStorage,
} from '@daymark/client'
import type { Windows } from '../../src/outbox/windows.ts'
import { browserProfile } from './live-world.ts'

type Handler = ((event: { code: number; reason: string }) => void) | null

export class Device {
  readonly windows: LiveConnection[] = []
  readonly client: Client
  readonly #account: string
  readonly #storage: EntryStorage = memoryStorage()
  #profile: Windows = browserProfile()
  readonly #sockets = new Set<WebSocket>()
  #isCut = false
  #lostAnswers = 0

  constructor(baseUrl: string, token: string, account: string) {
    this.#account = account
    this.client = createClient({ baseUrl, token, fetch: (url, init) => this.#fetch(url, init), retry: false })
    this.open()
  }

  /** Opens another window in the same browser. */
  open(): LiveConnection {
    const window = this.client.connect({
      account: this.#account,
      storage: this.#storage,
      windows: this.#profile,
      WebSocket: this.#socketClass(),
    })
    this.windows.push(window)
    return window
  }

  /**
   * Closes all windows and opens a new one with the stored data. The new window shares no locks or channel with the
   * old ones.
   */
  reload(): void {
    this.close()
    this.#profile = browserProfile()
    this.open()
  }

  closeFirst(): void {
    if (this.windows.length > 1) this.windows.shift()?.close()
  }

  close(): void {
    for (const window of this.windows.splice(0)) window.close()
  }

  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) drop(socket)
    this.#sockets.clear()
  }

  join(): void {
    this.#isCut = false
    this.#lostAnswers = 0
    this.retry()
  }

  retry(): void {
    for (const window of this.windows) window.retry()
  }

  /** Drops the responses to the next `count` writes. The server still runs these writes. */
  loseAnswers(count: number): void {
    this.#lostAnswers = count
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    if (this.#isCut) throw new TypeError('There is no network.')
    const response = await fetch(url, init)
    const isLost = this.#isCut || (init.method !== 'GET' && this.#lostAnswers > 0)
    if (!isLost) return response
    this.#lostAnswers--
    await response.body?.cancel()
    throw new TypeError('The answer was lost.')
  }

  #socketClass(): typeof WebSocket {
    const make = (url: string, protocols: string[]) => {
      if (this.#isCut) return refusedSocket()
      const socket = new WebSocket(url, protocols)
      this.#sockets.add(socket)
      return socket
    }
    // The SDK calls this function with `new`, so the expression evaluates to the returned object.
    return function Socket(url: string, protocols: string[]) {
      return make(url, protocols)
    } as unknown as typeof WebSocket
  }
}

/** Simulates a sudden network loss: no more messages arrive, and no close frame is received. */
function drop(socket: WebSocket): void {
  const closed = socket.onclose as Handler
  socket.onmessage = null
  socket.onclose = null
  socket.close()
  closed?.({ code: 1006, reason: '' })
}

function refusedSocket(): { onclose: Handler; close(): void; send(): void } {
  const socket = { onclose: null as Handler, close: () => {}, send: () => {} }
  setImmediate(() => socket.onclose?.({ code: 1006, reason: '' }))
  return socket
}
