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

test('the lines of scopes that can share items, create guest links or notify people say so', () => {
  const lines = (language: 'en' | 'ko') =>
    (['todos', 'schedules', 'timers', 'meetings'] as const).map(area =>
      scopeWords([`${area}:write`], PAGE_TEXTS[language]).join(),
    )
  for (const line of lines('en')) assert.match(line, /\bshare\b/)
  for (const line of lines('ko')) assert.match(line, /공유/)
  assert.match(lines('en').at(-1) ?? '', /links for guests.*\bremind\b/)
  assert.match(lines('ko').at(-1) ?? '', /게스트 링크.*알림/)
})
