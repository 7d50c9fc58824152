import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Email, isDomain, isEmail } from './email.ts'
import { checker } from './validate.ts'

test('domains have two labels or more of letters, digits and inner hyphens', () => {
  for (const good of [
    'corp.com',
    'a-b.co.uk',
    'xn--mnchen-3ya.de',
    'münchen.de',
    '1and1.org',
    'x.y2',
    'b.c',
  ]) {
    assert.ok(isDomain(good), good)
  }
  for (const bad of [
    '',
    'corp',
    '@corp.com',
    'corp.com.',
    '.corp.com',
    'a..b',
    '-a.com',
    'a-.com',
    '*.corp.com',
  ]) {
    assert.equal(isDomain(bad), false, bad)
  }
  for (const bad of [
    'corp com',
    'corp_x.com',
    '1.2.3.4',
    'a.1',
    `${'x'.repeat(64)}.com`,
    `${'x.'.repeat(130)}com`,
  ]) {
    assert.equal(isDomain(bad), false, bad)
  }
})

test('addresses have a local part, an @ and a domain', () => {
  for (const good of [
    'a@b.c',
    'a@corp.com',
    "o'hara+tag@corp.com",
    'ü@münchen.de',
    `${'x'.repeat(64)}@corp.com`,
  ]) {
    assert.ok(isEmail(good), good)
  }
  for (const bad of ['', 'a', '@corp.com', 'a@', 'a@corp', 'a@@corp.com', 'a b@corp.com', '<a@corp.com>']) {
    assert.equal(isEmail(bad), false, bad)
  }
  assert.equal(isEmail(`${'x'.repeat(65)}@corp.com`), false)
})

test('an address in a request is trimmed and lowercased', () => {
  const check = checker(Email)
  assert.deepEqual(check(' Ann@Corp.COM '), { ok: true, value: 'ann@corp.com' })
  const outcome = check('ann')
  assert.equal(outcome.ok, false)
  assert.deepEqual(!outcome.ok && outcome.errors, [{ path: '', message: 'must be an email address' }])
})
