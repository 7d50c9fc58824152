// Tests that redundant scopes are not sent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCovered, tidyScopes } from './token-scopes.ts'

test('a scope for everything covers all areas', () => {
  assert.deepEqual(tidyScopes(new Set(['read', 'todos:read', 'todos:write'] as const)), [
    'read',
    'todos:write',
  ])
  assert.ok(isCovered('todos:read', new Set(['read'] as const)))
  assert.ok(!isCovered('todos:write', new Set(['read'] as const)))
  assert.ok(!isCovered('read', new Set(['read', 'write'] as const)))
})
