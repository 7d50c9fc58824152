import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { errorsOf, type Route } from '@daymark/contract/route'
import { startTestApp, type TestApp } from '../../server/test/support/app.ts'
import { openReferenceServer, type ReferenceServer } from '../../server/test/support/reference-server.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'
import { type Asked, ask, operations } from './ask.ts'

const all = [...operations]
/** This many requests exceed every limit. */
const MANY = 3_010
const ID = '01a1dd40-93c2-7156-a99d-000000000001'

type Fetch = ReferenceServer['fetch']

/** Uses arbitrary path values, because 429 and 503 occur before validation. */
const send = (fetch: Fetch, name: string, route: Route, token?: string): Promise<Asked> =>
  ask(
    fetch,
    {
      route: name,
      params: Object.fromEntries(Object.keys(route.params?.properties ?? {}).map(key => [key, ID])),
      ...(route.body && { body: {} }),
      token,
    },
    {},
  )

describe('a limit that is used up', () => {
  let server: ReferenceServer
  before(async () => {
    server = await openReferenceServer({ RATE_LIMIT_ENABLED: 'true' })
  })
  after(() => server.close())

  for (const [name, route] of all) {
    it(`${name} answers 429 as documented`, async () => {
      const until = async (): Promise<Asked> => {
        let answer = await send(server.fetch, name, route)
        for (let count = 0; count < MANY && answer.status !== 429; count++)
          answer = await send(server.fetch, name, route)
        return answer
      }
      const { status, body, headers } = await until()
      assert.ok(errorsOf(route).includes(429))
      assert.equal(status, 429)
      const seconds = Number(headers.get('retry-after'))
      assert.deepEqual(body, {
        detail: `Too many requests. Try again in ${seconds} s.`,
        retry_after: seconds,
      })
      assert.ok(headers.get('x-request-id'))
      const limits = ['limit', 'reset', 'remaining'].map(each => headers.get(`x-ratelimit-${each}`))
      if (route.prefix === '') return assert.deepEqual(limits, [null, null, null], 'not announced')
      assert.ok(limits.every(each => each !== null))
      assert.equal(headers.get('x-ratelimit-remaining'), '0')
    })
  }
})

describe('an issuer that cannot be reached', () => {
  let server: TestApp
  let token: string
  before(async () => {
    server = await startTestApp(await openFreshSqlite())
    token = await server.issuer.token({ sub: 'ann' })
    server.issuer.setDown(true)
  })
  after(() => server.close())

  // Excludes routes that need the database but no token, because they do not contact the issuer.
  const asking = (route: Route) => route.prefix === undefined && (route.auth !== 'none' || route.standsAlone)
  for (const [name, route] of all.filter(([, route]) => asking(route))) {
    it(`${name} ${errorsOf(route).includes(503) ? 'answers 503 as documented' : 'works'}`, async () => {
      const { status, body, headers } = await send(server.fetch, name, route, token)
      if (!errorsOf(route).includes(503)) return assert.notEqual(status, 503)
      assert.equal(status, 503)
      assert.equal(typeof (body as { detail: string }).detail, 'string')
      assert.ok(headers.get('retry-after'))
    })
  }
})
