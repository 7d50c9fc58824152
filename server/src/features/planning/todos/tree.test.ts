import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_TODO_LEVELS } from '@daymark/contract/constants'
import fc from '../../../../../scripts/test/properties.ts'
import { circular, heightsOf, isLevelAllowed, levelsOf, type Node, positionError, raised } from './tree.ts'

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

type Tree = Map<string, { parent_id: string | null }>

const nameOf = (index: number) => String(index).padStart(5, '0')

/** Each node has an earlier node as its parent, most often the one directly before it, so that trees are deep. */
const trees = fc
  .array(fc.option(fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 60 }))), {
    maxLength: 120,
  })
  .map(
    (steps): Tree =>
      new Map(
        steps.map((step, index) => [
          nameOf(index),
          { parent_id: step === null || step > index ? null : nameOf(index - step) },
        ]),
      ),
  )

const levelIn = (tree: Tree, id: string): number => {
  const parent = tree.get(id)?.parent_id ?? null
  return parent === null ? 1 : levelIn(tree, parent) + 1
}

test('levels and heights agree with a recursive definition', () => {
  fc.assert(
    fc.property(trees, tree => {
      const [levels, heights] = [levelsOf(tree), heightsOf(tree)]
      const heightIn = (id: string): number =>
        1 + Math.max(0, ...[...tree.keys()].filter(each => tree.get(each)?.parent_id === id).map(heightIn))
      for (const id of tree.keys()) assert.equal(levels.get(id), levelIn(tree, id))
      for (const id of [...tree.keys()].slice(-10)) assert.equal(heights.get(id), heightIn(id))
    }),
  )
})

test('raising leaves allowed todos where they are, and puts the others on the last level below an ancestor', () => {
  fc.assert(
    fc.property(trees, tree => {
      const parents = raised(tree)
      const after: Tree = new Map(
        [...tree].map(([id, node]) => [id, { parent_id: parents.get(id) ?? node.parent_id }]),
      )
      for (const [id, { parent_id }] of after) {
        const level = levelIn(tree, id)
        assert.equal(levelIn(after, id), Math.min(level, MAX_TODO_LEVELS))
        assert.equal(parents.has(id), level > MAX_TODO_LEVELS)
        let above = tree.get(id)?.parent_id ?? null
        while (above !== null && above !== parent_id) above = tree.get(above)?.parent_id ?? null
        assert.equal(above, parent_id, 'the parent is an ancestor')
      }
    }),
  )
})

test('a line of 100,000 todos needs no recursion', () => {
  const line: Tree = new Map(
    Array.from({ length: 100_000 }, (_, index) => [
      `${index}`,
      { parent_id: index === 0 ? null : `${index - 1}` },
    ]),
  )
  assert.equal(levelsOf(line).get('99999'), 100_000)
  assert.equal(heightsOf(line).get('0'), 100_000)
  assert.equal(raised(line).size, 100_000 - MAX_TODO_LEVELS)
  assert.equal(circular(line), undefined)
  line.set('0', { parent_id: '99999' })
  assert.ok(circular(line))
})

test('a todo may go down to the last level, and moves up in deeper trees', () => {
  assert.ok(isLevelAllowed(32, 1))
  assert.ok(!isLevelAllowed(32, 2))
  assert.ok(!isLevelAllowed(33, 1))
  assert.ok(isLevelAllowed(40, 5, 41))
  assert.ok(!isLevelAllowed(42, 5, 41))
})
