// Talks to the MCP server in plain JSON-RPC.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newPerson, type Person } from './person.ts'
import { type Fields, openTarget, type Target } from './target.ts'

interface Tool {
  name: string
  annotations?: Record<string, unknown>
  inputSchema: { properties?: Fields }
  outputSchema?: Fields
}
interface Called {
  isError?: boolean
  content: { type: string; text: string }[]
  structuredContent: Fields & { undo_id?: string }
}

describe('MCP', () => {
  let target: Target
  let me: Person
  before(async () => {
    target = await openTarget()
    me = await newPerson(target, 'mcp-person')
    await me.add('/v1/tags/groups', { name: 'Work', color: '#112233', is_todo_group: true })
  })
  after(() => target.stop())

  const post = (body: object, token?: string, version = '2025-11-25') =>
    fetch(`${target.baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': version,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
    })
  const rpc = async <T>(method: string, params: object = {}, token = me.token): Promise<T> => {
    const text = await (await post({ method, params }, token)).text()
    const answer = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as { result?: T }
    assert.ok(answer.result, text)
    return answer.result
  }
  const call = (name: string, input: object): Promise<Called> =>
    rpc<Called>('tools/call', { name, arguments: input })
  const titles = async () => (await me.send<{ title: string }[]>('/v1/todos')).body.map(({ title }) => title)

  it('401 with WWW-Authenticate, which names the metadata of the protected resource and its issuer', async () => {
    const refused = await post({ method: 'tools/list' })
    assert.equal(refused.status, 401)
    const [, address = ''] =
      /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? []
    const metadata = (await (await fetch(address)).json()) as {
      resource: string
      authorization_servers: string[]
    }
    assert.match(metadata.resource, /\/mcp$/)
    assert.ok(metadata.authorization_servers.length > 0)
  })

  it('the two versions before the current one are negotiated', async () => {
    for (const protocolVersion of ['2025-11-25', '2025-06-18']) {
      const clientInfo = { name: 'conformance', version: '1' }
      const { protocolVersion: spoken } = await rpc<{ protocolVersion: string }>('initialize', {
        protocolVersion,
        capabilities: {},
        clientInfo,
      })
      assert.equal(spoken, protocolVersion)
    }
  })

  it('at most 16 tools in at most 6,000 tokens, with schemas and annotations; every write has dry_run', async () => {
    const { tools } = await rpc<{ tools: Tool[] }>('tools/list')
    assert.ok(tools.length > 0 && tools.length <= 16)
    assert.ok(JSON.stringify(tools).length / 4 <= 6_000)
    for (const { name, annotations = {}, inputSchema, outputSchema } of tools) {
      for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint'])
        assert.equal(typeof annotations[hint], 'boolean', name)
      assert.ok(outputSchema, name)
      if (!annotations['readOnlyHint']) assert.ok(inputSchema.properties?.['dry_run'], name)
    }
    const again = await rpc<{ tools: Tool[] }>('tools/list')
    assert.deepEqual(again, { ...again, tools })
  })

  it('a dry run changes nothing; a write has text, structured content and an undo handle, and is logged via mcp', async () => {
    const todos = [{ title: 'From an assistant' }]
    const dry = await call('capture_todos', { todos, dry_run: true })
    assert.ok(!dry.isError)
    assert.deepEqual(await titles(), [])
    const made = await call('capture_todos', { todos })
    assert.equal(made.content[0]?.type, 'text')
    const { undo_id } = made.structuredContent
    const history = await me.send<{ batch_id: string; via: string }[]>('/v1/history?via=mcp')
    assert.deepEqual([history.body[0]?.batch_id, history.body[0]?.via], [undo_id, 'mcp'])
    assert.deepEqual(await titles(), ['From an assistant'])
    await call('undo_changes', { all: true })
    assert.deepEqual(await titles(), [])
  })

  it('errors are results that say what to correct', async () => {
    const { isError, content } = await call('capture_todos', { todos: [{ title: '' }] })
    assert.equal(isError, true)
    assert.match(content[0]?.text ?? '', /title/)
  })

  it('a token without a scope does not see the tool', async () => {
    const { token } = await me.add<{ token: string }>('/v1/tokens', { name: 'few', scopes: ['timers:read'] })
    const { tools } = await rpc<{ tools: Tool[] }>('tools/list', {}, token)
    assert.ok(!tools.some(({ name }) => name === 'capture_todos'))
  })

  it('resources and prompts', async () => {
    const { resources } = await rpc<{ resources: { uri: string }[] }>('resources/list')
    assert.equal(resources.length, 3)
    for (const { uri } of resources) {
      const { contents } = await rpc<{ contents: { text: string }[] }>('resources/read', { uri })
      assert.ok(contents[0]?.text)
    }
    const { prompts } = await rpc<{ prompts: { name: string }[] }>('prompts/list')
    assert.equal(prompts.length, 2)
  })
})
