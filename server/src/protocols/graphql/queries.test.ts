import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Client } from '@daymark/client'
import { getIntrospectionQuery } from 'graphql'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { openFreshSqlite } from '../../../test/support/sqlite.ts'

let server: TestApp
let ann: Client
let authorization: string

before(async () => {
  server = await startTestApp(await openFreshSqlite())
  ann = await server.as('ann')
  authorization = `Bearer ${await server.issuer.token({ sub: 'ann', name: 'ann' })}`
})
after(() => server.close())

const json = { 'content-type': 'application/json' }
const post = (body: string, headers: Record<string, string> = {}) =>
  server.fetch('/v1/graphql', { method: 'POST', body, headers: { ...json, authorization, ...headers } })
const ask = (query: string, variables: object = {}) =>
  ann.calendar.query({ body: { query, variables: { ...variables } } })

async function refused(query: string, words: RegExp, variables: object = {}): Promise<void> {
  const { data, errors } = await ask(query, variables)
  assert.ok(errors && errors.length > 0, `${query} was not refused`)
  assert.match(errors.map(error => error.message).join(' '), words)
  assert.equal(data ?? null, null)
}

const days = (args: string) => `{ calendar(${args}) { days { date } } }`

test('errors of the query are part of an answer with status 200', async () => {
  await refused('{', /Syntax Error/)
  await refused('', /Syntax Error/)
  await refused('{ nothing }', /Cannot query field "nothing"/)
  await refused(days('startDate: "2026-05-01"'), /endDate/)
  await refused('query ($d: Date!) { calendar(startDate: $d, endDate: $d) { days { date } } }', /\$d/)
  const response = await post(JSON.stringify({ query: '{ nothing }' }))
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
})

test('dates, zones, scopes and ids are checked', async () => {
  const may = 'startDate: "2026-05-01", endDate: "2026-05-02"'
  await refused(days('startDate: "2026-02-30", endDate: "2026-05-02"'), /date/)
  await refused(days('startDate: 5, endDate: "2026-05-02"'), /date/)
  await refused(days('startDate: "2026-05-02", endDate: "2026-05-01"'), /endDate must not be before/)
  await refused(days('startDate: "2026-01-01", endDate: "2027-02-05"'), /400 days/)
  await refused(days(`${may}, timezone: "Mars/Base"`), /timezone/)
  await refused(days(`${may}, scope: EVERYTHING`), /Scope/)
  await refused(days(`${may}, tagFilter: { tagIds: ["x"] }`), /UUID/)
  const query =
    'query ($t: [UUID!]) { calendar(startDate: "2026-05-01", endDate: "2026-05-01", tagFilter: { tagIds: $t }) { days { date } } }'
  await refused(query, /UUID/, { t: ['x'] })
  const { data } = await ask(days('startDate: "2026-01-01", endDate: "2027-02-04", timezone: "utc"'))
  const calendar = data?.['calendar'] as { days: unknown[] } | undefined
  assert.equal(calendar?.days.length, 400)
})

test('depth, aliases, fields and size are limited', async () => {
  const range = 'startDate: "2026-05-01", endDate: "2026-05-01"'
  const deep = `{ __type(name: "Day") { ${'ofType { '.repeat(20)} name ${'} '.repeat(20)} } }`
  await refused(deep, /nested too deeply/)
  const aliases = Array.from({ length: 31 }, (_, at) => `a${at}: date`).join(' ')
  await refused(`{ calendar(${range}) { days { ${aliases} } } }`, /aliases/)
  const many = Array.from({ length: 11 }, (_, at) => `c${at}: calendar(${range}) { days { date } }`).join(' ')
  await refused(`{ ${many} }`, /more than 10 calendars/)
  await refused(`{ calendar(${range}) { days { ${'date '.repeat(401)} } } }`, /fields/)
  await refused(`{ calendar(${range}) { days { ${'date '.repeat(2001)} } } }`, /token/)
  await refused(`{ calendar(${range}) { days { date } } } #${' '.repeat(20_000)}`, /too long/)
})

test('nested fragments cannot blow up a query', async () => {
  const laughs = Array.from(
    { length: 30 },
    (_, at) => `fragment f${at} on Day { ...f${at + 1} ...f${at + 1} }`,
  ).join(' ')
  const query = `{ calendar(startDate: "2026-05-01", endDate: "2026-05-01") { days { ...f0 } } } ${laughs} fragment f30 on Day { date }`
  await refused(query, /fields/)
  await refused(
    '{ calendar(startDate: "2026-05-01", endDate: "2026-05-01") { days { ...f } } } fragment f on Day { date ...f }',
    /itself/,
  )
})

test('directives and several operations work as usual', async () => {
  const query = `query A($no: Boolean!) { calendar(startDate: "2026-05-01", endDate: "2026-05-01") {
      days { date events @skip(if: $no) { id } } } } query B { __typename }`
  const a = await ann.calendar.query({ body: { query, operationName: 'A', variables: { no: true } } })
  assert.deepEqual(a.data, { calendar: { days: [{ date: '2026-05-01' }] } })
  const b = await ann.calendar.query({ body: { query, operationName: 'B' } })
  assert.deepEqual(b.data, { __typename: 'Query' })
  for (const operationName of ['C', undefined]) {
    const none = await ann.calendar.query({ body: { query, ...(operationName && { operationName }) } })
    assert.match(none.errors?.[0]?.message ?? '', /operation/)
  }
})

test('more events than one answer allows are an error, not a truncated list', async () => {
  const body = {
    title: 'Dense',
    start_time: '1950-01-01T00:00Z',
    end_time: '1951-03-01T00:00Z',
    recurrence_rule: 'FREQ=HOURLY',
  }
  await ann.schedules.create({ body })
  await refused(
    days('startDate: "1951-02-27", endDate: "1951-02-28"'),
    /too many events in this range: a calendar has at most 10,000\./,
  )
})

test('the transport answers like REST', async () => {
  const query = JSON.stringify({ query: '{ __typename }' })
  const anonymous = await server.fetch('/v1/graphql', { method: 'POST', body: query, headers: json })
  assert.equal(anonymous.status, 401)
  assert.equal(anonymous.headers.get('www-authenticate'), 'Bearer')
  for (const body of ['{', '[]', '{}', '{"query":5}', '{"query":"{__typename}","variables":[]}']) {
    const response = await post(body)
    assert.equal(response.status, 422, body)
    assert.equal(typeof ((await response.json()) as { detail: unknown }).detail, 'string')
  }
  assert.equal((await post(query, { 'content-type': 'text/plain' })).status, 415)
  assert.equal((await post(JSON.stringify({ query: ' '.repeat(1_048_577) }))).status, 413)
  assert.equal((await post('{"query":"{__typename}","variables":null,"operationName":null}')).status, 200)
  const twin = await server.fetch('/api/v1/graphql', {
    method: 'POST',
    body: query,
    headers: { ...json, authorization },
  })
  assert.deepEqual(await twin.json(), { data: { __typename: 'Query' } })
})

test('a query ignores an idempotency key, even a malformed one', async () => {
  const body = JSON.stringify({ query: days('startDate: "1940-05-01", endDate: "1940-05-01"') })
  for (const key of ['the same query', 'the same query', 'x'.repeat(300)]) {
    const response = await post(body, { 'idempotency-key': key })
    assert.deepEqual([response.status, response.headers.get('idempotency-replayed')], [200, null])
  }
})

test('outside production, introspection and the playground are available', async () => {
  const { data, errors } = await ask(getIntrospectionQuery())
  assert.equal(errors, undefined)
  assert.ok(JSON.stringify(data).includes('TagFilterInput'))
  const page = await server.fetch('/v1/graphql', { headers: { accept: 'text/html' } })
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  const policy = page.headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'.*script-src 'sha256-[^']+'.*connect-src 'self'/)
  assert.doesNotMatch(policy, /unsafe/)
  assert.doesNotMatch(await page.text(), /https?:|src=|href=/)
})

test('in production, neither is available', async () => {
  const live = await startTestApp(await openFreshSqlite(), { NODE_ENV: 'production' })
  try {
    const bob = await live.as('bob')
    const { errors } = await bob.calendar.query({ body: { query: '{ __schema { types { name } } }' } })
    assert.match(errors?.[0]?.message ?? '', /introspection/i)
    assert.deepEqual((await bob.calendar.query({ body: { query: '{ __typename }' } })).data, {
      __typename: 'Query',
    })
    const page = await live.fetch('/v1/graphql', { headers: { accept: 'text/html' } })
    assert.equal(page.status, 405)
    assert.equal(page.headers.get('allow'), 'POST')
  } finally {
    await live.close()
  }
})
