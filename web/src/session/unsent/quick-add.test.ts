// Quick fields lose nothing: not on failure, not while typing on, not over a reload or a new sign-in.
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { Conflict, NetworkError, NotFound } from '@daymark/client'
import { storage } from '../storage/browser-storage.ts'
import { quickAdd, quickField, type Send } from './quick-add.ts'

/** A field that always sends in the same way. */
function fieldOf(account: string, name: string, store: Send['store'], find?: Send['find']) {
  const field = quickAdd(account, name)
  const send: Send = find ? { store, find } : { store }
  return { ...field, submit: () => field.submit(send), again: (text: string) => field.again(text, send) }
}

const failure = async () => {
  throw new Error('Too many requests.')
}

describe('a quick field', () => {
  beforeEach(() => storage.clear())

  it('is cleared when the server has stored the text, and not before', async () => {
    const answer = Promise.withResolvers<void>()
    const field = fieldOf('ann', 'todo', () => answer.promise)
    field.type(' Milk ')
    field.submit()
    field.submit()
    assert.deepEqual([field.state().typed, field.state().sending], [' Milk ', ['Milk']])
    answer.resolve()
    await field.settled()
    assert.deepEqual([field.state().typed, field.state().sending], ['', []])
    assert.equal(storage.length, 0)
  })

  it('keeps what was not stored, says why, and sends it again when asked', async () => {
    const sent: string[] = []
    const answers = [failure, async () => {}]
    const field = fieldOf('ann', 'todo', async text => {
      sent.push(text)
      await answers.shift()?.()
    })
    field.type('Milk')
    field.submit()
    await field.settled()
    assert.partialDeepStrictEqual(field.state(), {
      typed: 'Milk',
      failure: 'Too many requests.',
      unsaved: [],
    })
    field.submit()
    assert.equal(field.state().failure, undefined)
    await field.settled()
    assert.deepEqual([field.state().typed, sent], ['', ['Milk', 'Milk']])
  })

  it('lets one type on: what fails meanwhile waits beside the field', async () => {
    const answer = Promise.withResolvers<void>()
    const field = fieldOf('ann', 'todo', text => (text === 'Milk' ? answer.promise : Promise.resolve()))
    field.type('Milk')
    field.submit()
    field.type('Bread')
    field.submit()
    answer.reject(new Error('Lost.'))
    await field.settled()
    assert.partialDeepStrictEqual(field.state(), {
      typed: '',
      unsaved: [{ text: 'Milk', reason: 'Lost.' }],
      failure: undefined,
    })
    field.discard('Milk')
    assert.deepEqual(field.state().unsaved, [])
    assert.equal(storage.length, 0)
  })

  it('sends in the order of typing', async () => {
    const sent: string[] = []
    const field = fieldOf('ann', 'todo', async text => {
      if (text === 'a') await new Promise(setImmediate)
      sent.push(text)
    })
    for (const text of ['a', 'b', 'c']) {
      field.type(text)
      field.submit()
    }
    await field.settled()
    assert.deepEqual(sent, ['a', 'b', 'c'])
  })

  it('has everything again after a reload, for the same person and field only', async () => {
    const first = fieldOf('ann', 'todo', failure)
    first.type('Milk')
    first.submit()
    first.type('Bread')
    first.submit()
    await first.settled()
    first.type('Brea')
    const again = fieldOf('ann', 'todo', async () => {})
    assert.equal(again.state().typed, 'Brea')
    assert.deepEqual(again.state().unsaved, [{ text: 'Milk', reason: '' }])
    assert.deepEqual(quickAdd('bob', 'todo').state().unsaved, [])
    again.again('Milk')
    await again.settled()
    assert.deepEqual(quickAdd('ann', 'todo').state().unsaved, [])
  })

  /** As the server does it; `lost` says how many answers get lost. */
  function server({ lost = 0, full = false } = {}) {
    const stored = new Map<string, string>()
    const send: Send = {
      async store(text, id) {
        if (full || stored.has(id)) throw new Conflict(409, { detail: full ? 'Full.' : 'Taken.' })
        stored.set(id, text)
        if (lost-- > 0) throw new NetworkError('lost')
      },
      async find(id) {
        if (!stored.has(id)) throw new NotFound(404, {})
      },
    }
    return { stored, send }
  }

  it('is stored once although the answer was lost: sent again, also by the next page, it has the same id', async () => {
    const { stored, send } = server({ lost: 1 })
    const field = quickAdd('ann', 'todo')
    field.type('Milk')
    field.submit(send)
    await field.settled()
    assert.equal(field.state().failure, 'lost')
    const again = quickAdd('ann', 'todo')
    again.submit(send)
    await again.settled()
    assert.equal(again.state().typed, '')
    assert.deepEqual([...stored.values()], ['Milk'])
    assert.equal(storage.length, 0)
  })

  it('takes a conflict for what it is, however often: nothing is stored under its id', async () => {
    const { send } = server({ full: true })
    const field = quickAdd('ann', 'todo')
    field.type('Milk')
    field.submit({ store: () => Promise.reject(new NetworkError('lost')) })
    await field.settled()
    for (let attempt = 0; attempt < 2; attempt++) {
      field.submit(send)
      await field.settled()
      assert.partialDeepStrictEqual(field.state(), { typed: 'Milk', failure: 'Full.' })
    }
  })

  it('gives back what was refused later', () => {
    const field = quickAdd('ann', 'timer')
    field.giveBack('Piano', 'Too many timers.')
    assert.deepEqual(field.state().unsaved, [{ text: 'Piano', reason: 'Too many timers.' }])
    assert.deepEqual(quickAdd('ann', 'timer').state().unsaved, [{ text: 'Piano', reason: '' }])
  })

  it('forgets a text that was changed and stored in its new form', async () => {
    const field = fieldOf('ann', 'todo', text => (text === 'Milk' ? failure() : Promise.resolve()))
    field.type('Milk')
    field.submit()
    await field.settled()
    field.type('Milk and honey')
    field.submit()
    await field.settled()
    assert.equal(storage.length, 0)
  })

  it('goes on sending while another page is open', async () => {
    const answer = Promise.withResolvers<void>()
    const field = quickField('ann', 'list')
    field.type('Home')
    field.submit({ store: () => answer.promise })
    assert.equal(quickField('ann', 'list'), field)
    assert.notEqual(quickField('bob', 'list'), field)
    answer.resolve()
    await field.settled()
    assert.deepEqual(quickField('ann', 'list').state().sending, [])
  })

  it('has the text of a page that was closed while it was being sent', () => {
    const first = fieldOf('ann', 'todo', () => new Promise(() => {}))
    first.type('Milk')
    first.submit()
    first.type('Bread')
    first.submit()
    const again = quickAdd('ann', 'todo')
    assert.partialDeepStrictEqual(again.state(), { typed: 'Bread', unsaved: [{ text: 'Milk', reason: '' }] })
  })
})
