import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Item, newPerson, type Person } from './person.ts'
import { openTarget, type Target } from './target.ts'

interface Operation {
  parameters?: { in: string; name: string }[]
  responses: { 200?: { content?: { 'application/json'?: { schema: { type?: string } } } } }
}

const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

describe('lists', () => {
  let target: Target
  let me: Person
  before(async () => {
    target = await openTarget()
    me = await newPerson(target, 'lists-person')
  })
  after(() => target.stop())

  async function lists(): Promise<{ path: string; parameters: string[] }[]> {
    const { body } = await target.request<{ paths: Record<string, { get?: Operation }> }>('/openapi.json')
    return Object.entries(body.paths).flatMap(([path, { get }]) =>
      get?.responses[200]?.content?.['application/json']?.schema.type === 'array'
        ? [{ path, parameters: (get.parameters ?? []).map(({ name }) => name) }]
        : [],
    )
  }

  async function walk(path: string, limit: number): Promise<string[]> {
    const found: string[] = []
    for (let next: string | undefined = `${path}?limit=${limit}`; next; ) {
      const answer: { body: Item[]; headers: Headers } = await me.send<Item[]>(next)
      assert.ok(answer.body.length <= limit)
      found.push(...answer.body.map(each => each.id))
      next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
    }
    return found
  }

  it('every list has limit and cursor', async () => {
    const all = await lists()
    assert.ok(all.length > 20, `${all.length} lists`)
    for (const { path, parameters } of all)
      assert.ok(parameters.includes('limit') && parameters.includes('cursor'), path)
  })

  it('a wrong limit or cursor is 422', async () => {
    let checked = 0
    const ranges = 'start_date=2026-05-04T00:00:00Z&end_date=2026-05-05T00:00:00Z&q=x'
    for (const { path } of await lists()) {
      if (path.includes('{') || (await me.send(`${path}?${ranges}`)).status !== 200) continue
      for (const query of ['limit=0', 'limit=501', 'limit=x', 'cursor=x'])
        assert.equal((await me.send(`${path}?${ranges}&${query}`)).status, 422, `${path}?${query}`)
      checked++
    }
    assert.ok(checked > 15, `${checked} lists`)
  })

  it('Link points to the next page', async () => {
    const tag_group_id = await me.group()
    const three = async (path: string, body: (at: number) => object) => {
      for (let at = 0; at < 3; at++) await me.add(path, body(at))
    }
    await three('/v1/todos', at => ({ title: `Todo ${at}`, tag_group_id }))
    await three('/v1/feeds', at => ({ name: `Feed ${at}` }))
    await three('/v1/webhooks', at => ({ url: `https://example.org/${at}`, kinds: ['todo'] }))
    await three('/v1/push/subscriptions', at => ({ endpoint: `https://example.org/${at}`, keys: KEYS }))
    for (const path of ['/v1/todos', '/v1/feeds', '/v1/webhooks', '/v1/push/subscriptions']) {
      const all = (await me.send<Item[]>(path)).body.map(each => each.id)
      assert.equal(all.length, 3, path)
      assert.deepEqual(await walk(path, 2), all, path)
      assert.deepEqual(await walk(path, 1), all, path)
    }
  })
})
