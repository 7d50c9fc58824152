// Deleting with a way back: hidden at once, sent once, shown again when it was undone or refused.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { removals } from './removals.ts'

const FOR_EVER_MS = 2 ** 31 - 1

function stage(run: () => Promise<unknown> = async () => {}) {
  const said: string[] = []
  const store = removals(FOR_EVER_MS)
  const undo = store.add({
    id: 'a',
    run: async () => {
      said.push('sent')
      await run()
    },
    refresh: async () => said.push(`read again, hidden: ${[...store.hidden()]}`),
    failed: error => said.push(error.message),
  })
  return { store, undo, said }
}

describe('removals', () => {
  it('hides at once and sends nothing yet; undoing shows it again and nothing is ever sent', async () => {
    const { store, undo, said } = stage()
    assert.deepEqual([...store.hidden()], ['a'])
    undo()
    assert.deepEqual([...store.hidden()], [])
    await store.flush()
    assert.deepEqual(said, [])
  })

  it('sends once, and stays hidden until the lists were read again', async () => {
    const { store, undo, said } = stage()
    await Promise.all([store.flush(), store.flush()])
    undo()
    assert.deepEqual(said, ['sent', 'read again, hidden: a'])
    assert.deepEqual([...store.hidden()], [])
  })

  it('shows what the server refuses to delete, with its words', async () => {
    const { store, said } = stage(() => Promise.reject(new Error('Not yours.')))
    await store.flush()
    assert.deepEqual(said, ['sent', 'Not yours.'])
    assert.deepEqual([...store.hidden()], [])
  })

  it('hides what goes along, and shows it again with the rest', () => {
    const store = removals(60_000)
    const undo = store.add({
      id: 'parent',
      also: ['child'],
      run: async () => {},
      refresh: async () => {},
      failed: () => {},
    })
    assert.deepEqual([...store.hidden()], ['parent', 'child'])
    undo()
    assert.deepEqual([...store.hidden()], [])
  })

  it('sends again what is on its way when the page is closed, and what waits', async () => {
    const answer = Promise.withResolvers<void>()
    const { store, said } = stage(() => answer.promise)
    void store.flush()
    store.add({
      id: 'b',
      run: async () => said.push('sent b'),
      refresh: async () => {},
      failed: () => {},
    })
    store.leave()
    assert.deepEqual(said, ['sent', 'sent', 'sent b'])
    answer.resolve()
    await store.flush()
  })

  it('sends by itself when the time is over, and tells who listens', async () => {
    const store = removals(1)
    const { promise, resolve } = Promise.withResolvers<void>()
    const seen: number[] = []
    store.subscribe(() => {
      seen.push(store.hidden().size)
      if (store.hidden().size === 0) resolve()
    })
    store.add({ id: 'b', run: async () => {}, refresh: async () => {}, failed: () => {} })
    await promise
    assert.deepEqual(seen, [1, 0])
  })
})
