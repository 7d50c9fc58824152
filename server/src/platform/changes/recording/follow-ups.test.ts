// Tests that `mayHaveFollowUps` never returns false for a write with follow-up entries.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { runs } from '../../../../../scripts/test/properties.ts'
import type { Db } from '../../storage/unit-of-work.ts'
import { composeEntries } from './compose.ts'
import { followUps, mayHaveFollowUps } from './follow-ups.ts'
import type { NetRow } from './net-rows.ts'

const TODOS = ['first', 'second', 'third']

const todoRow = (id: string): NetRow => ({
  table: 'todos',
  key: { id, owner_id: 'ann', title: id },
  before: { title: 'a' },
  after: { title: 'b' },
  changed: ['title'],
})

const link = fc.constantFrom(null, ...TODOS)
const entryRow = fc
  .record({ id: fc.constantFrom('x', 'y'), key: link, before: link, after: link, all: fc.boolean() })
  .map(({ id, key, before, after, all }): NetRow => {
    const images = all
      ? { before: { source_todo_id: before }, after: { source_todo_id: after } }
      : { before: { title: 'a' }, after: { title: 'b' } }
    return {
      table: 'schedules',
      key: { id, owner_id: 'ann', source_todo_id: key },
      ...images,
      changed: Object.keys(images.after),
    }
  })

test('only writes without follow-up entries skip the search for them', async () => {
  // Never used, because `followUps` queries the database only for tags and for calendar entries without a changed row.
  // Neither occurs here.
  const db = {} as Db
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.constantFrom(...TODOS)),
      fc.uniqueArray(entryRow, { selector: ({ key }) => key['id'] }),
      async (todos, entries) => {
        const rows = [...todos.map(todoRow), ...entries]
        const drafts = await composeEntries(rows)
        const found = await followUps(db, rows, drafts)
        assert.equal(mayHaveFollowUps(rows, drafts) || found.length === 0, true)
      },
    ),
    { numRuns: runs(1_000) },
  )
})

test('most writes skip the search for follow-up entries', async () => {
  const row: NetRow = {
    table: 'schedules',
    key: { id: 'x', owner_id: 'ann', source_todo_id: 'first' },
    before: { title: 'a' },
    after: { title: 'b' },
    changed: ['title'],
  }
  const rows = [todoRow('first'), row]
  assert.equal(mayHaveFollowUps(rows, await composeEntries(rows)), false)
  assert.equal(mayHaveFollowUps([row], await composeEntries([row])), true)
})
