import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NetworkError, type OutboxEntry } from '@daymark/client'
import { undoStack } from './undo-stack.ts'

function server({ unsent = [] as string[], refuses = [] as string[], unreachable = [] as string[] } = {}) {
  const log: string[] = []
  let count = 0
  const stack = undoStack({
    discard(key) {
      if (!unsent.includes(key)) return undefined
      log.push(`discard ${key}`)
      return { key } as OutboxEntry
    },
    async batchOf(key) {
      if (unreachable.includes(key)) throw new NetworkError('lost')
      return `batch of ${key}`
    },
    async undo(batch) {
      if (refuses.includes(batch)) throw new Error('A later change is in the way.')
      log.push(`undo ${batch}`)
      return `undo ${++count}`
    },
    again({ key }) {
      log.push(`again ${key}`)
      return `${key}'`
    },
  })
  return { log, stack }
}

test('undo goes backward, redo forward', async () => {
  const { log, stack } = server()
  stack.push([{ key: 'a' }])
  stack.push([{ key: 'b' }, { key: 'c' }])
  assert.equal(await stack.undo(), true)
  assert.equal(await stack.undo(), true)
  assert.equal(await stack.undo(), false)
  assert.deepEqual(log, ['undo batch of c', 'undo batch of b', 'undo batch of a'])
  log.length = 0
  await stack.redo()
  await stack.redo()
  assert.equal(await stack.redo(), false)
  assert.deepEqual(log, ['undo undo 3', 'undo undo 2', 'undo undo 1'])
})

test('a new change clears the redo stack', async () => {
  const { stack } = server()
  stack.push([{ key: 'a' }])
  await stack.undo()
  stack.push([{ key: 'b' }])
  assert.equal(await stack.redo(), false)
})

test('cancels an unsent write and sends it again on redo', async () => {
  const { log, stack } = server({ unsent: ['a'] })
  stack.push([{ key: 'a' }])
  await stack.undo()
  await stack.redo()
  await stack.undo()
  assert.deepEqual(log, ['discard a', 'again a', "undo batch of a'"])
})

test('undoes a specific action once, out of order', async () => {
  const { log, stack } = server()
  const first = [{ key: 'a' }]
  stack.push(first)
  stack.push([{ key: 'b' }])
  await stack.undoOne(first)
  await stack.undo()
  assert.equal(await stack.undo(), false)
  assert.deepEqual(log, ['undo batch of a', 'undo batch of b'])
})

test('an action refused out of order stays on the stack', async () => {
  const refuses = ['batch of a']
  const { log, stack } = server({ refuses })
  const first = [{ key: 'a' }]
  stack.push(first)
  stack.push([{ key: 'b' }])
  await assert.rejects(stack.undoOne(first), /in the way/)
  refuses.length = 0
  await stack.undo()
  await stack.undo()
  assert.deepEqual(log, ['undo batch of b', 'undo batch of a'])
})

test('reports a refused undo and does not retry it', async () => {
  const { stack } = server({ refuses: ['batch of a'] })
  stack.push([{ key: 'a' }])
  await assert.rejects(stack.undo(), /in the way/)
  assert.equal(await stack.undo(), false)
})

test('an undo that did not reach the server can be tried again, with the parts that are left', async () => {
  const unreachable = ['b']
  const { log, stack } = server({ unreachable })
  stack.push([{ key: 'a' }])
  stack.push([{ key: 'b' }, { key: 'c' }])
  await assert.rejects(stack.undo(), NetworkError)
  unreachable.length = 0
  assert.equal(await stack.undo(), true)
  assert.deepEqual(log, ['undo batch of c', 'undo batch of b'])
  await stack.redo()
  await stack.redo()
  assert.equal(await stack.redo(), false)
  assert.deepEqual(log.slice(2), ['undo undo 2', 'undo undo 1'])
})

test('knows which actions are undone, so that their messages no longer offer it', async () => {
  const { stack } = server()
  const action = [{ key: 'a' }]
  stack.push(action)
  assert.equal(stack.isUndone(action), false)
  await stack.undo()
  assert.equal(stack.isUndone(action), true)
})

test('an action whose undo did not reach the server is not undone', async () => {
  const { stack } = server({ unreachable: ['a'] })
  const action = [{ key: 'a' }]
  stack.push(action)
  await assert.rejects(stack.undo(), NetworkError)
  assert.equal(stack.isUndone(action), false)
})

test('a write that was refused or discarded leaves the stack, so that the next undo undoes a real change', async () => {
  const { log, stack } = server()
  const [real, refused, partly] = [[{ key: 'a' }], [{ key: 'b' }], [{ key: 'c' }, { key: 'd' }]]
  for (const action of [real, refused, partly]) stack.push(action)
  for (const key of ['b', 'd']) stack.drop(key)
  assert.deepEqual([real, refused, partly].map(stack.isUndone), [false, true, false])
  await stack.undoOne(refused)
  await stack.undo()
  await stack.undo()
  assert.equal(await stack.undo(), false)
  assert.deepEqual(log, ['undo batch of c', 'undo batch of a'])
  await stack.redo()
  await stack.redo()
  assert.equal(await stack.redo(), false)
})

test('a redo that was refused leaves the stack', async () => {
  const { log, stack } = server({ unsent: ['a'] })
  stack.push([{ key: 'a' }])
  await stack.undo()
  await stack.redo()
  stack.drop("a'")
  assert.equal(await stack.undo(), false)
  assert.deepEqual(log, ['discard a', 'again a'])
})
