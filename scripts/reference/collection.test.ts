// Runs the Postman collection like an API client: from top to bottom, with its scripts, against a real server.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { runInNewContext } from 'node:vm'
import { createClient } from '@daymark/client'
import { startProgram } from '../../server/test/support/process.ts'
import { operations } from './ask.ts'
import { codeOf } from './authenticator.ts'

interface Item {
  name: string
  item?: Item[]
  event?: { script: { exec: string[] } }[]
  request?: {
    method: string
    auth: { bearer?: { value: string }[] }
    header: { key: string; value: string }[]
    body?: { mode?: string; raw: string }
    url: { raw: string; path: string[] }
  }
}
interface Collection {
  variable: { key: string; value: string }[]
  item: Item[]
}

const FILE = join(import.meta.dirname, '../../docs/daymark.postman_collection.json')
const { variable, item } = JSON.parse(readFileSync(FILE, 'utf8')) as Collection

/** These requests need a connected app, a passkey or an emailed link, which a fresh server does not have. */
const NEEDS_PERSON = /^Disconnect an app$|email|passkey|runs in steps|Cancel an import/

/** Routes without their own limit allow only 60 requests per person and minute, and the collection sends more. */
const LIMITS = { RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_DEFAULT_REQUESTS: '120' }

type Variables = Map<string, string>
type Ran = { name: string; status: number }

const put = (text: string, variables: Variables) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = variables.get(name)
    assert.ok(value, `"${name}" is empty when it is needed`)
    return value
  })

async function send({ request }: Item, variables: Variables): Promise<Response> {
  assert.ok(request)
  const token = request.auth.bearer?.[0]?.value
  return fetch(encodeURI(put(request.url.raw, variables)).replaceAll('+', '%2B'), {
    method: request.method,
    headers: {
      ...Object.fromEntries(request.header.map(({ key, value }) => [key, value])),
      ...(token && { authorization: `Bearer ${put(token, variables)}` }),
    },
    ...(request.body && { body: put(request.body.raw, variables) }),
  })
}

/** Provides the part of Postman's `pm` object that the scripts use. */
async function runScripts({ name, event = [] }: Item, response: Response, variables: Variables) {
  const text = await response.text()
  const fail = (expected: number[]) => `${name} answers ${response.status}, not ${expected}: ${text}`
  const pm = {
    response: { code: response.status, json: () => JSON.parse(text) },
    collectionVariables: { set: (key: string, value: string) => variables.set(key, value) },
    test: (_: string, check: () => void) => check(),
    expect: (code: number) => ({
      to: { be: { oneOf: (codes: number[]) => assert.ok([...codes].includes(code), fail(codes)) } },
    }),
  }
  for (const { script } of event) runInNewContext(script.exec.join('\n'), { pm })
}

function checkHeaders({ name, request }: Item, { headers }: Response): void {
  const isCounted = ['v1', 'auth'].includes(request?.url.path[0] ?? '')
  const limits = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']
  for (const header of ['x-request-id', ...(isCounted ? limits : [])])
    assert.ok(headers.has(header), `${name}: ${header}`)
}

async function runFolder(folder: Item, variables: Variables): Promise<Ran[]> {
  const ran: Ran[] = []
  for (const each of folder.item ?? []) {
    // The user has to choose the file by hand.
    if (each.request?.body?.mode === 'file') {
      ran.push({ name: each.name, status: 200 })
      continue
    }
    if (each.request?.body?.raw.includes('{{totp_code}}'))
      variables.set('totp_code', await codeOf(variables.get('totp_secret') ?? '', Date.now()))
    const response = await send(each, variables)
    checkHeaders(each, response)
    await runScripts(each, response, variables)
    ran.push({ name: each.name, status: response.status })
  }
  return ran
}

describe('the collection for API clients', () => {
  let folder: string
  let server: Awaited<ReturnType<typeof startProgram>>
  const fresh = () =>
    new Map([...variable.map(({ key, value }) => [key, value] as const), ['base_url', server.url]])
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'daymark-collection-'))
    server = await startProgram({ DATA_DIR: folder, ...LIMITS })
  })
  after(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('has every operation', () => {
    const requests = item.flatMap(each => each.item ?? []).map(({ request }) => request)
    const shapes = requests.map(
      each =>
        `${each?.method} /${each?.url.path.map(part => (part.startsWith('{{') ? '*' : part)).join('/')}`,
    )
    for (const [name, { method, path, prefix = '/v1' }] of operations) {
      const shape = `${method} ${prefix}${path
        .replace(/\{resource_type\}/, 'todo')
        .replace(/\{source\}/, 'todoist')
        .replace(/\{\w+\}/g, '*')}`
      assert.ok(shapes.includes(shape), `${name}: ${shape}`)
    }
  })

  it('runs from top to bottom; requests for timers find one only after it was started', async () => {
    const variables = fresh()
    const ran: Ran[] = []
    for (const folder of item) {
      if (folder.name === 'Timers') {
        const missing = (await runFolder(folder, variables)).filter(({ status }) => status === 404)
        assert.ok(missing.length > 3)
        await startTimer(variables)
      }
      ran.push(...(await runFolder(folder, variables)))
    }
    assert.ok(ran.length >= operations.size)
    assert.deepEqual(
      ran.filter(({ status, name }) => status >= 400 && !NEEDS_PERSON.test(name)),
      [],
    )
  })

  async function startTimer(variables: Variables): Promise<void> {
    const client = createClient({ baseUrl: server.url, token: variables.get('token') ?? '' })
    const socket = client.timers.connect()
    const timer = await socket.start({ allocated_duration: 1500, todo_id: variables.get('todo_id') ?? '' })
    variables.set('timer_id', timer.id).set('timer_schedule_id', timer.schedule_id ?? '')
    socket.close()
  }
})
