import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { openApiDocument } from '@daymark/contract/documents/openapi'
import { recordedOf } from '@daymark/contract/documents/recorded'
import { Job } from '@daymark/contract/jobs'
import { errorsOf, fullPath, type Route, sharedCodesOf } from '@daymark/contract/route'
import { readQuery, writeQuery } from '@daymark/contract/validation/query'
import { checker } from '@daymark/contract/validation/validate'
import { ErrorBody } from '@daymark/contract/words'
import { operations } from './ask.ts'

interface Answer {
  description: string
  headers: Record<string, { $ref: string }>
  content: { 'application/json': { schema: object; example: unknown } }
}
interface Operation {
  operationId: string
  summary: string
  description: string
  parameters: { name: string; description?: string }[]
  requestBody?: { content: { 'application/json': { example: unknown } } }
  responses: Record<string, Answer | { $ref: string }>
}
type Json = Record<string, unknown>
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { headers: object; responses: Record<string, Answer>; schemas: Record<string, object> }
}

const document = JSON.parse(JSON.stringify(openApiDocument('0'))) as Document
const LIMITS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

const answerOf = (answer: Operation['responses'][string] | undefined): Answer | undefined =>
  answer && '$ref' in answer ? document.components.responses[answer.$ref.split('/').at(-1) ?? ''] : answer

const accepts = (schema: Parameters<typeof checker>[0], value: unknown, what: string) => {
  const outcome = checker(schema)(value)
  assert.ok(outcome.ok, `${what}: ${JSON.stringify(outcome)}`)
}

describe('every operation of the reference', () => {
  for (const [name, route] of operations) {
    it(`${name} is complete`, () => {
      const operation = document.paths[fullPath(route)]?.[route.method.toLowerCase()]
      assert.ok(operation, 'it is in the document')
      assert.equal(operation.operationId, name)
      assert.ok(operation.summary.length > 9 && !operation.summary.endsWith('.'), 'a summary')
      assert.match(operation.description, /^[A-Z`].{20,}/s, 'a description')
      for (const parameter of operation.parameters) assert.ok(parameter.description, parameter.name)
      checkRequest(name, route, operation)
      checkAnswers(route, operation)
    })
  }
})

function checkRequest(name: string, route: Route, operation: Operation): void {
  const { params, query, body } = recordedOf(name).request
  if (route.params) accepts(route.params, params, 'params')
  if (route.query) {
    const search = new URLSearchParams(writeQuery(query ?? {}))
    accepts(route.query, readQuery(route.query, search), 'query')
  }
  if (!route.body) return
  assert.deepEqual(operation.requestBody?.content['application/json'].example, body)
  accepts(route.body, body, 'body')
}

function checkAnswers(route: Route, operation: Operation): void {
  const successes = [route.status ?? 200, route.otherwise?.status ?? [], route.staged ? 202 : []]
    .flat()
    .map(String)
  const codes = [...errorsOf(route), ...sharedCodesOf(route)].map(String)
  assert.deepEqual(Object.keys(operation.responses).sort(), [...successes, ...codes].sort())
  for (const [code, reference] of Object.entries(operation.responses)) {
    const answer = answerOf(reference)
    assert.ok(answer?.description, code)
    if (code === '304') continue
    const isSuccess = successes.includes(code)
    if (isSuccess && route.file) assert.ok(route.file in answer.content, `${code} is a file`)
    else {
      const { example } = answer.content['application/json']
      assert.notEqual(example, undefined, `${code} has an example`)
      const isJob = route.staged && code === '202'
      accepts(isJob ? Job : isSuccess ? route.response : ErrorBody, example, code)
    }
    const headers = Object.keys(answer.headers)
    if (route.prefix !== '') for (const name of LIMITS) assert.ok(headers.includes(name), `${code} ${name}`)
    assert.ok(headers.includes('X-Request-Id'), code)
    if (code === '429') assert.ok(headers.includes('Retry-After'))
    if (code === '401') assert.ok(headers.includes('WWW-Authenticate'))
    if (route.list && successes.includes(code)) assert.ok(headers.includes('Link'))
    for (const { $ref } of Object.values(answer.headers))
      assert.ok(($ref.split('/').at(-1) ?? '') in document.components.headers, $ref)
  }
}

test('unchanged answers and quotas are described where they occur', () => {
  const codes = (method: string, path: string) =>
    Object.keys(document.paths[path]?.[method]?.responses ?? {}).filter(code => /304|409/.test(code))
  assert.deepEqual(codes('get', '/v1/todos'), ['304'])
  assert.deepEqual(codes('get', '/v1/todos/{todo_id}'), ['304'])
  assert.deepEqual(codes('get', '/v1/users/me/preferences'), ['304'])
  assert.deepEqual(codes('get', '/v1/focus'), [])
  assert.deepEqual(codes('get', '/v1/holidays'), [])
  assert.deepEqual(codes('patch', '/v1/todos/{todo_id}'), ['409'])
  assert.deepEqual(codes('post', '/v1/schedules/bulk'), ['409'])
  assert.deepEqual(codes('delete', '/v1/todos/{todo_id}'), [])
})

test('every field of every schema has a description', () => {
  const silent: string[] = []
  const walk = (value: unknown, where: string): void => {
    if (!value || typeof value !== 'object') return
    const { properties } = value as { properties?: Record<string, { description?: string }> }
    for (const [name, field] of Object.entries(properties ?? {})) {
      if (!field.description) silent.push(`${where}.${name}`)
    }
    for (const each of Object.values(value)) walk(each, where)
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) walk(schema, name)
  assert.ok(Object.keys(document.components.schemas).length > 40)
  assert.deepEqual(silent, [])
})

test('a field that can be null has the description of its value, not the default of its name', () => {
  const descriptionOf = (...path: string[]) => {
    const steps = path.flatMap(name => ['properties', name])
    const field = steps
      .slice(1)
      .reduce<unknown>((at, step) => (at as Json)[step], document.components.schemas)
    return (field as { description?: string }).description ?? ''
  }
  assert.match(descriptionOf('WebhookCreate', 'kinds'), /^The kinds of items whose changes are sent/)
  assert.match(descriptionOf('Usage', 'todos', 'limit'), /^The highest amount allowed/)
  assert.match(descriptionOf('Notification', 'at'), /^The deadline or the start/)
})

test('every $ref resolves', () => {
  const lost = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)]
    .filter(([, room = '', name = '']) => {
      const components = document.components as unknown as Record<string, object>
      return !(name in (components[room] ?? {}))
    })
    .map(([reference]) => reference)
  assert.deepEqual(lost, [])
})
