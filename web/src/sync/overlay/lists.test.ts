import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutboxEntry } from '@daymark/client'
import type { TagGroup } from '@daymark/contract/planning/tags'
import type { Todo } from '@daymark/contract/planning/todos'
import { groupsWith, listWith } from './lists.ts'

let order = 0
const write = (kind: string, operation: string, id: string, body: unknown = undefined) =>
  ({
    ...{ key: `${++order}`, account: 'me', order, kind, id, params: {}, query: {}, body, operation },
    ...{ created_at: 0, server_at: null, state: 'waiting', attempts: 0, error: null },
  }) as OutboxEntry
const todo = (id: string) =>
  ({ id, title: id, tag_group_id: 'g', tags: [], parent_id: null }) as never as Todo
const inGroup = { accepts: (item: Todo) => item.tag_group_id === 'g' }

test('adds new items first, keeps changed ones in place, and removes deleted and moved ones', () => {
  const list = ['a', 'b', 'c', 'd'].map(todo)
  const entries = [
    write('todo', 'POST /v1/todos', 'n', { id: 'n', title: 'n', tag_group_id: 'g' }),
    write('todo', 'POST /v1/todos', 'm', { id: 'm', title: 'm', tag_group_id: 'other' }),
    write('todo', 'PATCH /v1/todos/{todo_id}', 'b', { title: 'B' }),
    write('todo', 'PATCH /v1/todos/{todo_id}', 'c', { tag_group_id: 'other' }),
    write('todo', 'DELETE /v1/todos/{todo_id}', 'd'),
  ]
  assert.equal(
    listWith('todo', list, entries, inGroup)
      .map(({ title }) => title)
      .join(),
    'n,a,B',
  )
  assert.equal(listWith('todo', list, [write('tag', 'DELETE /v1/tags/{tag_id}', 't')]), list)
})

test('shows a child below its new parent', () => {
  const entries = [
    write('todo', 'POST /v1/todos', 'p', { id: 'p', title: 'p', tag_group_id: 'g' }),
    write('todo', 'POST /v1/todos', 'k', { id: 'k', title: 'k', tag_group_id: 'g', parent_id: 'p' }),
  ]
  const child = listWith('todo', [], entries, inGroup).find(({ id }) => id === 'k')
  assert.equal(child?.parent_id, 'p')
})

test('sorts the tags of a group by name', () => {
  const groups = [{ id: 'g', name: 'Work', tags: [{ id: 't', name: 'deep', group_id: 'g' }] }] as TagGroup[]
  const entries = [
    write('tag_group', 'POST /v1/tags/groups', 'h', { id: 'h', name: 'Home', color: '#000000' }),
    write('tag', 'POST /v1/tags', 'u', { id: 'u', name: 'calls', color: '#000000', group_id: 'g' }),
    write('tag', 'POST /v1/tags', 'v', { id: 'v', name: 'garden', color: '#000000', group_id: 'h' }),
  ]
  assert.deepEqual(
    groupsWith(groups, entries).map(({ name, tags }) => [name, ...tags.map(tag => tag.name)]),
    [
      ['Home', 'garden'],
      ['Work', 'calls', 'deep'],
    ],
  )
  assert.equal(groupsWith(groups, []), groups)
})
