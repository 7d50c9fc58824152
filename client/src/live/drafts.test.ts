import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asRead, draftOf } from './drafts.ts'

const tag = () => undefined
const DATE = '2026-11-20'
const TIME = '2026-11-20T09:00:00Z'

test('a deadline that is a date is predicted in deadline_date', () => {
  const todo = draftOf('todo', { title: 'T', deadline: DATE }, { account: 'ann', at: 0, tag })
  assert.deepEqual([todo?.deadline, todo?.deadline_date], [null, DATE])
  const timed = draftOf('todo', { title: 'T', deadline: TIME }, { account: 'ann', at: 0, tag })
  assert.deepEqual([timed?.deadline, timed?.deadline_date], [TIME, null])
  const plain = draftOf('todo', { title: 'T' }, { account: 'ann', at: 0, tag })
  assert.deepEqual([plain?.deadline, plain?.deadline_date], [null, null])
})

test('a change of the deadline replaces the other kind; null clears both', () => {
  const read = (body: object) => asRead({ ...body }, { tag })
  assert.deepEqual(read({ deadline: DATE }), { deadline: null, deadline_date: DATE })
  assert.deepEqual(read({ deadline_date: DATE }), { deadline: null, deadline_date: DATE })
  assert.deepEqual(read({ deadline: null, deadline_date: DATE }), { deadline: null, deadline_date: DATE })
  assert.deepEqual(read({ deadline: TIME }), { deadline: TIME, deadline_date: null })
  assert.deepEqual(read({ deadline: null }), { deadline: null, deadline_date: null })
  assert.deepEqual(read({ deadline_date: null }), { deadline_date: null })
  assert.deepEqual(read({ title: 'T' }), { title: 'T' })
})
