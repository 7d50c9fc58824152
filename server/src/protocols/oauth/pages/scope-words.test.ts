import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '@daymark/contract/accounts/scopes'
import { scopeWords } from './scope-words.ts'
import { PAGE_TEXTS } from './texts.ts'

test('the consent page names every permission once, and says if an app sees nothing', () => {
  const words = (...scopes: string[]) => scopeWords(scopes, PAGE_TEXTS.en)
  assert.deepEqual(words('openid', 'profile', 'email', 'todos:read'), [
    'See your name and email address',
    'See your todos',
  ])
  assert.deepEqual(words('friends:read', 'friends:write', 'search:read', 'write'), [
    'Create, change, share and delete all of your data, and manage your friends',
    'See your friends, friend requests and blocked people',
    'Search your data',
  ])
  assert.deepEqual(words('users:write'), ['Change your preferences, and replace your friend code'])
  assert.deepEqual(words('openid', 'offline_access'), [
    'Recognize your account, without seeing anything in it',
  ])
})

test('every scope has a line of its own in every language', () => {
  for (const t of Object.values(PAGE_TEXTS)) {
    const lines = SCOPES.flatMap(scope => scopeWords([scope], t))
    assert.equal(new Set(lines).size, SCOPES.length)
    assert.ok(!lines.includes(t.onlyRecognize))
  }
})
