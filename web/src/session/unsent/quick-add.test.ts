import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { storage, windowStorage } from '../storage/browser-storage.ts'
import { quickAdd, quickField } from './quick-add.ts'

const stored = { stored: Promise.resolve(true), done: new Promise(() => {}) }

describe('a quick-add field', () => {
  beforeEach(() => {
    storage.clear()
    windowStorage.clear()
  })

  it('is cleared when the text is stored, and not before', async () => {
    const storing = Promise.withResolvers<boolean>()
    const sent: string[] = []
    const field = quickAdd('ann', 'todo')
    const give = (text: string) => {
      sent.push(text)
      return { stored: storing.promise, done: new Promise(() => {}) }
    }
    field.type(' Milk ')
    field.submit(give)
    field.submit(give)
    assert.deepEqual([field.state().typed, field.state().sending, sent], [' Milk ', ['Milk'], ['Milk']])
    storing.resolve(true)
    await field.settled()
    assert.deepEqual([field.state().typed, field.state().sending], ['', []])
    assert.equal(storage.length, 0)
  })

  it('keeps text typed while an earlier one is being stored', async () => {
    const field = quickAdd('ann', 'todo')
    field.type('Milk')
    field.submit(() => stored)
    field.type('Bread')
    await field.settled()
    assert.equal(field.state().typed, 'Bread')
  })

  it('keeps the text until the server has it if storage is blocked', async () => {
    const answer = Promise.withResolvers<void>()
    const field = quickAdd('ann', 'todo')
    field.type('Milk')
    field.submit(() => ({ stored: Promise.resolve(false), done: answer.promise }))
    await Promise.resolve()
    assert.equal(field.state().typed, 'Milk')
    answer.resolve()
    await field.settled()
    assert.equal(field.state().typed, '')
  })

  it('keeps unstored text if the server refuses it or nothing could be sent', async () => {
    const field = quickAdd('ann', 'todo')
    field.type('Milk')
    field.submit(() => ({ stored: Promise.resolve(false), done: Promise.reject(new Error('no')) }))
    await field.settled()
    assert.deepEqual([field.state().typed, field.state().sending], ['Milk', []])
    field.submit(() => undefined)
    await field.settled()
    assert.equal(field.state().typed, 'Milk')
  })

  it('restores the text after a reload for the same person and field', () => {
    quickAdd('ann', 'todo').type('Milk')
    assert.equal(quickAdd('ann', 'todo').state().typed, 'Milk')
    assert.equal(quickAdd('bob', 'todo').state().typed, '')
    assert.equal(quickAdd('ann', 'list').state().typed, '')
  })

  it('keeps entered lines that cannot be added yet across a reload, except the one that it still shows', async () => {
    const before = quickAdd('ann', 'todo')
    before.wait('Milk')
    before.wait('Milk')
    before.type('Bread')
    before.wait('Bread')
    assert.deepEqual(quickAdd('bob', 'todo').state().waiting, [])
    const added: string[] = []
    const field = quickAdd('ann', 'todo')
    assert.deepEqual([field.state().waiting, field.state().typed], [['Milk'], 'Bread'])
    field.addWaiting(() => undefined)
    assert.deepEqual(quickAdd('ann', 'todo').state().waiting, ['Milk'])
    field.addWaiting(text => {
      added.push(text)
      return stored
    })
    await field.settled()
    assert.deepEqual([added, field.state().waiting, field.state().typed], [['Milk'], [], 'Bread'])
    assert.deepEqual(quickAdd('ann', 'todo').state().waiting, [])
  })

  it('is shared by all pages', () => {
    assert.equal(quickField('ann', 'todo'), quickField('ann', 'todo'))
  })
})
