import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from './client.ts'
import { nextCursor } from './pages.ts'

test('the cursor of the next page', () => {
  assert.equal(nextCursor('</v1/todos?limit=2&cursor=a%2Bb>; rel="next"'), 'a+b')
  assert.equal(nextCursor(null), undefined)
  assert.equal(nextCursor('</v1/todos?cursor=a>; rel="prev"'), undefined)
})

test('all() follows the pages to the end and keeps the query', async () => {
  const asked: string[] = []
  const client = createClient({
    baseUrl: 'http://server.test',
    fetch: async url => {
      asked.push(url)
      const last = url.includes('cursor=two')
      const headers = last ? {} : { link: '</v1/friends/ids?cursor=two>; rel="next"' }
      return Response.json(last ? ['c'] : ['a', 'b'], { headers })
    },
  })
  assert.deepEqual(await client.friends.ids.all({ query: { limit: 2 } }), ['a', 'b', 'c'])
  assert.deepEqual(asked, [
    'http://server.test/v1/friends/ids?limit=2',
    'http://server.test/v1/friends/ids?limit=2&cursor=two',
  ])
})
