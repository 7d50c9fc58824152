import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { errorsOf } from '@daymark/contract/route'
import { operations } from './ask.ts'
import { referenceFiles } from './files.ts'
import { NOT_RECORDED, record } from './record.ts'
import { tour } from './tour.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test("the recorded examples equal a server's responses (npm run openapi records them)", async () => {
  const { operations: asked, messages } = await record(tour)
  const kept = JSON.parse(read('contract/src/documents/recorded-examples.json'))
  for (const [name, operation] of Object.entries(asked))
    assert.deepEqual(kept.operations[name], operation, name)
  assert.deepEqual(kept.messages, messages)
  assert.deepEqual(Object.keys(kept.operations).sort(), [...operations.keys()].sort())
  for (const [name, route] of operations) {
    const codes = errorsOf(route).filter(code => !NOT_RECORDED.includes(code) && !isRace(name, code))
    assert.deepEqual(Object.keys(asked[name]?.errors ?? {}).map(Number), codes, name)
  }
})

/** A newer search cancels one that is still running, which one request after the other cannot cause. */
const isRace = (name: string, code: number): boolean => name === 'search.find' && code === 409

for (const [path, text] of Object.entries(referenceFiles())) {
  test(`${path} is up to date (npm run openapi writes it)`, () => {
    assert.ok(read(path) === text, `${path} differs from what the contract says.`)
  })
}
