import assert from 'node:assert/strict'
import { test } from 'node:test'
import { domainOf, forLevel, mayAccess, PRIVATE, type Relation, type Sharing, type Viewer } from './policy.ts'

const OWNER = 'owner'
const STRANGER: Relation = { friends: false, blocked: false, owner_disabled: false }
const FRIENDS: Relation = { ...STRANGER, friends: true }
const viewer = (email: string | null = null): Viewer => ({ id: 'viewer', email })
const shared = (level: Sharing['level'], lists: Partial<Sharing> = {}): Sharing => ({
  ...PRIVATE,
  level,
  ...lists,
})

test('the owner always has access, even to private items, even if someone blocked someone', () => {
  const owner = { id: OWNER, email: null }
  assert.equal(mayAccess(OWNER, PRIVATE, owner, { ...STRANGER, blocked: true }), true)
})

test('a block or a disabled owner denies before any level is checked', () => {
  const lists = { allowed_user_ids: ['viewer'], allowed_emails: ['v@x.org'] }
  for (const level of ['public', 'friends', 'selected', 'allowed_emails'] as const) {
    for (const reason of ['blocked', 'owner_disabled'] as const) {
      const relation = { ...FRIENDS, [reason]: true }
      assert.equal(mayAccess(OWNER, shared(level, lists), viewer('v@x.org'), relation), false, level)
    }
  }
})

test('public allows everyone, private nobody, friends only friends', () => {
  assert.equal(mayAccess(OWNER, shared('public'), viewer(), STRANGER), true)
  assert.equal(mayAccess(OWNER, PRIVATE, viewer(), FRIENDS), false)
  assert.equal(mayAccess(OWNER, shared('friends'), viewer(), FRIENDS), true)
  assert.equal(mayAccess(OWNER, shared('friends'), viewer(), STRANGER), false)
})

test('selected allows the people on the list', () => {
  assert.equal(
    mayAccess(OWNER, shared('selected', { allowed_user_ids: ['viewer'] }), viewer(), FRIENDS),
    true,
  )
  assert.equal(
    mayAccess(OWNER, shared('selected', { allowed_user_ids: ['other'] }), viewer(), FRIENDS),
    false,
  )
})

test('allowed_emails allows a verified address of the list, or an exact domain of the list', () => {
  const byMail = shared('allowed_emails', { allowed_emails: ['ann@x.org'], allowed_domains: ['corp.com'] })
  const may = (email: string | null) => mayAccess(OWNER, byMail, viewer(email), STRANGER)
  assert.equal(may('ann@x.org'), true)
  assert.equal(may('bob@x.org'), false)
  assert.equal(may('bob@corp.com'), true)
  assert.equal(may('bob@eu.corp.com'), false)
  assert.equal(may('bob@xcorp.com'), false)
  assert.equal(may('corp.com'), false, 'a text without @ has no domain')
  assert.equal(may('ann@x.org@corp.com'), true, 'the domain follows the last @')
  assert.equal(may(null), false)
})

test('allowed_emails with both lists empty allows nobody', () => {
  assert.equal(mayAccess(OWNER, shared('allowed_emails'), viewer('a@corp.com'), FRIENDS), false)
})

test('lists that do not belong to the level are dropped', () => {
  const full: Sharing = {
    level: 'public',
    allowed_user_ids: ['a'],
    allowed_emails: ['a@b.cd'],
    allowed_domains: ['b.cd'],
  }
  assert.deepEqual(forLevel(full), shared('public'))
  assert.deepEqual(forLevel({ ...full, level: 'selected' }), shared('selected', { allowed_user_ids: ['a'] }))
  assert.deepEqual(forLevel({ ...full, level: 'allowed_emails' }), {
    ...full,
    level: 'allowed_emails',
    allowed_user_ids: [],
  })
})

test('the domain of an address follows the last @', () => {
  assert.equal(domainOf('"a@b"@c.de'), 'c.de')
})
