import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword, isOutdated, verifyPassword } from './password-hash.ts'

const PASSWORD = 'correct horse battery'
/** A hash of an earlier version (scrypt, N 16384, r 16, p 1). */
const SCRYPT =
  'd70e42f2965b4e9d0784e26f57b394cb:ac3724d83312a258fca7eeffe496b4500529e65fc1ec1ab9e91322bc052431a6b285ca1ac302d15b1d86e2947340ebf4401f0873bd27719d4afaa487f7cdbeb6'

test('uses argon2id with the parameters of OWASP and a fresh salt', async () => {
  const [first, second] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)]
  assert.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.notEqual(first, second)
  assert.equal(isOutdated(first), false)
  assert.equal(await verifyPassword(PASSWORD, first), true)
  assert.equal(await verifyPassword(`${PASSWORD} `, first), false)
  assert.equal(await verifyPassword('', first), false)
})

test('a password entered in another Unicode form is the same', async () => {
  assert.equal(
    await verifyPassword('Apfelstrudel cafe\u0301', await hashPassword('Ａpfelstrudel café')),
    true,
  )
})

test('hashes of earlier versions verify, and are outdated', async () => {
  assert.equal(await verifyPassword(PASSWORD, SCRYPT), true)
  assert.equal(await verifyPassword('another password', SCRYPT), false)
  assert.equal(isOutdated(SCRYPT), true)
})

test('the example of the reference implementation verifies, and is outdated', async () => {
  const foreign = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  assert.equal(await verifyPassword('password', foreign), true)
  assert.equal(await verifyPassword('another password', foreign), false)
  assert.equal(isOutdated(foreign), true)
})

test('invalid hashes verify nothing', async () => {
  for (const stored of ['', 'x', PASSWORD, ':', '$argon2id$', `$argon2id$v=19$m=19456,t=2,p=1$$`])
    assert.equal(await verifyPassword(PASSWORD, stored), false, stored)
})
