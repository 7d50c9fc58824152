import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingsTextsKo } from '../texts-ko.ts'
import { isCovered, scopeNames, tidyScopes } from './token-scopes.ts'

test('a scope for everything covers all areas', () => {
  assert.deepEqual(tidyScopes(new Set(['read', 'todos:read', 'todos:write'] as const)), [
    'read',
    'todos:write',
  ])
  assert.ok(isCovered('todos:read', new Set(['read'] as const)))
  assert.ok(!isCovered('todos:write', new Set(['read'] as const)))
  assert.ok(!isCovered('read', new Set(['read', 'write'] as const)))
})

test('scopes have the names of the form, one text for each area', () => {
  assert.deepEqual(scopeNames(['read', 'write'], settingsTextsKo), ['전체: 읽기, 변경'])
  assert.deepEqual(scopeNames(['todos:write', 'read', 'todos:read', 'schedules:write'], settingsTextsKo), [
    '전체: 읽기',
    '캘린더: 변경',
    '할 일: 변경',
  ])
})
