import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Node, positionError } from './tree.ts'

const root: Node = { id: 'root', parent_id: null, tag_group_id: 'work' }
const child: Node = { id: 'child', parent_id: 'root', tag_group_id: 'work' }
const grandchild: Node = { id: 'grandchild', parent_id: 'child', tag_group_id: 'work' }

test('a root and a todo below valid ancestors are valid', () => {
  assert.equal(positionError(root, []), undefined)
  assert.equal(positionError(child, [root]), undefined)
  assert.equal(positionError(grandchild, [child, root]), undefined)
})

test('a parent must exist', () => {
  assert.match(positionError(child, []) ?? '', /parent todo was not found/)
})

test('a todo is not its own parent', () => {
  assert.match(positionError({ ...root, parent_id: 'root' }, [root]) ?? '', /its own parent/)
})

test('a todo cannot be placed below its own descendants, near or far', () => {
  assert.match(positionError({ ...root, parent_id: 'child' }, [child, root]) ?? '', /own descendants/)
  assert.match(
    positionError({ ...root, parent_id: 'grandchild' }, [grandchild, child, root]) ?? '',
    /own descendants/,
  )
})

test('a tree has one group', () => {
  assert.match(positionError({ ...child, tag_group_id: 'home' }, [root]) ?? '', /same tag group/)
})
