import assert from 'node:assert/strict'
import { it } from 'node:test'
import { distance, suggest } from './suggest.ts'

const WORDS = ['today', 'add', 'start', 'status', 'stop', 'report', '--json']

it('suggests the word with the fewest typos', () => {
  const cases = {
    tday: 'today',
    toady: 'today',
    strat: 'start',
    stat: 'status',
    repot: 'report',
    '--jsn': '--json',
  }
  for (const [given, meant] of Object.entries(cases)) assert.equal(suggest(given, WORDS), meant, given)
})

it('suggests nothing for a word that is not similar', () => {
  for (const given of ['deploy', 'x', '--verbose']) assert.equal(suggest(given, WORDS), undefined, given)
})

it('counts a swap of neighbors as one typo', () => {
  assert.equal(distance('strat', 'start'), 1)
  assert.equal(distance('', 'abc'), 3)
})
