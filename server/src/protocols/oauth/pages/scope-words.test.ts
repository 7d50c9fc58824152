import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopeWords } from './scope-words.ts'
import { PAGE_TEXTS } from './texts.ts'

test('the consent page names every permission once, and says if an app sees nothing', () => {
  const words = (...scopes: string[]) => scopeWords(scopes, PAGE_TEXTS.en)
  assert.deepEqual(words('openid', 'profile', 'email', 'todos:read'), [
    'See your name and email address',
    'See your todos',
  ])
  assert.deepEqual(words('openid', 'offline_access'), [
    'Recognize your account, without seeing anything in it',
  ])
})
