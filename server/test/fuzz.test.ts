// Random requests to all routes must never cause a 5xx, and every error must have a `detail`.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Route } from '@daymark/contract/route'
import { routes } from '@daymark/contract/routes'
import fc, { anyCharacters, runsOn } from '../../scripts/test/properties.ts'
import { startTestApp, type TestApp } from './support/app.ts'
import { openFreshSqlite } from './support/sqlite.ts'
import { openFreshPostgres } from './support/storages.ts'

const all = Object.values(routes).flatMap(group => Object.values<Route>(group))

const text = fc.oneof(
  anyCharacters,
  fc.constantFrom(
    '',
    '\u0000',
    '__proto__',
    '\ud800',
    '01a1dd40-93c2-7156-a99d-dae837885b29',
    '2026-01-15',
    '2026-01-15T00:00:00Z',
    '9'.repeat(400),
    '-1',
    'null',
    'true',
    '%00',
    "'; drop table users; --",
  ),
)

/** Generates values that nearly match a schema, and values that do not. */
function near(schema: unknown): fc.Arbitrary<unknown> {
  const {
    type,
    properties,
    items,
    anyOf,
    enum: options,
    'x-enum': choices,
  } = schema as Record<string, unknown>
  const nonsense = fc.oneof(
    { depthSize: 'small' },
    fc.jsonValue(),
    text,
    fc.double(),
    fc.constantFrom(null, {}, [], 1e308),
  )
  const usual = { weight: 4, arbitrary: likely() }
  return fc.oneof(usual, { weight: 1, arbitrary: nonsense })

  function likely(): fc.Arbitrary<unknown> {
    if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map(near))
    if (Array.isArray(options ?? choices)) return fc.constantFrom(...((options ?? choices) as unknown[]))
    if (type === 'object' && properties) {
      const entries = Object.entries(properties).map(([name, each]) => [name, near(each)] as const)
      return fc.record(Object.fromEntries(entries), { requiredKeys: [] })
    }
    if (type === 'array') return fc.array(near(items ?? {}), { maxLength: 4 })
    if (type === 'boolean') return fc.boolean()
    if (type === 'number' || type === 'integer') return fc.oneof(fc.integer(), fc.double())
    return text
  }
}

const requestTo = (route: Route) =>
  fc.record({
    route: fc.constant(route),
    params: route.params ? near(route.params) : fc.constant({}),
    query: near({
      ...route.query,
      type: 'object',
      properties: {
        ...(route.query as { properties?: object } | undefined)?.properties,
        timezone: { type: 'string' },
      },
    }),
    body: route.body ? near(route.body) : fc.constant(undefined),
  })

/** Uses JSON for objects, because objects without a prototype cannot be converted to a string. */
const part = (value: unknown): string =>
  encodeURIComponent((typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed())

function urlOf(route: Route, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => part(values[name] ?? 'x') || 'x')
  const pairs = query && typeof query === 'object' ? Object.entries(query) : []
  const search = pairs
    .flatMap(([name, value]) => [value].flat().map(each => `${part(name)}=${part(each)}`))
    .join('&')
  return `/v1${path}?${search}`
}

for (const [name, open] of [
  ['SQLite', openFreshSqlite],
  ['PostgreSQL', openFreshPostgres],
] as const) {
  describe(`random requests on ${name}`, () => {
    let server: TestApp
    let authorization: string
    before(async () => {
      server = await startTestApp(await open())
      authorization = `Bearer ${await server.issuer.token({ sub: 'ann' })}`
    })
    after(() => server.close())

    it('never break the server', async () => {
      await fc.assert(
        fc.asyncProperty(fc.oneof(...all.map(requestTo)), async ({ route, params, query, body }) => {
          const response = await server.fetch(urlOf(route, params, query), {
            method: route.method,
            headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
            ...(body !== undefined && { body: JSON.stringify(body) ?? '' }),
          })
          assert.ok(response.status < 500, `${route.method} ${route.path} answered ${response.status}`)
          if (response.status >= 400) {
            const { detail } = (await response.json()) as { detail?: unknown }
            assert.ok(typeof detail === 'string' && detail.length > 0)
          }
        }),
        { numRuns: runsOn(name.toLowerCase(), 2000) },
      )
    })
  })
}
