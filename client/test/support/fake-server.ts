// A server in memory that follows the rules of the change log. Tests hold single requests and answers, so that every
// order of events can be tried without a network.
import { type Connection, connect } from '../../src/connection.ts'

type Item = Record<string, unknown> & { id: string; version?: number }

interface Entry {
  seq: number
  kind: string
  id: string
  action: 'created' | 'updated' | 'deleted'
  batch_id: string
  reply_to: string | undefined
}

export interface FakeRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Record<string, unknown>
  readonly key: string | undefined
}

interface Held {
  readonly when: 'request' | 'answer'
  readonly matches: (request: FakeRequest) => boolean
  readonly reached: PromiseWithResolvers<void>
  readonly released: PromiseWithResolvers<void>
}

interface Stored {
  readonly status: number
  readonly body: unknown
  readonly seq: number
}

const KINDS: Record<string, string> = { todos: 'todo', tags: 'tag', schedules: 'schedule' }

export class FakeServer {
  readonly items = new Map<string, Map<string, Item>>()
  readonly requests: FakeRequest[] = []
  readonly sockets: FakeSocket[] = []
  /** `refused`: sockets are blocked. `silent`: they open and never greet. */
  socketMode: 'open' | 'refused' | 'silent' = 'open'
  /** Requests fail as if there were no network. */
  isDown = false
  pageSize = 1000
  /** The log no longer contains changes up to this position. */
  pruned = 0
  readonly #log: Entry[] = []
  readonly #outcomes = new Map<string, Stored>()
  readonly #held: Held[] = []

  get seq(): number {
    return this.#log.length
  }

  connection(): Connection {
    return connect({ baseUrl: 'http://fake', token: 'a-token', fetch: (url, init) => this.#fetch(url, init) })
  }

  get WebSocket(): typeof WebSocket {
    const open = (url: string) => new FakeSocket(this, url)
    return function Socket(url: string) {
      return open(url)
    } as unknown as typeof WebSocket
  }

  /** Holds the next matching request before the server acts, or its answer after that. */
  hold(when: Held['when'], matches: Held['matches']): { reached: Promise<void>; release(): void } {
    const held: Held = {
      when,
      matches,
      reached: Promise.withResolvers<void>(),
      released: Promise.withResolvers<void>(),
    }
    this.#held.push(held)
    return { reached: held.reached.promise, release: () => held.released.resolve() }
  }

  /** Changes made elsewhere, in one batch. A resource of null deletes. */
  change(
    changes: readonly { kind?: string; id: string; resource: object | null }[],
    replyTo?: string,
  ): number {
    const batch_id = crypto.randomUUID()
    const entries = changes.map(({ kind = 'todo', id, resource }) => {
      const all = this.items.get(kind) ?? new Map<string, Item>()
      this.items.set(kind, all)
      const action = resource === null ? 'deleted' : all.has(id) ? 'updated' : 'created'
      const entry: Entry = { seq: this.#log.length + 1, kind, id, action, batch_id, reply_to: replyTo }
      this.#log.push(entry)
      if (resource === null) all.delete(id)
      else all.set(id, { ...all.get(id), ...resource, id, version: entry.seq })
      return entry
    })
    for (const socket of this.sockets)
      for (const entry of entries) socket.deliver(entry, entry === entries.at(-1))
    return this.seq
  }

  /** The database is restored from a backup that was made at this position. */
  restore(seq: number): void {
    for (const { kind, id } of this.#log.splice(seq)) this.items.get(kind)?.delete(id)
  }

  after(since: number): Entry[] {
    return this.#log.slice(since)
  }

  resourceOf({ kind, id }: Entry): Item | null {
    return this.items.get(kind)?.get(id) ?? null
  }

  /** Runs a write once per key. */
  run(key: string | undefined, work: () => { status: number; body: unknown }): Stored {
    const known = key === undefined ? undefined : this.#outcomes.get(key)
    if (known) return known
    const outcome = { ...work(), seq: this.seq }
    if (key !== undefined) this.#outcomes.set(key, outcome)
    return outcome
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(url)
    const request: FakeRequest = {
      method: init.method ?? 'GET',
      path: pathname,
      query: searchParams,
      body: JSON.parse(String(init.body ?? '{}')),
      key: (init.headers as Record<string, string>)['idempotency-key'],
    }
    this.requests.push(request)
    if (this.isDown) throw new TypeError('There is no network.')
    await this.#pass('request', request, init.signal)
    const response = this.#answer(request)
    await this.#pass('answer', request, init.signal)
    if (this.isDown) throw new TypeError('There is no network.')
    return response
  }

  async #pass(
    when: Held['when'],
    request: FakeRequest,
    signal: AbortSignal | null | undefined,
  ): Promise<void> {
    const at = this.#held.findIndex(each => each.when === when && each.matches(request))
    const [held] = at < 0 ? [] : this.#held.splice(at, 1)
    if (!held) return
    held.reached.resolve()
    const aborted = Promise.withResolvers<never>()
    signal?.addEventListener('abort', () => aborted.reject(signal.reason), { once: true })
    await Promise.race([held.released.promise, aborted.promise])
  }

  #answer(request: FakeRequest): Response {
    const { method, path, query, key } = request
    if (path === '/v1/users/me') return json({ id: 'ann' })
    if (path === '/v1/changes/snapshot') return this.#snapshot(query)
    if (path === '/v1/changes') return this.#changes(query)
    const [, , collection = '', id] = path.split('/')
    const kind = KINDS[collection] ?? 'todo'
    if (method === 'GET') return json({ detail: 'There is no such list.' }, 404)
    const { status, body, seq } = this.run(key, () => {
      if (method === 'POST') {
        this.change([{ kind, id: String(request.body['id']), resource: request.body }], key)
        return { status: 201, body: request.body }
      }
      if (!this.items.get(kind)?.has(id ?? '')) return { status: 404, body: { detail: 'Not found.' } }
      this.change([{ kind, id: id ?? '', resource: method === 'DELETE' ? null : request.body }], key)
      return { status: 200, body: { id } }
    })
    return json(body, status, { 'x-seq': String(seq) })
  }

  #changes(query: URLSearchParams): Response {
    const since = Number(query.get('since'))
    if (since < this.pruned) return json({ detail: 'The log no longer reaches back.' }, 410)
    if (since > this.seq)
      return json({ detail: 'Unknown.', errors: [{ path: 'since', message: 'is unknown' }] }, 422)
    const all = this.after(since)
    const changes = all
      .slice(0, this.pageSize)
      .map(({ reply_to: _, ...entry }) => ({ ...entry, resource: this.resourceOf(entry as Entry) }))
    return json({ changes, seq: this.seq, has_more: all.length > changes.length })
  }

  #snapshot(query: URLSearchParams): Response {
    const all = [...this.items].flatMap(([kind, items]) =>
      [...items].map(([id, resource]) => ({ kind, id, resource, at: `${kind} ${id}` })),
    )
    const left = all
      .toSorted((a, b) => (a.at < b.at ? -1 : 1))
      .filter(({ at }) => at > (query.get('cursor') ?? ''))
    const page = left.slice(0, Math.min(this.pageSize, Number(query.get('limit'))))
    const next = left.length > page.length ? page.at(-1)?.at : null
    return json({
      items: page.map(({ kind, id, resource }) => ({ kind, id, resource })),
      seq: this.seq,
      next,
    })
  }
}

export class FakeSocket {
  readonly url: string
  /** Messages wait while this is true, as on a slow network. */
  isSlow = false
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number; reason: string }) => void) | null = null
  readonly #server: FakeServer
  #isOpen = false
  #waiting: object[] = []

  constructor(server: FakeServer, url: string) {
    this.url = url
    this.#server = server
    server.sockets.push(this)
    const { socketMode } = server
    if (socketMode === 'refused') setImmediate(() => this.drop())
    if (socketMode === 'open') setImmediate(() => this.greet())
  }

  /** Sends the greeting, the changes after `since` of the URL, and `synced`. */
  greet(): void {
    const since = new URL(this.url).searchParams.get('since')
    this.#isOpen = true
    this.#send({ type: 'connected', payload: { user_id: 'ann', server_time: now() } })
    const isLost = since !== null && (Number(since) < this.#server.pruned || Number(since) > this.#server.seq)
    const missed = since === null || isLost ? [] : this.#server.after(Number(since))
    for (const [at, entry] of missed.entries())
      this.deliver(entry, missed[at + 1]?.batch_id !== entry.batch_id)
    const payload = {
      seq: this.#server.seq,
      ...(since !== null && { since: Number(since) }),
      ...(isLost && { resync: true }),
    }
    this.#send({ type: 'synced', payload })
  }

  deliver(entry: Entry, isEnd: boolean, replyTo = entry.reply_to): void {
    if (!this.#isOpen) return
    const { seq, kind, id, action, batch_id } = entry
    const payload = { kind, id, action, resource: this.#server.resourceOf(entry) }
    this.#send({ type: 'change', seq, batch_id, batch_end: isEnd, reply_to: replyTo, payload })
  }

  /** Timer commands: each creates or changes a timer once. */
  send(text: string): void {
    const { type, id, payload } = JSON.parse(text)
    if (type === 'timer.sync') {
      this.#send({ type: 'timer.sync_result', seq: this.#server.seq, payload: {} })
      return
    }
    const timer = payload.id ?? payload.timer_id
    const { seq } = this.#server.run(id, () => {
      this.#server.change([{ kind: 'timer', id: timer, resource: { ...payload, status: 'RUNNING' } }], id)
      return { status: 200, body: null }
    })
    const entry = this.#server.after(0).find(each => each.seq === seq)
    if (entry && seq < this.#server.seq) this.deliver(entry, true, id)
  }

  /** The connection is lost without a goodbye. */
  drop(): void {
    this.#isOpen = false
    this.onmessage = null
    this.onclose?.({ code: 1006, reason: '' })
  }

  close(): void {
    this.#isOpen = false
  }

  /** Sends what a slow network has held back. */
  flush(): void {
    this.isSlow = false
    for (const message of this.#waiting.splice(0)) this.#send(message)
  }

  #send(message: object): void {
    if (this.isSlow) this.#waiting.push(message)
    else this.onmessage?.({ data: JSON.stringify({ timestamp: now(), ...message }) })
  }
}

const now = (): string => new Date().toISOString()

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
