import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutboxEntry } from '@daymark/client'
import type { Schedule } from '@daymark/contract/planning/schedule'
import { schedulesWith } from '../overlay/schedules.ts'
import { shownEntries } from './shown-entries.ts'

const entry = (key: string, state: OutboxEntry['state'] = 'waiting', order = Number(key)) =>
  ({ key, state, order, kind: 'todo' }) as OutboxEntry

function open() {
  const late: (() => void)[] = []
  const refreshed: string[] = []
  const shown = shownEntries({
    refresh: async ({ key }) => refreshed.push(key),
    later: work => late.push(work),
  })
  const keys = () => shown.list().map(({ key }) => key)
  return { shown, late, refreshed, keys }
}

test('shows pending writes in order, but not refused ones', () => {
  const { shown, keys } = open()
  shown.update([entry('2'), entry('1'), entry('3', 'refused'), entry('4', 'blocked'), entry('5', 'sent')])
  assert.deepEqual(keys(), ['1', '2', '5'])
})

test('shows a completed write until its lists are reloaded', () => {
  const { shown, keys } = open()
  shown.update([entry('1', 'sent'), entry('2')])
  shown.update([entry('2')])
  assert.deepEqual(keys(), ['1', '2'])
  shown.drop('1')
  assert.deepEqual(keys(), ['2'])
})

test('reloads the lists if the change does not arrive, then drops the write', async () => {
  const { shown, late, refreshed, keys } = open()
  shown.update([entry('1', 'sending')])
  shown.update([])
  for (const work of late) work()
  await Promise.resolve()
  await Promise.resolve()
  assert.deepEqual(refreshed, ['1'])
  assert.deepEqual(keys(), [])
})

test('drops refused and discarded writes immediately', () => {
  const { shown, keys } = open()
  shown.update([entry('1', 'sending'), entry('2')])
  shown.update([entry('1', 'refused'), entry('2')])
  assert.deepEqual(keys(), ['2'])
  shown.discarded('2')
  shown.update([entry('1', 'refused')])
  assert.deepEqual(keys(), [])
  shown.update([])
  assert.deepEqual(keys(), [])
})

test('returns the same list until something changes', () => {
  const { shown } = open()
  let told = 0
  const stop = shown.subscribe(() => told++)
  shown.update([entry('1')])
  assert.equal(shown.list(), shown.list())
  stop()
  shown.update([])
  assert.equal(told, 1)
})

test('does not move entries a second time in lists that include the move, also without its change', () => {
  const { shown } = open()
  const body = { ids: ['a', 'b'], change: { shift_days: 1 } }
  const move = { ...entry('1', 'sending'), operation: 'POST /v1/schedules/bulk', kind: null, body, query: {} }
  const at = (id: string, day: string, version: number) =>
    ({ id, version, start_time: `${day}T09:00:00Z`, end_time: `${day}T10:00:00Z` }) as Schedule
  const days = (...list: Schedule[]) =>
    schedulesWith(list, shown.list()).map(({ start_time }) => start_time.slice(0, 10))
  shown.update([move])
  assert.deepEqual(days(at('a', '2026-11-18', 3), at('b', '2026-11-18', 5)), ['2026-11-19', '2026-11-19'])
  const items = [at('b', '2026-11-19', 8), at('a', '2026-11-19', 7)]
  shown.answered('1', { items, failed: [] })
  shown.update([])
  assert.deepEqual(days(...items), ['2026-11-19', '2026-11-19'])
  assert.deepEqual(days(at('a', '2026-11-18', 3)), ['2026-11-19'], 'a list that is older than the move')
})
