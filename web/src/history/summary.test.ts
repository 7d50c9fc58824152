import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HistoryEntry, HistoryItem } from '@daymark/contract/history'
import { summaryText } from './summary.ts'
import { historyTextsEn } from './texts-en.ts'
import { historyTextsKo } from './texts-ko.ts'

const entry = (part: Partial<HistoryEntry>): HistoryEntry => ({
  kind: 'todo',
  id: '1',
  action: 'updated',
  title: '보고서',
  changed: {},
  ...part,
})
const item = (entries: HistoryEntry[], via: HistoryItem['via'] = 'web'): HistoryItem => ({
  batch_id: '1',
  at: '2026-11-15T10:00:00Z',
  via,
  token_name: null,
  summary: 'Completed the report',
  entries,
  undoable: true,
  undone_by: null,
})
const korean = (...of: Parameters<typeof item>) => summaryText(item(...of), 'ko', historyTextsKo)

test('English uses the summary of the server', () => {
  assert.equal(summaryText(item([]), 'en', historyTextsEn), 'Completed the report')
})

test('Korean is composed here', () => {
  assert.equal(
    korean([entry({ changed: { status: { before: 'SCHEDULED', after: 'DONE' } } })]),
    '“보고서” 완료',
  )
  assert.equal(korean([entry({ action: 'deleted' }), entry({ kind: 'timer' })]), '“보고서” 삭제 외 1개')
  assert.equal(korean([entry({ action: 'created', title: null })], 'undo'), '실행 취소로 할 일 복원')
  const reset = { title: { before: '긴 회의', after: null } }
  assert.equal(korean([entry({ kind: 'schedule', changed: reset })]), '“보고서” 변경')
  const corrected = { corrected_at: { before: null, after: '2026-11-15T10:00:00Z' } }
  assert.equal(korean([entry({ kind: 'timer', changed: corrected })]), '“보고서” 시간 수정')
  const skipped = { occurrence_deleted: { before: null, after: true } }
  const kept = { occurrence_deleted: { before: true, after: null } }
  assert.equal(korean([entry({ kind: 'schedule', changed: skipped })]), '“보고서” 개별 일정 삭제')
  assert.equal(korean([entry({ kind: 'schedule', changed: kept })]), '“보고서” 개별 일정 복원')
  const gone = entry({ kind: 'schedule', action: 'deleted' })
  const cleared = { deadline_date: { before: '2026-11-20', after: null } }
  assert.equal(korean([entry({ changed: cleared }), gone]), '“보고서” 마감 삭제 외 1개')
  const dated = {
    deadline: { before: '2026-11-20T10:00:00Z', after: null },
    deadline_date: { before: null, after: '2026-11-20' },
  }
  assert.equal(korean([entry({ changed: dated })]), '“보고서” 마감일 변경')
  const timed = { deadline: { before: null, after: '2026-11-20T10:00:00Z' } }
  assert.equal(korean([entry({ changed: timed })]), '“보고서” 시간 변경')
  const person = (kind: HistoryEntry['kind'], action: HistoryEntry['action']) =>
    entry({ kind, action, title: null })
  assert.equal(korean([person('friend_request', 'deleted'), person('friend', 'created')]), '친구 추가')
  assert.equal(korean([person('friend', 'deleted'), person('block', 'created')]), '사용자 차단')
  const status = (before: string | null, after: string, part: Partial<HistoryEntry> = {}) =>
    entry({ kind: 'timer', changed: { status: { before, after } }, ...part })
  const created = { action: 'created' } as const
  assert.equal(korean([status(null, 'RUNNING', created)]), '“보고서” 타이머 시작')
  assert.equal(korean([status(null, 'RUNNING', { ...created, title: null })]), '타이머 시작')
  assert.equal(korean([status(null, 'COMPLETED', created)]), '“보고서” 추가')
  assert.equal(korean([status(null, 'RUNNING', created)], 'undo'), '실행 취소로 “보고서” 복원')
  assert.equal(korean([status('RUNNING', 'PAUSED')]), '“보고서” 타이머 일시정지')
  assert.equal(korean([status('PAUSED', 'RUNNING')]), '“보고서” 타이머 재개')
  assert.equal(korean([status('PAUSED', 'COMPLETED')]), '“보고서” 타이머 종료')
  const second = status(null, 'RUNNING', { ...created, id: '2' })
  assert.equal(korean([second, entry({ kind: 'timer', changed: corrected })]), '“보고서” 나누기')
  assert.equal(
    korean([entry({ kind: 'focus', ...created, title: null }), second]),
    '집중 시작 외 1개',
    'the run was started, and its timer with it',
  )
  const renamed = { title: { before: '가', after: '나' } }
  assert.equal(korean([entry({ changed: renamed })]), '“가” → “나” 이름 변경')
  const occurrence = (before: string | null) =>
    korean([entry({ kind: 'schedule', changed: { occurrence_title: { before, after: '나' } } })])
  assert.equal(occurrence('가'), '“가” → “나” 이름 변경')
  assert.equal(occurrence(null), '“보고서” 개별 일정 변경')
})
