// Typed texts stay until they are stored, each with its account and its field.
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { storage } from '../storage/browser-storage.ts'
import { dropDraft, keepTyped, keepUnsaved, readDrafts } from './drafts.ts'

describe('drafts', () => {
  beforeEach(() => storage.clear())

  it('are those of one person and one field', () => {
    keepTyped('ann', 'todo', 'Milk')
    keepUnsaved('ann', 'todo', 'Bread', 'id')
    assert.deepEqual(readDrafts('ann', 'todo'), { typed: 'Milk', unsaved: ['Bread'], ids: { Bread: 'id' } })
    assert.deepEqual(readDrafts('bob', 'todo'), { typed: '', unsaved: [], ids: {} })
    assert.deepEqual(readDrafts('ann', 'list'), { typed: '', unsaved: [], ids: {} })
  })

  it('go when they are stored, and what was typed since stays', () => {
    keepTyped('ann', 'todo', ' Milk ')
    keepUnsaved('ann', 'todo', 'Milk', 'id')
    dropDraft('ann', 'todo', 'Milk')
    assert.equal(storage.length, 0)
    keepTyped('ann', 'todo', 'Bread')
    keepUnsaved('ann', 'todo', 'Milk', 'id')
    dropDraft('ann', 'todo', 'Milk')
    assert.deepEqual(readDrafts('ann', 'todo'), { typed: 'Bread', unsaved: [], ids: {} })
  })

  it('are kept once, in their order, and not without end', () => {
    for (const text of ['a', 'b', 'a']) keepUnsaved('ann', 'todo', text, `id of ${text}`)
    assert.deepEqual(readDrafts('ann', 'todo').unsaved, ['b', 'a'])
    for (let number = 0; number < 60; number++) keepTyped('ann', `field-${number}`, 'x')
    assert.deepEqual(readDrafts('ann', 'field-0').typed, '')
    assert.deepEqual(readDrafts('ann', 'field-59').typed, 'x')
  })

  it('survive nonsense in the storage', () => {
    storage.setItem('daymark.drafts.ann', '{')
    assert.deepEqual(readDrafts('ann', 'todo'), { typed: '', unsaved: [], ids: {} })
  })
})
