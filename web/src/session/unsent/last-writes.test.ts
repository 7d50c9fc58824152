// What a closed page could not send is sent by the next one: by the same person, once, and not for ever.
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { ApiError, NetworkError } from '@daymark/client'
import { storage } from '../storage/browser-storage.ts'
import { beginSession, forgetSession } from '../storage/last-session.ts'
import { keepWrite, sendLastWrites } from './last-writes.ts'

const info = {
  version: '1',
  sign_in: 'embedded',
  issuer: '',
  client_id: null,
  signup: 'open',
  verifies_emails: false,
} as const
const remove = (id: string) => keepWrite(`http://localhost/v1/todos/${id}?x=1`, { method: 'DELETE' })

describe('the last writes of a page', () => {
  beforeEach(() => {
    storage.clear()
    forgetSession()
    beginSession(info, 'ann')
  })

  async function sent(account: string, answer: (path: string) => Promise<unknown> = async () => {}) {
    const paths: string[] = []
    const done = await sendLastWrites(account, ({ path }) => {
      paths.push(path)
      return answer(path)
    })
    return { paths, done }
  }

  it('are sent once, in order, by their own person', async () => {
    remove('a')
    remove('b')
    assert.deepEqual((await sent('bob')).paths, [])
    assert.deepEqual(await sent('ann'), { paths: ['/v1/todos/a?x=1', '/v1/todos/b?x=1'], done: 2 })
    assert.deepEqual((await sent('ann')).paths, [])
  })

  it('wait when the server cannot be reached, is busy or wants a sign-in', async () => {
    for (const error of [
      new NetworkError('gone'),
      new ApiError(503, {}),
      new ApiError(429, {}),
      new ApiError(401, {}),
    ]) {
      storage.removeItem('daymark.last-writes')
      remove('a')
      assert.equal((await sent('ann', () => Promise.reject(error))).done, 0)
      assert.equal((await sent('ann')).done, 1)
    }
  })

  it('are done when what they delete is gone already', async () => {
    remove('a')
    await sent('ann', () => Promise.reject(new ApiError(404, {})))
    assert.deepEqual((await sent('ann')).paths, [])
  })

  it('that the worker has delivered are not sent again', async () => {
    const delivered = new Set([`/delivered/${remove('a')}`])
    remove('b')
    const cache = { delete: async (path: string) => delivered.delete(path) }
    Object.defineProperty(globalThis, 'caches', { value: { open: async () => cache }, configurable: true })
    assert.deepEqual((await sent('ann')).paths, ['/v1/todos/b?x=1'])
    Reflect.deleteProperty(globalThis, 'caches')
  })

  it('other than deletes are not sent after a day', async t => {
    t.mock.timers.enable({ apis: ['Date'], now: 0 })
    remove('a')
    keepWrite('http://localhost/v1/meetings/m/availability', { method: 'PUT', body: '[]' })
    t.mock.timers.setTime(2 * 86_400_000)
    assert.deepEqual((await sent('ann')).paths, ['/v1/todos/a?x=1'])
  })
})
