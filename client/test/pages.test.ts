import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Client } from '@daymark/client'
import { startTestApp, type TestApp } from '../../server/test/support/app.ts'
import { openFreshSqlite } from '../../server/test/support/sqlite.ts'

const NAMES = ['a', 'b', 'c', 'd', 'e']

describe('the iterators of lists', () => {
  let server: TestApp
  let client: Client
  before(async () => {
    server = await startTestApp(await openFreshSqlite())
    client = await server.as('reader')
    const { id } = await client.tags.createGroup({ body: { name: 'Group', color: '#112233' } })
    for (const name of NAMES) await client.tags.create({ body: { name, color: '#112233', group_id: id } })
  })
  after(() => server.close())

  it('pages() yields one page at a time', async () => {
    const sizes: number[] = []
    for await (const tags of client.tags.list.pages({ query: { limit: 2 } })) sizes.push(tags.length)
    assert.deepEqual(sizes, [2, 2, 1])
  })

  it('each() yields one item at a time', async () => {
    const names: string[] = []
    for await (const tag of client.tags.list.each({ query: { limit: 2 } })) names.push(tag.name)
    assert.deepEqual(names, NAMES)
  })

  it('all() returns everything at once', async () => {
    const tags = await client.tags.list.all({ query: { limit: 2 } })
    assert.deepEqual(
      tags.map(tag => tag.name),
      NAMES,
    )
  })

  it('requests a page only when it is read', async () => {
    const pages = client.tags.list.pages({ query: { limit: 2 } })
    for await (const [first] of pages) {
      assert.equal(first?.name, 'a')
      await client.tags.remove({ params: { tag_id: first?.id ?? '' } })
      break
    }
    assert.equal((await client.tags.list()).length, NAMES.length - 1)
  })

  it('an aborted signal stops the iteration', async () => {
    const stop = new AbortController()
    const read = async () => {
      for await (const _ of client.tags.list.each({ query: { limit: 2 }, signal: stop.signal })) stop.abort()
    }
    await assert.rejects(read(), { name: 'AbortError' })
  })
})
