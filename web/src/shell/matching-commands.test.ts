import assert from 'node:assert/strict'
import { it } from 'node:test'
import { matchingCommands } from './matching-commands.ts'

const commands = [
  'Quick add: todo, entry or timer',
  'Add entry',
  'Add todo below',
  'Add todo',
  'Print week',
].map(name => ({ id: name, name, run: () => {} }))
const found = (query: string) => matchingCommands(commands, query).map(({ name }) => name)

it('finds commands with all words, an exact match first', () => {
  assert.deepEqual(found(' add  Todo '), ['Add todo', 'Add todo below', 'Quick add: todo, entry or timer'])
  assert.deepEqual(found('todo add'), ['Quick add: todo, entry or timer', 'Add todo below', 'Add todo'])
  assert.deepEqual(found('wee'), ['Print week'])
  assert.equal(found('').length, commands.length)
})
