import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutboxEntry } from '@daymark/client'
import { occurrencesText, reasonText } from './reason.ts'
import { reasonTexts } from './reason-texts.ts'

const write = (operation: string, kind: string | null, query = {}) =>
  ({ operation, kind, query }) as unknown as OutboxEntry
const edit = write('PATCH /v1/todos/{todo_id}', 'todo')
const { en, ko } = reasonTexts

test('a reason says what happened to the item', () => {
  const missing = { status: 404, detail: 'Todo not found.' }
  assert.equal(reasonText(edit, missing, 'en'), en.gone)
  assert.equal(reasonText(edit, missing, 'ko'), ko.gone)
  const occurrence = { status: 404, detail: 'The series has no such occurrence.' }
  assert.equal(
    reasonText(write('PATCH /v1/schedules/{schedule_id}', 'schedule'), occurrence, 'en'),
    en.noOccurrence,
  )
  const request = write('POST /v1/friends/requests/{friendship_id}/accept', 'friend_request')
  assert.equal(
    reasonText(request, { status: 404, detail: 'Friend request not found.' }, 'en'),
    en.goneForever,
  )
  assert.equal(reasonText(edit, { status: 403, detail: 'Only the owner may do this.' }, 'en'), en.forbidden)
  assert.equal(reasonText(edit, { status: 412, detail: 'It changed.' }, 'en'), en.changed)
})

test('other errors, and those of new items, keep their sentence, in Korean if it is known', () => {
  const taken = { status: 409, detail: 'The group already has a tag with this name.' }
  assert.equal(reasonText(write('PATCH /v1/tags/{tag_id}', 'tag'), taken, 'en'), taken.detail)
  assert.equal(
    reasonText(write('PATCH /v1/tags/{tag_id}', 'tag'), taken, 'ko'),
    '그룹에 같은 이름의 태그가 이미 있습니다.',
  )
  const group = { status: 404, detail: 'Tag group not found.' }
  assert.equal(reasonText(write('POST /v1/todos', 'todo'), group, 'en'), group.detail)
})

test('a change of a series names the day and what else it applies to', () => {
  const of = (query: object) =>
    occurrencesText(write('PATCH /v1/schedules/{schedule_id}', 'schedule', query), 'en', start =>
      start.slice(0, 10),
    )
  const instance_start = '2026-05-13T08:00:00Z'
  assert.equal(of({ instance_start, apply_to: 'this' }), 'Only 2026-05-13')
  assert.equal(of({ instance_start, apply_to: 'following' }), '2026-05-13 and following')
  assert.equal(of({ instance_start, apply_to: 'all' }), 'Whole series, including 2026-05-13')
  assert.equal(of({}), undefined)
})
