// Tests how the client replaces a token that a real server has rejected.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createClient, Unauthorized } from '@daymark/client'
import { startTestApp, type TestApp } from '../../server/test/support/app.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'

describe('a rejected token', () => {
  let server: TestApp
  let good: string
  before(async () => {
    server = await startTestApp(await openFreshSqlite())
    good = await server.issuer.token({ sub: 'ann' }, { now: server.clock.now() })
  })
  after(() => server.close())

  /** After each rejection, the token function returns the next token. */
  function clientWith(...tokens: (string | undefined)[]) {
    const sent: string[] = []
    const asked: (string | undefined)[] = []
    const client = createClient({
      baseUrl: 'http://daymark.test',
      token: refused => {
        asked.push(refused)
        return tokens[refused === undefined ? 0 : tokens.indexOf(refused) + 1]
      },
      fetch: (url, init) => {
        sent.push(`${init.method} ${new Headers(init.headers).get('authorization')}`)
        return server.fetch(url, init)
      },
    })
    return { client, sent, asked }
  }

  it('is replaced by the next one, for writes too, and the write runs once', async () => {
    const { client, sent, asked } = clientWith('stale', good)
    const body = { name: 'Work', color: '#112233' }
    const group = await client.tags.createGroup({ body })
    assert.deepEqual(
      (await client.tags.listGroups()).map(each => each.id),
      [group.id],
    )
    assert.deepEqual(sent.slice(0, 2), ['POST Bearer stale', `POST Bearer ${good}`])
    assert.deepEqual(asked.slice(0, 2), [undefined, 'stale'])
  })

  it('is an error if there is no other, or if the other is rejected too', async () => {
    const without = clientWith('stale')
    await assert.rejects(without.client.users.me(), Unauthorized)
    assert.equal(without.sent.length, 1)
    const worse = clientWith('stale', 'stale too', good)
    await assert.rejects(worse.client.users.me(), Unauthorized)
    assert.equal(worse.sent.length, 2)
    const same = createClient({ baseUrl: 'http://daymark.test', token: 'stale', fetch: server.fetch })
    await assert.rejects(same.users.me(), Unauthorized)
  })
})
