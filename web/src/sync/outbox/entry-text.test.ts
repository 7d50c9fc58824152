import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutboxEntry } from '@daymark/client'
import { effectOf } from '@daymark/client/outbox/entry'
import { routes } from '@daymark/contract/routes'
import { chosenValues, entryTitle, typedTexts } from './entry-text.ts'
import { titleTextsEn } from './title-texts-en.ts'
import { titleTextsKo } from './title-texts-ko.ts'

const title = (operation: string, t = titleTextsEn) =>
  entryTitle({ operation, kind: effectOf(operation)?.kind ?? null } as OutboxEntry, t)

test('writes of an item are named by method and kind', () => {
  assert.equal(title('POST /v1/todos'), 'Add todo')
  assert.equal(title('PATCH /v1/todos/{todo_id}'), 'Edit todo')
  assert.equal(title('DELETE /v1/schedules/{schedule_id}'), 'Delete calendar entry')
  assert.equal(title('timer.pause'), 'Pause timer')
  assert.equal(title('PATCH /v1/todos/{todo_id}', titleTextsKo), '할 일 수정')
})

test('other operations are named by what they do, not by their method', () => {
  const REQUEST = '/v1/friends/requests/{friendship_id}'
  const titles = {
    'POST /v1/friends/requests': 'Send friend request',
    [`POST ${REQUEST}/accept`]: 'Accept friend request',
    [`POST ${REQUEST}/reject`]: 'Decline friend request',
    [`DELETE ${REQUEST}`]: 'Cancel friend request',
    'DELETE /v1/friends/{friendship_id}': 'Remove friend',
    'POST /v1/friends/block/{user_id}': 'Block person',
    'DELETE /v1/friends/block/{user_id}': 'Unblock person',
    'POST /v1/timers/{timer_id}/trim': 'Stop timer earlier',
    'POST /v1/timers/{timer_id}/split': 'Split timer',
    'PUT /v1/timers/{timer_id}/segments': 'Correct time',
    'POST /v1/timers/records': 'Add time',
    'POST /v1/meetings/{meeting_id}/participate': 'Join poll or change name',
    'DELETE /v1/meetings/{meeting_id}/participate': 'Leave poll',
    'PUT /v1/meetings/{meeting_id}/availability': 'Mark free times in poll',
    'POST /v1/meetings/{meeting_id}/confirm': 'Confirm poll time',
    'POST /v1/meetings/{meeting_id}/schedule': 'Add poll time to calendar',
    'PUT /v1/visibility/{resource_type}/{resource_id}': 'Change sharing',
    'DELETE /v1/visibility/{resource_type}/{resource_id}': 'Stop sharing',
    'POST /v1/history/{batch_id}/undo': 'Undo or redo change',
    'POST /v1/trash/{batch_id}/restore': 'Restore from trash',
    'DELETE /v1/trash/{batch_id}': 'Delete forever',
    'DELETE /v1/trash': 'Empty trash',
    'POST /v1/users/me/friend_code': 'Replace friend code',
  }
  assert.deepEqual(Object.fromEntries(Object.keys(titles).map(each => [each, title(each)])), titles)
  assert.equal(title('PUT /v1/unknown'), 'Other change')
})

test('a write shows its texts, and its dates and choices, but no ids', () => {
  const edit = {
    kind: 'todo',
    body: { title: 'Dig', status: 'DONE', deadline: null, tag_group_id: 'home', position: 'a0' },
  } as OutboxEntry
  assert.deepEqual(typedTexts(edit), ['Dig'])
  assert.deepEqual(chosenValues(edit), {
    status: { before: null, after: 'DONE' },
    deadline: { before: null, after: null },
  })
  const many = { kind: null, body: { ids: ['a', 'b'], change: { priority: 3 } } } as unknown as OutboxEntry
  assert.deepEqual(chosenValues(many), { priority: { before: null, after: 3 } })
  const preferences = { kind: 'preferences', body: { week_start: 6 } } as OutboxEntry
  assert.deepEqual(chosenValues(preferences), { week_start: { before: null, after: 6 } })
  assert.deepEqual(chosenValues({ kind: 'todo', body: undefined } as OutboxEntry), {})
})

const writes = Object.values(routes)
  .flatMap(group => Object.values(group))
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path }) => `${method} /v1${path}`)

test('every write of the API has a title in both languages', () => {
  /** Operations that the web app never adds to the outbox. */
  const online =
    /^(POST|PUT|PATCH|DELETE) \/v1\/(graphql|quick_add|notifications\/test|meetings\/\{meeting_id\}\/(link|guests|remind)\b.*|(polls|tokens|account|push|webhooks|feeds|subscriptions|focus|import|jobs|admin)\b.*)$/
  for (const t of [titleTextsEn, titleTextsKo])
    assert.deepEqual(
      writes.filter(operation => title(operation, t) === t.otherChange && !online.test(operation)),
      [],
    )
})

test('every title belongs to a timer command or an operation of the API', () => {
  const known = new Set(writes)
  for (const { operations } of [titleTextsEn, titleTextsKo])
    for (const operation of Object.keys(operations))
      assert.ok(operation.startsWith('timer.') || known.has(operation), operation)
})
