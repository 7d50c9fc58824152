// docs/security.md goes through all ten items, and every test that it names exists.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const items = readFileSync(join(root, 'docs/security.md'), 'utf8').split(/^#{2,3} /m)

for (let number = 1; number <= 10; number++) {
  test(`API${number} has its tests`, () => {
    const item = items.find(each => each.startsWith(`API${number} `))
    assert.ok(item !== undefined)
    const tests = [...item.matchAll(/`([^`]+\.test\.ts)`/g)].map(match => match[1] ?? '')
    assert.ok(tests.length > 0)
    assert.deepEqual(
      tests.filter(path => !existsSync(join(root, path))),
      [],
    )
  })
}
