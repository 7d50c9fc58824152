import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { befriend, newPerson, type Person } from './person.ts'
import { openTarget, type Target } from './target.ts'

interface Hit {
  kind: string
  id: string
  title: string | null
  is_shared: boolean
}

describe('search', () => {
  let target: Target
  let me: Person
  let friend: Person
  let stranger: Person
  let group: string
  let tag: string
  const slot = { start_time: '2031-03-05T09:00:00Z', end_time: '2031-03-05T10:00:00Z' }
  before(async () => {
    target = await openTarget()
    me = await newPerson(target, 'search-person')
    friend = await newPerson(target, 'search-friend')
    stranger = await newPerson(target, 'search-stranger')
    await befriend(me, friend)
    group = await me.group()
    tag = await me.tag(group, 'wombat tag')
    const todo = (title: string, more = {}) => me.add('/v1/todos', { title, tag_group_id: group, ...more })
    await todo('Nothing here', { description: 'a wombat' })
    await todo('Iwombat')
    await todo('Wombat old', { tag_ids: [tag] })
    await todo('Wombat new', { status: 'DONE' })
    await me.add('/v1/schedules', { title: 'Café wombat', ...slot })
    await me.add('/v1/schedules', { title: '주간 회의', ...slot })
    await friend.add('/v1/schedules', { title: 'Friend wombat', ...slot, visibility: { level: 'friends' } })
    await friend.add('/v1/schedules', { title: 'Hidden wombat', ...slot })
    await stranger.add('/v1/schedules', { title: 'Public wombat', ...slot, visibility: { level: 'public' } })
  })
  after(() => target.stop())

  const ask = (query: string, person = me) => person.send<Hit[]>(`/v1/search?${encodeURI(query)}`)
  const titles = async (query: string) => (await ask(query)).body.map(({ title }) => title)

  it('case, accents and width do not matter', async () => {
    for (const q of ['CAFE wombat', 'café', 'ｃａｆｅ'])
      assert.deepEqual(await titles(`q=${q}`), ['Café wombat'])
  })

  it('substrings, and all words must match', async () => {
    assert.deepEqual(await titles('q=omba caf'), ['Café wombat'])
    assert.deepEqual(await titles('q=wombat zebra'), [])
  })

  it('Korean by syllable and by initial consonants', async () => {
    for (const q of ['회의', 'ㅎㅇ', 'ㅈㄱ 회의']) assert.deepEqual(await titles(`q=${q}`), ['주간 회의'])
  })

  it('titles before descriptions, prefix before inside, newer before older', async () => {
    assert.deepEqual(await titles('q=wombat&kinds=todo'), [
      'Wombat new',
      'Wombat old',
      'Iwombat',
      'Nothing here',
    ])
  })

  it('kinds selects what is found', async () => {
    assert.deepEqual(await titles('q=wombat&kinds=tag'), ['wombat tag'])
    const { body } = await ask('q=search-friend&kinds=person')
    assert.deepEqual(
      body.map(({ kind, id }) => [kind, id]),
      [['person', friend.id]],
    )
  })

  it('scope: mine and shared with me by default, strangers only with shared', async () => {
    const found = async (scope: string) => new Set(await titles(`q=wombat&kinds=schedule${scope}`))
    assert.deepEqual(await found(''), new Set(['Café wombat', 'Friend wombat']))
    assert.deepEqual(await found('&scope=mine'), new Set(['Café wombat']))
    assert.deepEqual(await found('&scope=shared'), new Set(['Friend wombat', 'Public wombat']))
  })

  it('an unknown tag finds nothing; tag, status and dates select', async () => {
    assert.deepEqual(await titles(`q=wombat&tag_ids=${group}`), [])
    assert.deepEqual(await titles(`q=wombat&tag_ids=${tag}`), ['Wombat old'])
    assert.deepEqual(await titles('q=wombat&status=done'), ['Wombat new'])
    assert.deepEqual(await titles('q=wombat&scope=mine&start_date=2031-03-05&end_date=2031-03-05'), [
      'Café wombat',
    ])
    assert.deepEqual(await titles('q=wombat&start_date=2031-03-06'), [])
  })

  it('limit and cursor', async () => {
    const seen: (string | null)[] = []
    for (let path = '/v1/search?q=wombat&kinds=todo&limit=3'; path; ) {
      const { body, headers } = await me.send<Hit[]>(path)
      seen.push(...body.map(({ title }) => title))
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
    }
    assert.deepEqual(seen, await titles('q=wombat&kinds=todo'))
  })

  it('a token needs the scope search:read', async () => {
    for (const [scope, status] of [
      ['search:read', 200],
      ['todos:read', 403],
    ] as const) {
      const { token } = await me.add<{ token: string }>('/v1/tokens', { name: scope, scopes: [scope] })
      assert.equal((await target.request('/v1/search?q=wombat', { token })).status, status, scope)
    }
  })

  it('422 for bad input', async () => {
    for (const query of ['', 'q=', 'q=x&kinds=pets', 'q=x&status=lost', 'q=x&limit=0', 'q=x&cursor=x'])
      assert.equal((await ask(query)).status, 422, query)
  })
})
