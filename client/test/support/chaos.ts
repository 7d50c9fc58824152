// A simulated device on which everything that can be late, lost, repeated or interrupted is, from one seed.
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type EntryStorage, LiveConnection, type LiveOptions } from '@daymark/client'
import type { Fetch } from '../../src/connection.ts'
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
  /** Passes requests to a server in this process. */
  readonly fetch?: Fetch | undefined
  /** Makes programs with their own caches of windows, which have no store. */
  readonly own?: OwnCaches | undefined
  /** Called with every window, before anything has arrived in it. */
  opened(window: Shown): void
}

type Items = ReadonlyMap<string, object>

/** What a window shows. */
export interface Shown {
  readonly live: LiveConnection
  all(kind: ShownKind): Items
  subscribe(listener: () => void): void
}

export const SHOWN_KINDS = ['tag_group', 'tag', 'todo', 'schedule', 'timer'] as const
export type ShownKind = (typeof SHOWN_KINDS)[number]

/** A program with its own caches. They begin with what an earlier window of the device has `kept`. */
export interface OwnCaches {
  readonly since: number | undefined
  open(live: LiveConnection, fetch: Fetch): Shown & { keep(): OwnCaches; close(): void }
}

/** So that time limits and backoff happen in a short history. */
const SPEED = 10

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
const LATEST_MS = 40

export class ChaosDevice {
  readonly windows: LiveConnection[] = []
  readonly #options: ChaosOptions
  readonly #random: () => number
  readonly #stored = new Map<string, Entry>()
  readonly #frames = new Map<LiveConnection, Frame>()
  readonly #locks = new Map<string, Promise<void>>()
  readonly #channels = new Set<{ name: string; frame: Frame; heard(data: unknown): void }>()
  readonly polls: boolean
  readonly #late: Promise<unknown>[] = []
  #calm = false
  #blocked = false
  #snapshot: string | undefined
  #own: OwnCaches | undefined

  constructor(options: ChaosOptions) {
    this.#options = options
    this.#random = randomFrom(options.seed)
    this.polls = options.polls ?? false
    this.#own = options.own
    this.open()
  }

  open(): void {
    const frame: Frame = { isDead: false, release: new Set(), sockets: new Set() }
    const { baseUrl, token, account } = this.#options
    const fetch = this.#fetchIn(frame)
    const connection = connect({
      ...{ baseUrl, retry: false, fetch },
      token: async () => {
        await this.#delay(frame)
        return token
      },
    })
    const start: LiveOptions = this.#own
      ? { store: false, since: this.#own.since }
      : this.#snapshot
        ? { snapshot: JSON.parse(this.#snapshot) }
        : {}
    const live = new LiveConnection(connection, {
      ...{ account, storage: this.#storageIn(frame), windows: this.#windowsIn(frame) },
      ...{ pollMs: 400, speed: SPEED, socket: !this.polls, ...start },
      WebSocket: this.#socketIn(frame),
    })
    const shown = this.#own?.open(live, fetch) ?? ofStore(live)
    frame.shown = shown
    this.windows.push(live)
    this.#frames.set(live, frame)
    this.#options.opened(shown)
  }

  /** Keeps what a window knows, for windows that open later. */
  keep(): void {
    const [live] = this.windows
    const shown = live && this.#frames.get(live)?.shown
    if (!shown) return
    if (this.#own) this.#own = (shown as ReturnType<OwnCaches['open']>).keep()
    else this.#snapshot = JSON.stringify(live.snapshot())
  }

  readonly shownIn = (window: LiveConnection) => (kind: ShownKind) =>
    (this.#frames.get(window)?.shown ?? ofStore(window)).all(kind)

  /** Resolves when all requests that are late have reached the server. */
  async landed(): Promise<void> {
    await Promise.all(this.#late)
  }

  /** The window's process ends in the middle of whatever it is doing: nothing that it waits for ever comes back. */
  crash(at: number): void {
    const [window] = this.windows.splice(at % Math.max(1, this.windows.length), 1)
    const frame = window && this.#frames.get(window)
    if (!window || !frame) return
    frame.isDead = true
    for (const socket of frame.sockets) socket.close()
    for (const release of frame.release) release()
    ;(frame.shown as { close?(): void }).close?.()
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
    for (const { shown } of this.#frames.values()) (shown as { close?(): void }).close?.()
    for (const window of [...this.windows, ...this.#ended]) window.close()
  }

  #happens(probability: number): boolean {
    return !this.#calm && this.#random() < probability
  }

  async #delay(frame: Frame): Promise<void> {
    if (!this.#calm) await pause(this.#random() ** 3 * LONGEST_MS)
    if (frame.isDead) await never
  }

  #fetchIn(frame: Frame): Fetch {
    const chaotic = this.#chaoticFetch(frame)
    return async (url, init) => {
      const aborted = Promise.withResolvers<never>()
      const abort = () => aborted.reject(init.signal?.reason)
      init.signal?.throwIfAborted()
      init.signal?.addEventListener('abort', abort, { once: true })
      // The caller hears no more of an aborted request, but the server may have received it.
      return Promise.race([chaotic(url, init), aborted.promise]).finally(() =>
        init.signal?.removeEventListener('abort', abort),
      )
    }
  }

  #chaoticFetch(frame: Frame): Fetch {
    const fetch = this.#options.fetch ?? ((url, init) => globalThis.fetch(url, init))
    let lastPage: string | undefined
    return async (url, init) => {
      await this.#delay(frame)
      if (this.#happens(0.004)) await never
      if (this.#blocked || this.#happens(0.06)) throw new TypeError('The request was lost.')
      const isWrite = init.method !== 'GET'
      const headers = new Headers(init.headers)
      if (this.#options.planted === 'missing key') headers.delete('idempotency-key')
      const { signal: _signal, ...rest } = init
      const send = () => fetch(url, { ...rest, headers })
      if (isWrite && this.#happens(0.06)) {
        // The caller gives up, and the request arrives later.
        const late = pause(this.#random() * LATEST_MS)
          .then(send)
          .then(answer => answer.text())
          .catch(() => {})
        this.#late.push(late)
        throw new TypeError('The request is late.')
      }
      if (isWrite && this.#happens(0.06)) await send().then(each => each.text())
      const response = await send()
      if (this.#happens(0.004)) await never
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
      // Opens, and nothing ever arrives.
      const isSilent = this.#happens(0.03)
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
          if (isLost || isSilent) return
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
          await this.#delay(frame)
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
  shown?: Shown
  readonly release: Set<() => void>
  readonly sockets: Set<WebSocket>
}

const ofStore = (live: LiveConnection): Shown => ({
  live,
  all: kind => live.store.of(kind).all(),
  subscribe: listener => {
    for (const kind of SHOWN_KINDS) live.store.of(kind).subscribe(listener)
  },
})

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
