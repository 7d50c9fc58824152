// A person in black-box tests: a token, an id, and authenticated requests.
import assert from 'node:assert/strict'
import type { Answer, Fields, RequestOptions, Target } from './target.ts'

export interface Item extends Fields {
  id: string
  title: string
}

export interface Person {
  id: string
  friend_code: string
  token: string
  send<T = Item>(path: string, method?: string, body?: RequestOptions['body']): Promise<Answer<T>>
  /** Creates an item with POST, which must succeed, and returns it. */
  add<T = Item>(path: string, body: object): Promise<T>
  group(): Promise<string>
  tag(group_id: string, name: string): Promise<string>
}

export async function newPerson(
  target: Target,
  name: string,
  claims?: Record<string, unknown>,
): Promise<Person> {
  const token = await target.token(name, claims)
  const send: Person['send'] = (path, method = 'GET', body) => target.request(path, { method, token, body })
  const me = (await send<{ id: string; friend_code: string }>('/v1/users/me')).body
  const add: Person['add'] = async <T>(path: string, body: object) => {
    const answer = await send<T>(path, 'POST', body)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body
  }
  return {
    ...me,
    token,
    send,
    add,
    group: async () => (await add('/v1/tags/groups', { name: 'Group', color: '#112233' })).id,
    tag: async (group_id, name) => (await add('/v1/tags', { name, color: '#112233', group_id })).id,
  }
}

/** Returns the friendship's id. */
export async function befriend(a: Person, b: Person): Promise<string> {
  const { id } = await a.add('/v1/friends/requests', { friend_code: b.friend_code })
  assert.equal((await b.send(`/v1/friends/requests/${id}/accept`, 'POST')).status, 200)
  return id
}
