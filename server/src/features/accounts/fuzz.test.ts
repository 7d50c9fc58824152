import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { accountRoutes } from '@daymark/contract/accounts/accounts'
import { fullPath, type Route } from '@daymark/contract/route'
import fc, { anyCharacters, runsOn } from '../../../../scripts/test/properties.ts'
import { type EmbeddedApp, startEmbedded } from '../../../test/support/accounts.ts'
import { forEachStorage } from '../../../test/support/storages.ts'

const text = fc.oneof(
  anyCharacters,
  fc.constantFrom(
    '',
    '\u0000',
    '__proto__',
    '\ud800',
    'a@b.co',
    'ä@ö.de',
    'x'.repeat(600),
    "'; drop table accounts; --",
    'cookie',
  ),
)
const value = fc.oneof(text, fc.jsonValue(), fc.constant(undefined))
const fields = ['email', 'password', 'name', 'refresh', 'refresh_token', 'current_password', 'new_password']
const body = fc.oneof(
  fc.record(Object.fromEntries(fields.map(field => [field, value])), { requiredKeys: [] }),
  fc.jsonValue(),
)
const header = fc.string({ unit: 'grapheme-ascii', maxLength: 300 })
const requests = fc.record({
  route: fc.constantFrom(...Object.values<Route>(accountRoutes)),
  body,
  id: text,
  signedIn: fc.boolean(),
  headers: fc.record({ cookie: header, origin: header, 'user-agent': header }, { requiredKeys: [] }),
})

forEachStorage('random requests to the accounts', (open, name) => {
  let server: EmbeddedApp
  let authorization: string
  before(async () => {
    server = await startEmbedded(await open())
    authorization = `Bearer ${(await server.join()).access_token}`
  })
  after(() => server.close())

  it('never break the server', async () => {
    await fc.assert(
      fc.asyncProperty(requests, async ({ route, body, id, signedIn, headers }) => {
        const path = fullPath(route).replace(/\{\w+\}/, encodeURIComponent(id.toWellFormed()) || 'x')
        const response = await server.fetch(path, {
          method: route.method,
          headers: { ...headers, ...(signedIn && { authorization }), 'content-type': 'application/json' },
          ...(route.method !== 'GET' && { body: JSON.stringify(body) ?? '' }),
        })
        assert.ok(response.status < 500, `${route.method} ${path} answered ${response.status}`)
        if (response.status < 400) return
        const { detail } = (await response.json()) as { detail?: unknown }
        assert.ok(typeof detail === 'string' && detail.length > 0)
      }),
      { numRuns: runsOn(name, 1_200) },
    )
  })
})
