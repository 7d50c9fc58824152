import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  ApiError,
  type Client,
  Conflict,
  createClient,
  Forbidden,
  InvalidRequest,
  NetworkError,
  NotFound,
  Unauthorized,
} from '@daymark/client'
import { startTestApp, type TestApp } from '../../server/test/support/app.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'

const failure = (call: Promise<unknown>) =>
  call.then(
    () => assert.fail('It should have failed.'),
    (error: unknown) => error,
  )

describe('errors of the server', () => {
  let server: TestApp
  let ann: Client
  let bob: Client
  before(async () => {
    server = await startTestApp(await openFreshSqlite())
    ann = await server.as('ann')
    bob = await server.as('bob')
  })
  after(() => server.close())

  it('have their own classes', async () => {
    const group = await ann.tags.createGroup({ body: { name: 'Work', color: '#112233' } })
    const todo = await ann.todos.create({ body: { title: 'Mine', tag_group_id: group.id } })
    const tag = { name: 'a', color: '#112233', group_id: group.id }
    await ann.tags.create({ body: tag })
    const nobody = createClient({ baseUrl: 'http://daymark.test', fetch: server.fetch })
    const params = { todo_id: todo.id }
    const found = [
      [await failure(nobody.users.me()), Unauthorized, 401],
      [await failure(bob.todos.get({ params })), Forbidden, 403],
      [await failure(ann.timers.active()), NotFound, 404],
      [await failure(ann.tags.create({ body: tag })), Conflict, 409],
      [await failure(ann.tags.create({ body: { ...tag, color: 'red' } })), InvalidRequest, 422],
    ] as const
    for (const [error, Type, status] of found) {
      assert.ok(error instanceof Type && error instanceof ApiError, Type.name)
      assert.deepEqual([error.status, error.name], [status, Type.name])
      assert.ok(error.detail.endsWith('.') && error.message === error.detail && error.requestId)
    }
    const [, , , , [invalid]] = found
    assert.deepEqual((invalid as InvalidRequest).errors, [
      { path: 'color', message: 'must be a color in the form #RRGGBB' },
    ])
  })

  it('report an item that has changed since it was read', async () => {
    const group = await ann.tags.createGroup({ body: { name: 'Versions', color: '#112233' } })
    const rename = (name: string) =>
      ann.tags.updateGroup({ params: { group_id: group.id }, body: { name }, ifVersion: group.version })
    assert.equal((await rename('First')).name, 'First')
    const error = await failure(rename('Second'))
    assert.ok(error instanceof ApiError && error.status === 412)
  })

  it('report a missing parameter before sending anything', async () => {
    const params = { todo_id: '' }
    const error = await failure(ann.todos.get({ params }))
    assert.ok(error instanceof TypeError && /params\.todo_id is missing/.test(error.message))
  })
})

describe('errors without a response of the server', () => {
  it('say that the address of the server is missing or incomplete', () => {
    for (const baseUrl of [undefined, '', 'localhost:2614', 'ftp://daymark.test'])
      assert.throws(() => createClient({ baseUrl: baseUrl as string }), /with http:\/\/ or https:\/\//)
  })

  const answering = (fetch: () => Promise<Response>) =>
    createClient({ baseUrl: 'http://daymark.test/', fetch, retry: false })

  it('name the server that cannot be reached, and the cause', async () => {
    const cause = new TypeError('fetch failed')
    const error = await failure(answering(() => Promise.reject(cause)).users.me())
    assert.ok(error instanceof NetworkError)
    assert.equal(error.message, 'The server at http://daymark.test cannot be reached.')
    assert.equal(error.cause, cause)
  })

  it("treat a proxy's page as a network error", async () => {
    const page = (status: number) => async () => new Response('<html>', { status })
    assert.ok((await failure(answering(page(200)).users.me())) instanceof NetworkError)
    const gateway = await failure(answering(page(502)).users.me())
    assert.ok(gateway instanceof ApiError && gateway.status === 502)
    assert.equal(gateway.detail, 'The server returned 502.')
  })
})
