// Every answer to a write carries the position of the caller's log at its commit, whichever door it came through.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Client } from '@daymark/client'
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type EmbeddedApp, startEmbedded } from './support/accounts.ts'
import { forEachStorage } from './support/storages.ts'

interface Answer {
  status: number
  /** The number in `X-Seq`. */
  seq: number | undefined
  headers: Headers
  body: Record<string, unknown>
}

interface Caller {
  client: Client
  id: string
  token: string
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** The current number of the person's log, read from the database. */
  current(): Promise<number>
  /** The todo group that everybody has. */
  group: string
}

const ICS = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test', 'BEGIN:VEVENT', 'UID:one', 'DTSTAMP:20260101T000000Z'],
  ...['SUMMARY:One', 'DTSTART:20260101T090000Z', 'DTEND:20260101T100000Z', 'END:VEVENT', 'END:VCALENDAR', ''],
].join('\r\n')

let keys = 0
const newKey = () => ({ 'idempotency-key': `key-${++keys}` })

forEachStorage('the position in the answer to a write', open => {
  let server: EmbeddedApp
  const texts: string[] = []
  before(async () => {
    server = await startEmbedded(await open({ observe: text => texts.push(text) }))
  })
  after(() => server.close())

  async function person(): Promise<Caller> {
    const { client, access_token: token } = await server.join()
    const { id } = await client.users.me()
    const current = async () => {
      const found = await server.storage.read(db =>
        db.sql.selectFrom('change_totals').select('seq').where('owner_id', '=', id).execute(),
      )
      return found[0]?.seq ?? 0
    }
    const ask: Caller['ask'] = async (method, path, body, headers = {}) => {
      const isFile = body instanceof Uint8Array
      const response = await server.fetch(path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && {
            'content-type': isFile ? 'application/octet-stream' : 'application/json',
          }),
          ...headers,
        },
        ...(body !== undefined && {
          body: isFile
            ? (body as Uint8Array<ArrayBuffer>)
            : typeof body === 'string'
              ? body
              : JSON.stringify(body),
        }),
      })
      const text = await response.text()
      const seq = response.headers.get('x-seq')
      return {
        status: response.status,
        seq: seq === null ? undefined : Number(seq),
        headers: response.headers,
        body: text.startsWith('{') ? JSON.parse(text) : {},
      }
    }
    const created = await ask('POST', '/v1/tags/groups', {
      name: 'Work',
      color: '#112233',
      is_todo_group: true,
    })
    assert.equal(created.seq, await current())
    return { client, id, token, ask, current, group: String(created.body['id']) }
  }

  it('is the last entry of a write that changes something, however it writes', async () => {
    const ann = await person()
    const todo = { title: 'Parent', tag_group_id: ann.group }
    const writes: [method: string, path: string, body?: unknown][] = []
    const parent = (await ann.client.todos.create({ body: todo })).id
    await ann.client.todos.create({ body: { ...todo, title: 'Child', parent_id: parent } })
    const { id: other } = await ann.client.todos.create({ body: { ...todo, title: 'Other' } })
    writes.push(
      ['POST', '/v1/todos', todo],
      ['PATCH', `/v1/todos/${parent}`, { title: 'New' }],
      ['PUT', `/v1/visibility/todo/${parent}`, { level: 'public' }],
      ['POST', '/v1/todos/bulk', { ids: [parent, other], change: { title: 'Both' } }],
      ['DELETE', `/v1/todos/${parent}`],
      ['PATCH', '/v1/users/me/preferences', { theme: 'dark' }],
      ['POST', '/v1/quick_add', { text: 'Call Bob /Work' }],
      ['POST', '/v1/import/ics?target=schedules', new TextEncoder().encode(ICS)],
    )
    for (const [method, path, body] of writes) {
      for (const headers of [{}, newKey()]) {
        const before = await ann.current()
        const answer = await ann.ask(method, path, body, headers)
        if (method === 'DELETE' && answer.status === 404) continue // Without a key, it was deleted before.
        assert.ok(answer.status < 300, `${method} ${path} ${JSON.stringify(answer.body)}`)
        assert.equal(answer.seq, await ann.current(), `${method} ${path}`)
        assert.ok(before <= (answer.seq ?? 0))
      }
    }
    const [batch] = (await ann.client.history.list({ query: { via: 'web', limit: 1 } })) as {
      batch_id: string
    }[]
    assert.ok(batch)
    const undone = await ann.ask('POST', `/v1/history/${batch.batch_id}/undo`)
    assert.deepEqual([undone.status, undone.seq], [200, await ann.current()])
    const archive = new Uint8Array(await (await ann.client.personalData.download()).arrayBuffer())
    const bob = await person()
    for (const headers of [newKey(), {}]) {
      const restored = await bob.ask('POST', '/v1/account/import', archive, headers)
      assert.deepEqual(
        [restored.status, restored.seq],
        [200, await bob.current()],
        JSON.stringify(restored.body),
      )
    }
  })

  it('is the current number if nothing was written, also for refusals and for lists outside of the log', async () => {
    const ann = await person()
    const { id } = await ann.client.todos.create({ body: { title: 'A', tag_group_id: ann.group } })
    const missing = '/v1/todos/01999999-9999-7999-8999-999999999999'
    const same = { id, title: 'Taken', tag_group_id: ann.group }
    const cases: [status: number, method: string, path: string, body?: unknown, headers?: object][] = [
      [200, 'DELETE', '/v1/trash'],
      [200, 'PATCH', `/v1/todos/${id}`, {}],
      [200, 'POST', '/v1/import/ics?target=schedules&dry_run=true', new TextEncoder().encode(ICS)],
      [404, 'DELETE', missing],
      [404, 'PATCH', missing, { title: 'B' }],
      [409, 'POST', '/v1/todos', same],
      [412, 'PATCH', `/v1/todos/${id}`, { title: 'B' }, { 'if-match': '"1"' }],
      [422, 'POST', '/v1/todos', { title: 5 }],
      [422, 'POST', '/v1/todos', '{'],
      [201, 'POST', '/v1/webhooks', { name: 'W', url: 'https://example.com/' }],
      [201, 'POST', '/v1/tokens', { name: 'laptop', scopes: ['todos:read'] }],
    ]
    for (const [status, method, path, body, more] of cases) {
      for (const headers of [{}, newKey()]) {
        const answer = await ann.ask(method, path, body, { ...headers, ...more })
        assert.equal(answer.status, status, `${method} ${path} ${JSON.stringify(answer.body)}`)
        assert.equal(answer.seq, await ann.current(), `${method} ${path}`)
      }
    }
    const { token } = await ann.client.tokens.create({ body: { name: 'reader', scopes: ['todos:read'] } })
    const forbidden = await ann.ask('DELETE', `/v1/todos/${id}`, undefined, {
      authorization: `Bearer ${token}`,
    })
    assert.deepEqual([forbidden.status, forbidden.seq], [403, await ann.current()])
    const readable = await server.bearer(token).changes.snapshot({ query: {} })
    assert.deepEqual(new Set(readable.items.map(({ kind }) => kind)), new Set(['todo']))
  })

  it('is not in answers to reads and to strangers', async () => {
    const ann = await person()
    const reads: [method: string, path: string, body?: unknown][] = [
      ['GET', '/v1/todos'],
      ['POST', '/v1/graphql', { query: '{ __typename }' }],
    ]
    for (const [method, path, body] of reads)
      assert.equal((await ann.ask(method, path, body)).headers.has('x-seq'), false, path)
    const stranger = await ann.ask('POST', '/v1/todos', { title: 'A' }, { authorization: 'Bearer nobody' })
    assert.deepEqual([stranger.status, stranger.seq], [401, undefined])
  })

  it('is the stored number in a replay, or the current one if the request wrote nothing', async () => {
    const ann = await person()
    const body = { title: 'A', tag_group_id: ann.group }
    const [made, refused, nothing] = [newKey(), newKey(), newKey()]
    const first = await ann.ask('POST', '/v1/todos', body, made)
    const taken = { ...body, id: first.body['id'] }
    assert.equal((await ann.ask('POST', '/v1/todos', taken, refused)).status, 409)
    assert.equal((await ann.ask('DELETE', '/v1/trash', undefined, nothing)).status, 200)
    await ann.client.todos.create({ body })
    const replays = [
      await ann.ask('POST', '/v1/todos', body, made),
      await ann.ask('POST', '/v1/todos', taken, refused),
      await ann.ask('DELETE', '/v1/trash', undefined, nothing),
    ]
    for (const { headers } of replays) assert.equal(headers.get('idempotency-replayed'), 'true')
    const current = await ann.current()
    assert.equal(current, (first.seq ?? 0) + 1)
    assert.deepEqual(
      replays.map(({ seq }) => seq),
      [first.seq, current, current],
    )
    const different = await ann.ask('POST', '/v1/todos', { ...body, title: 'B' }, made)
    assert.deepEqual([different.status, different.seq], [422, current])
  })

  it("counts in the caller's own log, not in that of the item's owner", async () => {
    const [ann, bob] = [await person(), await person()]
    for (let n = 0; n < 5; n++)
      await ann.client.todos.create({ body: { title: `${n}`, tag_group_id: ann.group } })
    const { friend_code } = await bob.client.users.me()
    const asked = await ann.ask('POST', '/v1/friends/requests', { friend_code })
    assert.equal(asked.seq, await ann.current())
    const friendship = String(asked.body['id'])
    const accepted = await bob.ask('POST', `/v1/friends/requests/${friendship}/accept`)
    assert.deepEqual([accepted.status, accepted.seq], [200, await bob.current()])
    assert.notEqual(await ann.current(), await bob.current())
    const meeting = await ann.client.meetings.create({
      body: {
        title: 'Poll',
        start_date: '2026-01-05',
        end_date: '2026-01-06',
        start_time: '09:00:00',
        end_time: '12:00:00',
        available_days: [0],
        visibility: { level: 'friends' },
      },
    })
    const before = [await ann.current(), await bob.current()]
    const answered = await bob.ask('POST', `/v1/meetings/${meeting.id}/participate`, { display_name: 'Bob' })
    assert.ok(answered.status < 300, JSON.stringify(answered.body))
    assert.ok((await ann.current()) > (before[0] ?? 0))
    assert.deepEqual([answered.seq, before[1]], [await bob.current(), await bob.current()])
  })

  it('needs no statement for a write that changes something', async () => {
    const ann = await person()
    const { id } = await ann.client.todos.create({ body: { title: 'A', tag_group_id: ann.group } })
    let n = 0
    const writes: [string, () => Promise<Answer>][] = [
      ['POST', () => ann.ask('POST', '/v1/todos', { title: 'T', tag_group_id: ann.group })],
      ['POST', () => ann.ask('POST', '/v1/todos', { title: 'T', tag_group_id: ann.group }, newKey())],
      ['PATCH', () => ann.ask('PATCH', `/v1/todos/${id}`, { title: `${++n}` })],
      ['PATCH', () => ann.ask('PATCH', `/v1/todos/${id}`, { title: `${++n}` }, newKey())],
    ]
    for (const [method, write] of writes) {
      texts.length = 0
      const answer = await write()
      assert.equal(answer.seq, await ann.current())
      const asking = texts.filter(text => /^\s*select seq from change_totals where/.test(text))
      assert.deepEqual(asking, [], method)
    }
  })

  it('is in the answers of calendar apps', async () => {
    const ann = await person()
    const { username, password } = await ann.client.devicePasswords.create({ body: { name: 'Phone' } })
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const path = `/dav/${ann.id}/schedules/one.ics`
    const dav = (method: string, url: string, body?: string, more: Record<string, string> = {}) =>
      ann.ask(method, url, body, { authorization, 'content-type': 'text/calendar', ...more })
    const later = ICS.replace('SUMMARY:One', 'SUMMARY:Two')
    const cases: [status: number, method: string, body?: string, more?: Record<string, string>][] = [
      [201, 'PUT', ICS],
      [204, 'PUT', later],
      [204, 'PUT', later],
      [412, 'PUT', ICS, { 'if-none-match': '*' }],
      [204, 'DELETE'],
      [404, 'DELETE'],
    ]
    for (const [status, method, body, more] of cases) {
      const answer = await dav(method, path, body, more)
      assert.deepEqual([answer.status, answer.seq], [status, await ann.current()], method)
    }
    assert.equal((await dav('GET', path)).headers.has('x-seq'), false)
  })

  it('is in the answers to assistants', async () => {
    const ann = await person()
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const numbers: (string | null)[] = []
    const fetching: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      numbers.push(response.headers.get('x-seq'))
      return response
    }
    const mcp = new McpClient({ name: 'test', version: '1' })
    const requestInit = { headers: { authorization: `Bearer ${ann.token}` } }
    await mcp.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit, fetch: fetching }),
    )
    const call = async (name: string, input: Record<string, unknown>) => {
      numbers.length = 0
      const { isError, structuredContent } = await mcp.callTool({ name, arguments: input })
      return { isError, data: structuredContent as Record<string, unknown>, number: numbers.at(-1) }
    }
    const todo = { title: 'A', tag_group_id: ann.group }
    const made = await call('capture_todos', { todos: [todo] })
    assert.deepEqual(
      [made.isError, made.number],
      [undefined, String(await ann.current())],
      JSON.stringify(made),
    )
    const dry = await call('capture_todos', { todos: [todo], dry_run: true })
    assert.equal(dry.number, null)
    const undone = await call('undo_changes', { undo_ids: [made.data['undo_id']] })
    assert.deepEqual([undone.isError, undone.number], [undefined, String(await ann.current())])
    const refused = await call('undo_changes', { undo_ids: [made.data['undo_id']] })
    assert.deepEqual([refused.isError, refused.number], [true, String(await ann.current())])
    assert.equal((await call('get_overview', {})).number, null)
    await mcp.close()
  })
})
