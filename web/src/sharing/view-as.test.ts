import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LEVELS, type VisibilityOut } from '@daymark/contract/people/visibility'
import { type Viewer, viewAs } from './view-as.ts'

const sharing = (level: VisibilityOut['level'], lists: Partial<VisibilityOut> = {}): VisibilityOut => ({
  level,
  allowed_user_ids: [],
  allowed_emails: [],
  allowed_domains: [],
  ...lists,
})
const ann: Viewer = { kind: 'friend', user_id: 'ann' }
const stranger: Viewer = { kind: 'stranger' }
const email = (address: string): Viewer => ({ kind: 'email', email: address })

test('a block overrides every level', () => {
  for (const level of LEVELS)
    assert.deepEqual(viewAs({ kind: 'blocked' }, sharing(level)), { answer: 'no', reason: 'blocked' })
})

test('everyone sees public items, nobody private ones', () => {
  for (const viewer of [ann, stranger, email('x@example.org')]) {
    assert.equal(viewAs(viewer, sharing('public')).answer, 'yes')
    assert.equal(viewAs(viewer, sharing('private')).answer, 'no')
  }
})

test('friends: only friends; an address depends on its owner', () => {
  assert.equal(viewAs(ann, sharing('friends')).answer, 'yes')
  assert.equal(viewAs(stranger, sharing('friends')).answer, 'no')
  assert.equal(viewAs(email('x@example.org'), sharing('friends')).answer, 'depends')
})

test('selected: only selected friends', () => {
  const chosen = sharing('selected', { allowed_user_ids: ['ann'] })
  assert.equal(viewAs(ann, chosen).answer, 'yes')
  assert.equal(viewAs({ kind: 'friend', user_id: 'bob' }, chosen).answer, 'no')
  assert.equal(viewAs(stranger, chosen).answer, 'no')
  assert.equal(viewAs(email('x@example.org'), sharing('selected')).reason, 'nobody-listed')
})

test('addresses match in any case, domains exactly', () => {
  const listed = sharing('allowed_emails', {
    allowed_emails: ['ann@example.org'],
    allowed_domains: ['corp.com'],
  })
  assert.equal(viewAs(email(' Ann@Example.org '), listed).reason, 'address-listed')
  assert.equal(viewAs(email('bob@corp.com'), listed).reason, 'domain-listed')
  assert.equal(viewAs(email('bob@mail.corp.com'), listed).answer, 'no')
  assert.equal(viewAs(stranger, listed).answer, 'no')
  assert.equal(viewAs(ann, listed).answer, 'depends')
  assert.equal(viewAs({ ...ann, email: 'ann@example.org' }, listed).answer, 'yes')
})

test('with both lists empty nobody sees it', () => {
  assert.deepEqual(viewAs(email('ann@example.org'), sharing('allowed_emails')), {
    answer: 'no',
    reason: 'nobody-listed',
  })
})
