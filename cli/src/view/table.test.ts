import assert from 'node:assert/strict'
import { it } from 'node:test'
import { table } from './table.ts'
import { clip, plain, widthOf } from './width.ts'

it('counts the columns of a terminal', () => {
  const widths = {
    abc: 3,
    회의: 4,
    café: 4,
    'cafe\u0301': 4,
    '👍': 2,
    '👨‍👩‍👧': 2,
    '🇰🇷': 2,
    日本: 4,
    ｱ: 1,
    '—': 1,
  }
  for (const [text, width] of Object.entries(widths)) assert.equal(widthOf(text), width, text)
})

it('clips between characters, never inside one', () => {
  assert.equal(clip('Release', 7), 'Release')
  assert.equal(clip('Release', 5), 'Rele…')
  assert.equal(clip('회의 준비', 5), '회의…')
  assert.equal(clip('회의 준비', 4), '회…')
})

it('removes what could control the terminal', () => {
  assert.equal(plain('a\u001b[2Jb\nc\td\u202Ee\u0007'), 'a[2Jb c de')
})

it('aligns columns and drops empty ones', () => {
  const rows = [
    [{ text: '1' }, { text: '회의' }, { text: '' }, { text: '09:00' }],
    [{ text: '10' }, { text: 'Lunch' }, { text: '' }, { text: '12:30' }],
  ]
  assert.deepEqual(table(rows, { columns: 80, shrinks: 1, right: [0] }), [
    '   1  회의   09:00',
    '  10  Lunch  12:30',
  ])
})

it('shrinks one column, so that lines fit into the terminal', () => {
  const rows = [[{ text: 'A title that is far too long for this terminal' }, { text: '12:30–13:30' }]]
  const lines = table(rows, { columns: 40, shrinks: 0 })
  assert.deepEqual(lines, ['  A title that is far too…   12:30–13:30'])
  assert.ok(lines.every(line => widthOf(line) <= 40))
})
