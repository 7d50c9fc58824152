// A simulated device on which everything that can be late, lost, repeated or interrupted is, from one seed.
import { type Client, createClient, type EntryStorage, type LiveConnection } from '@daymark/client'
import type { Windows } from '../../src/outbox/windows.ts'

/** Faults that a test plants into the client's surroundings. Each must make a history fail. */
export type Planted = 'swallowed change' | 'forgetful storage' | 'missing key' | 'late page'

export interface ChaosOptions {
  readonly baseUrl: string
  readonly token: string
  readonly account: string
  readonly seed: number
  readonly planted?: Planted | undefined
  /** Without a socket, so it cannot send timer commands. */
  readonly polls?: boolean
}

type Entry = Parameters<EntryStorage['save']>[0]
type Handler = ((event: { code: number; reason: string }) => void) | null

/** Small and fast, and the same on every machine (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const LONGEST_MS = 12
const never = new Promise<never>(() => {})
const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

export class ChaosDevice {
  readonly windows: LiveConnection[] = []
  readonly client: Client
  readonly #options: ChaosOptions
  readonly #random: () => number
  readonly #stored = new Map<string, Entry>()
  readonly #frames = new Map<LiveConnection, Frame>()
  readonly #locks = new Map<string, Promise<void>>()
  readonly #channels = new Set<{ name: string; frame: Frame; heard(data: unknown): void }>()
  readonly polls: boolean
  #calm = false
  #blocked = false

  constructor(options: ChaosOptions) {
    this.#options = options
    this.#random = randomFrom(options.seed)
    this.polls = options.polls ?? false
    this.client = createClient({ baseUrl: options.baseUrl, token: options.token })
    this.open()
  }

  open(): LiveConnection {
    const frame: Frame = { isDead: false, release: new Set(), sockets: new Set() }
    const { baseUrl, token, account } = this.#options
    const client = createClient({ baseUrl, token, retry: false, fetch: this.#fetchIn(frame) })
    const window = client.connect({
      ...{ account, storage: this.#storageIn(frame), windows: this.#windowsIn(frame), pollMs: 40 },
      WebSocket: this.#socketIn(frame),
      socket: !this.polls,
    })
    this.windows.push(window)
    this.#frames.set(window, frame)
    return window
  }

  /** The window's process ends in the middle of whatever it is doing: nothing that it waits for ever comes back. */
  crash(at: number): void {
    const [window] = this.windows.splice(at % Math.max(1, this.windows.length), 1)
    const frame = window && this.#frames.get(window)
    if (!window || !frame) return
    frame.isDead = true
    for (const socket of frame.sockets) socket.close()
    for (const release of frame.release) release()
    this.#frames.delete(window)
    this.#ended.push(window)
    if (this.windows.length === 0) this.open()
  }
  /** Timers of crashed windows would keep the process busy, so `close` ends them. */
  readonly #ended: LiveConnection[] = []

  block(isBlocked: boolean): void {
    this.#blocked = isBlocked
    if (isBlocked) for (const { sockets } of this.#frames.values()) for (const socket of sockets) drop(socket)
  }

  /** From now on, everything works. */
  calm(): void {
    this.#calm = true
    this.#blocked = false
    for (const window of this.windows) window.retry()
  }

  close(): void {
    for (const window of [...this.windows, ...this.#ended]) window.close()
  }

  #happens(probability: number): boolean {
    return !this.#calm && this.#random() < probability
  }

  async #delay(frame: Frame): Promise<void> {
    if (!this.#calm) await pause(this.#random() ** 3 * LONGEST_MS)
    if (frame.isDead) await never
  }

  #fetchIn(frame: Frame) {
    let lastPage: string | undefined
    return async (url: string, init: RequestInit): Promise<Response> => {
      await this.#delay(frame)
      if (this.#blocked || this.#happens(0.06)) throw new TypeError('The request was lost.')
      const isWrite = init.method !== 'GET'
      const headers = new Headers(init.headers)
      if (this.#options.planted === 'missing key') headers.delete('idempotency-key')
      const { signal: _signal, ...rest } = init
      const send = () => fetch(url, { ...rest, headers })
      if (isWrite && this.#happens(0.06)) {
        // The caller gives up, and the request arrives later.
        void pause(this.#random() * 40)
          .then(send)
          .then(
            late => late.body?.cancel(),
            () => {},
          )
        throw new TypeError('The request is late.')
      }
      if (isWrite && this.#happens(0.06)) await send().then(each => each.text())
      const response = await send()
      const text = response.status === 304 || response.status === 204 ? null : await response.text()
      await this.#delay(frame)
      if (this.#happens(0.06)) throw new TypeError('The answer was lost.')
      const page = this.#planted(url, text, lastPage)
      if (isPage(url)) lastPage = text ?? undefined
      return new Response(page, { status: response.status, headers: response.headers })
    }
  }

  #planted(url: string, text: string | null, before: string | undefined): string | null {
    if (text === null || !isPage(url)) return text
    const page = JSON.parse(text) as { changes?: unknown[]; seq: number }
    if (!page.changes) return text
    if (this.#options.planted === 'swallowed change')
      return JSON.stringify({ ...page, changes: page.changes.slice(1) })
    if (this.#options.planted !== 'late page' || before === undefined) return text
    const old = JSON.parse(before) as typeof page
    return JSON.stringify({ ...page, changes: old.changes ?? [] })
  }

  #socketIn(frame: Frame): typeof WebSocket {
    const make = (url: string, protocols: string[]) => {
      if (frame.isDead || this.#blocked || this.#happens(0.15)) return refusedSocket()
      const socket = new WebSocket(url, protocols)
      frame.sockets.add(socket)
      let turn = Promise.resolve()
      let isLost = false
      let swallowed = this.#options.planted === 'swallowed change' ? 2 : 0
      // Messages are late but in order, as on a slow connection.
      const shown = {
        onmessage: null as ((event: { data: unknown }) => void) | null,
        onclose: null as Handler,
        onerror: null,
        send: (data: string) => !frame.isDead && socket.readyState === WebSocket.OPEN && socket.send(data),
        close: (code?: number, reason?: string) => socket.close(code, reason),
      }
      socket.onmessage = ({ data }) => {
        turn = turn.then(async () => {
          await this.#delay(frame)
          // What was received but not shown is lost with the connection; a later message must not be shown without it.
          if (isLost) return
          isLost = this.#happens(0.01)
          if (isLost) drop(socket)
          else if (swallowed > 0 && String(data).startsWith('{"type":"change"')) swallowed--
          else shown.onmessage?.({ data })
        })
      }
      socket.onclose = ({ code, reason }) => {
        frame.sockets.delete(socket)
        void turn.then(() => frame.isDead || shown.onclose?.({ code, reason }))
      }
      return shown
    }
    return function Socket(url: string, protocols: string[]) {
      return make(url, protocols)
    } as unknown as typeof WebSocket
  }

  #storageIn(frame: Frame): EntryStorage {
    const step = async <T>(work: () => T): Promise<T> => {
      await this.#delay(frame)
      if (this.#happens(0.04)) throw new Error('The storage failed.')
      const value = work()
      await this.#delay(frame)
      return value
    }
    const forgets = this.#options.planted === 'forgetful storage'
    return {
      load: account =>
        step(() => structuredClone([...this.#stored.values()].filter(entry => entry.account === account))),
      save: entry => step(() => void (forgets || this.#stored.set(entry.key, structuredClone(entry)))),
      remove: key => step(() => void this.#stored.delete(key)),
    }
  }

  #windowsIn(frame: Frame): Windows {
    return {
      locks: {
        request: async (name, { signal }, held) => {
          const before = this.#locks.get(name) ?? Promise.resolve()
          const ended = Promise.withResolvers<void>()
          frame.release.add(ended.resolve)
          this.#locks.set(
            name,
            before.then(() => ended.promise),
          )
          await before
          if (frame.isDead) return never
          if (signal.aborted) return ended.resolve()
          return held().finally(ended.resolve)
        },
      },
      channel: name => {
        const channel = {
          onmessage: null as ((event: { data: unknown }) => void) | null,
          postMessage: (data: unknown) => {
            for (const other of this.#channels)
              if (other.frame !== frame && other.name === name && !this.#happens(0.2))
                void this.#delay(frame).then(() => other.frame.isDead || other.heard(structuredClone(data)))
          },
          close: () => void this.#channels.delete(member),
        }
        const member = { name, frame, heard: (data: unknown) => channel.onmessage?.({ data }) }
        this.#channels.add(member)
        return channel
      },
    }
  }
}

/** A window's process. */
interface Frame {
  isDead: boolean
  readonly release: Set<() => void>
  readonly sockets: Set<WebSocket>
}

const isPage = (url: string): boolean => /\/v1\/changes\?/.test(url)

/** No more messages arrive, and no close frame is received. */
function drop(socket: WebSocket): void {
  const closed = socket.onclose as Handler
  socket.onmessage = null
  socket.onclose = null
  socket.close()
  closed?.({ code: 1006, reason: '' })
}

function refusedSocket() {
  const socket = { onclose: null as Handler, close: () => {}, send: () => {} }
  setImmediate(() => socket.onclose?.({ code: 1006, reason: '' }))
  return socket
}
