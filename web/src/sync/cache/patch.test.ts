import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveChange } from '@daymark/client'
import { patched, staysInPlace } from './patch.ts'

const change = (part: Partial<LiveChange>) =>
  ({ kind: 'todo', id: 'a', action: 'updated', resource: null, seq: 5, ...part }) as LiveChange
const todo = (id: string, title: string, more: object = {}) => ({
  ...{ id, title, version: 1, tags: [], include_reason: 'ANCESTOR' },
  ...more,
})

test('replaces the resource and keeps the other objects identical', () => {
  const list = [todo('a', 'old'), todo('b', 'other')]
  const resource = { ...todo('a', 'new', { version: 5 }), include_reason: 'MATCH' }
  const after = patched(list, change({ resource: resource as never })) as typeof list
  assert.equal(after[0]?.title, 'new')
  assert.equal(after[0]?.include_reason, 'ANCESTOR', 'why it is in the list is known by the list alone')
  assert.equal(after[1], list[1])
})

test('removes a deleted resource; a list without it stays identical', () => {
  const list = [todo('a', 'old'), todo('b', 'other')]
  assert.deepEqual(patched(list, change({ action: 'deleted' })), [list[1]])
  const others = [todo('b', 'other')]
  assert.equal(patched(others, change({ action: 'deleted' })), others)
  assert.equal(patched(undefined, change({})), undefined)
})

test('does not replace newer data or occurrences', () => {
  const newer = [todo('a', 'newer', { version: 9 })]
  assert.equal(patched(newer, change({ resource: todo('a', 'older') as never })), newer)
  const occurrence = [{ id: 'a', instance_start: '2026-05-01T09:00:00Z', title: 'one' }]
  const series = change({ kind: 'schedule', resource: { id: 'a', title: 'series' } as never })
  assert.equal(patched(occurrence, series), occurrence)
})

test('title, status and parent are patched in place; tags, groups and deadlines are not', () => {
  const before = todo('a', 'old', { status: 'UNSCHEDULED', deadline: null })
  const to = (more: object) => change({ resource: { ...before, version: 5, ...more } as never })
  assert.equal(staysInPlace(before, to({ title: 'new', status: 'DONE', parent_id: 'b' })), true)
  assert.equal(staysInPlace(before, to({ deadline: '2026-05-01T09:00:00Z' })), false)
  assert.equal(staysInPlace(before, to({ tags: [{ id: 't' }] })), false)
  assert.equal(staysInPlace(undefined, to({ title: 'new' })), false)
})
