import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCommonPassword } from './common-passwords.ts'
import { passwordFault } from './password.ts'

const owner = { email: 'annabella@example.org', name: 'Annabella Smith' }
const faultOf = (password: string) => passwordFault(password, owner, isCommonPassword)

test('long and uncommon passwords are accepted, in any script', () => {
  for (const good of [
    'correct horse battery',
    'x7#kq!m2Lp',
    'пароль для дневника',
    '비밀번호는길어야안전하다',
    '😀😁😂🤣😃😄😅😆😉😊',
  ])
    assert.equal(faultOf(good), undefined, good)
})

test('length is counted in characters', () => {
  assert.match(faultOf('x7#kq!m2L') ?? '', /10 to 128/)
  assert.match(faultOf('😀😁😂🤣😃') ?? '', /10 to 128/)
  assert.equal(faultOf('aB3-'.repeat(32)), undefined)
  assert.match(faultOf(`${'aB3-'.repeat(32)}x`) ?? '', /10 to 128/)
})

test('common passwords are refused, even with decorations', () => {
  for (const bad of [
    'qwertyuiop',
    '1234567890',
    'Password123',
    'password2026!',
    '123football456',
    'dragondragon',
    'DragonDragonDragon',
    'iloveyou!!!!',
    '１２３４５６７８９０',
  ])
    assert.match(faultOf(bad) ?? '', /too common/, bad)
})

test("passwords with few different characters, or with one's own name or address, are refused", () => {
  assert.match(faultOf('zvzvzvzzvvzz') ?? '', /at least 4 different/)
  for (const bad of [
    'annabella@example.org',
    'Annabella1',
    'ANNABELLA SMITH',
    'annabellaannabella',
    'daymark2026!',
  ])
    assert.match(faultOf(bad) ?? '', /your name, your email address/, bad)
})
