import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { errorText, errorTexts } from './error-texts.ts'
import { fieldMessagesKo } from './field-errors.ts'

const ROOT = join(import.meta.dirname, '../../../..')

test('errors are shown in the language of the app, with their numbers; unknown ones stay as they are', () => {
  assert.equal(errorText('The password is wrong.', 'en'), 'The password is wrong.')
  assert.equal(errorText('The password is wrong.', 'ko'), '비밀번호가 올바르지 않습니다.')
  assert.equal(
    errorText('Enter your password: you signed in more than 10 minutes ago.', 'ko'),
    '로그인한 지 10분이 지났습니다. 비밀번호를 입력하세요.',
  )
  assert.equal(errorText('Something new.', 'ko'), 'Something new.')
})

test('every recognized sentence and message is one that the server or the SDK still uses', () => {
  const code = ['server/src', 'client/src', 'contract/src']
    .flatMap(folder =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter(file => file.endsWith('.ts'))
        .map(file => readFileSync(join(ROOT, folder, file), 'utf8')),
    )
    .join('\n')
    .replace(/\d+|\$\{[\w.]+\}/g, '#')
  const unknown = [...Object.keys(errorTexts.ko), ...Object.keys(fieldMessagesKo)].filter(
    sentence => !["'", '`'].some(quote => code.includes(quote + sentence + quote)),
  )
  assert.deepEqual(unknown, [])
})
