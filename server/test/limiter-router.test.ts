// The limiter must parse paths like the router: a path variant that reaches a handler must match that handler's rule.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { readConfig } from '../src/config/config.ts'
import { normalizePath } from '../src/platform/limiter/path.ts'
import { httpServer } from '../src/protocols/rest/server.ts'

const app = await httpServer(readConfig({ LOG_LEVEL: 'silent' }), pino({ level: 'silent' }), {
  addressOf: () => 'unknown',
  hostProblem: () => undefined,
})
for (const path of ['/v1/todos', '/v1/todos/:id', '/v1/tags/groups']) app.get(path, async () => path)
app.setNotFoundHandler(async () => 'none')

before(() => app.listen({ host: '127.0.0.1', port: 0 }))
after(() => app.close())

/** `node:http` sends the target unchanged, whereas `inject` and `fetch` normalize it. */
async function handlerOf(path: string): Promise<string> {
  const { port } = app.server.address() as AddressInfo
  const sent = request({ host: '127.0.0.1', port, path, agent: false }).end()
  const [response] = await once(sent, 'response')
  return (await response.setEncoding('utf8').toArray()).join('')
}

const letters = ['t', '%74', 'T', '%54', '%2574', '%']
const slashes = ['/', '//', '%2F', '%2f', '/./', '/../', '\\', ';', '?', '#', '%3F', '%23']
const targets = [
  ...letters.flatMap(letter => [`/v1/${letter}odos`, `/api/v1/${letter}odos/1`]),
  ...slashes.flatMap(slash => [
    `/v1${slash}todos`,
    `/v1/todos${slash}1`,
    `${slash}v1/todos`,
    `/api${slash}v1/todos`,
  ]),
  ...['http://x', 'HTTP://x:1', 'https://u:p@x', 'ftp://x'].flatMap(host => [
    `${host}/v1/todos`,
    `${host}/%61pi/v1/todos/1?a`,
  ]),
  ...[
    'http://x?/v1/todos',
    '/v1/todos/',
    '/v1/tags/group%73',
    '/v1/tags%2Fgroups',
    '/v1/todos/a%2Fb',
    '/v1/todos/%zz',
    '/v1/todos/%C3%A4',
  ],
]

const patterns: [handler: string, form: RegExp][] = [
  ['/v1/todos', /^\/v1\/todos$/],
  ['/v1/todos/:id', /^\/v1\/todos\/[^/]*$/],
  ['/v1/tags/groups', /^\/v1\/tags\/groups$/],
]

for (const target of targets) {
  test(`${target} is read as the router reads it`, async () => {
    const handler = await handlerOf(target)
    const path = normalizePath(target)
    const read = patterns.find(([, form]) => form.test(path))?.[0]
    // The rule does not matter for a target that reaches no handler.
    if (handler.startsWith('/v1')) assert.equal(read, handler, path)
  })
}

test('the targets above are meaningful: some reach each handler, some none', async () => {
  const reached = new Set(await Promise.all(targets.map(handlerOf)))
  for (const [handler] of patterns) assert.ok(reached.has(handler), handler)
  assert.ok(reached.has('none'))
})
