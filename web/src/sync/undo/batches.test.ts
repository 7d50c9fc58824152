import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Batch, LiveConnection } from '@daymark/client'
import { batches } from './batches.ts'

function open() {
  let tell: (batch: Batch) => void = () => {}
  const live = {
    on: (_type: string, listener: (batch: Batch) => void) => {
      tell = listener
      return () => {}
    },
  } as never as LiveConnection
  const found = batches({
    live,
    newestOf: async id => `newest of ${id}`,
    wait: () => new Promise(resolve => setImmediate(resolve)),
  })
  return { found, tell: (reply_to: string, batch_id: string) => tell({ reply_to, batch_id, changes: [] }) }
}
const done = Promise.resolve()

test('finds the batch if the change arrives before or after the response', async () => {
  const { found, tell } = open()
  tell('a', 'batch 1')
  assert.equal(await found.of({ key: 'a', id: 'x' }, done), 'batch 1')
  const waiting = found.of({ key: 'b', id: 'x' }, done)
  tell('b', 'batch 2')
  assert.equal(await waiting, 'batch 2')
})

test('asks the history if the change does not arrive', async () => {
  const { found } = open()
  assert.equal(await found.of({ key: 'a', id: 'x' }, done), 'newest of x')
  assert.equal(await found.of({ key: 'a', id: null }, done), undefined)
})

test('finds no batch for a refused write', async () => {
  const { found } = open()
  await assert.rejects(found.of({ key: 'a', id: 'x' }, Promise.reject(new Error('refused'))), /refused/)
})
