// Where a todo may stand: each unsound place has its own sentence.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Node, placeFault } from './tree.ts'

const root: Node = { id: 'root', parent_id: null, tag_group_id: 'work' }
const child: Node = { id: 'child', parent_id: 'root', tag_group_id: 'work' }
const grandchild: Node = { id: 'grandchild', parent_id: 'child', tag_group_id: 'work' }

test('a root and a todo below a sound line are sound', () => {
  assert.equal(placeFault(root, []), undefined)
  assert.equal(placeFault(child, [root]), undefined)
  assert.equal(placeFault(grandchild, [child, root]), undefined)
})

test('a parent must exist', () => {
  assert.match(placeFault(child, []) ?? '', /parent todo was not found/)
})

test('a todo is not its own parent', () => {
  assert.match(placeFault({ ...root, parent_id: 'root' }, [root]) ?? '', /its own parent/)
})

test('a todo does not go below its own descendants, near or far', () => {
  assert.match(placeFault({ ...root, parent_id: 'child' }, [child, root]) ?? '', /own descendants/)
  assert.match(
    placeFault({ ...root, parent_id: 'grandchild' }, [grandchild, child, root]) ?? '',
    /own descendants/,
  )
})

test('a tree has one group', () => {
  assert.match(placeFault({ ...child, tag_group_id: 'home' }, [root]) ?? '', /same tag group/)
})
